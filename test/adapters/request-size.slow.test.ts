import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createSimulator as createAnswering } from '../../src/fetch.ts'
import { createSimulator } from '../../src/index.ts'
import { type Adapter, adapters, type Sent } from '../support/adapters.ts'
import { isMsw2 } from '../support/msw-version.ts'

const MEBIBYTE = 1024 * 1024
const post = (body: string): Sent => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body })

async function ask({ open }: Adapter, target: string, sent: Sent) {
  const door = await open({ scenario: 'empty', controlApi: true })
  try {
    const { status, body } = await door.send(target, sent)
    return [status, body]
  } finally {
    await door.close()
  }
}

const CASES: readonly [title: string, target: string, sent: Sent, response: readonly unknown[]][] = [
  ['a body', '/v2/deployments', post('x'.repeat(10 * MEBIBYTE + 1)), [413, '{"detail":"request entity too large"}']],
  [
    'headers',
    '/v2/deployments',
    { headers: { 'x-long': 'x'.repeat(65 * 1024) } },
    [431, '{"detail":"Request header fields too large"}'],
  ],
]

test.for(
  CASES.flatMap(([title, ...rest]) => adapters.map((adapter) => [title, adapter.name, adapter, ...rest] as const)),
)('too large %s get the same response through %s', async ([title, name, adapter, target, sent, response]) => {
  // Node's own limit is smaller where the app around it has its own server.
  if (title === 'headers' && /another Express app/.test(name)) return
  expect(await ask(adapter, target, sent)).toEqual(response)
})

test.for(adapters.filter(({ takesEveryPath }) => takesEveryPath))(
  'a scenario that is too large is refused through $name',
  async (adapter) => {
    const [status, body] = await ask(adapter, '/_simulator/scenario', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(16 * MEBIBYTE + 1),
    })
    expect([status, body]).toEqual([413, expect.stringContaining('Failed to read the body: it has more than')])
  },
)

/** Returns an endless body, which counts what is read of it. */
function createEndless() {
  const counted = { bytes: 0, isCancelled: false }
  const chunk = new Uint8Array(MEBIBYTE)
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      counted.bytes += chunk.length
      controller.enqueue(chunk)
    },
    cancel() {
      counted.isCancelled = true
    },
  })
  return { counted, init: { method: 'POST', body, duplex: 'half' } as RequestInit }
}

const DOORS: Readonly<Record<string, () => { send: typeof fetch; close?: () => void }>> = {
  'simulator.fetch': () => ({ send: createSimulator({ scenario: 'empty' }).fetch }),
  'deploymock/fetch': () => {
    const { fetch: answer } = createAnswering({ scenario: 'empty' })
    return { send: (input, init) => answer(new Request(input, init)) }
  },
  'the handlers of MSW': () => {
    const server = setupServer(...createSimulator({ scenario: 'empty' }).handlers)
    server.listen()
    return { send: fetch, close: () => server.close() }
  },
}

test.for(Object.entries(DOORS))('an endless body is read up to the limit and cancelled by %s', async ([name, open]) => {
  const { send, close } = open()
  const { counted, init } = createEndless()
  const response = await send('http://localhost/v2/deployments', init)
  close?.()
  expect([response.status, await response.text()]).toEqual([413, '{"detail":"request entity too large"}'])
  // MSW 3 reads ahead.
  const most = name === 'the handlers of MSW' && !isMsw2 ? 16 : 13
  expect(counted.bytes).toBeLessThanOrEqual(most * MEBIBYTE)
})

test('a stream of a body that is allowed arrives as a whole', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of ['{"name":', '"a"}']) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  await simulator.fetch('/v2/deployments', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(simulator.requests.list()[0]?.body).toBe('{"name":"a"}')
})
