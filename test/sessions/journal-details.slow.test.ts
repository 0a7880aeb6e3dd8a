import { connect as connectSocket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { buildBody, encodeBody, NO_BODY } from '../../src/engine/http/body.ts'
import { createJournalStore } from '../../src/engine/journal/journal-store.ts'
import { readSentResponse } from '../../src/engine/journal/sent-response.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'
import { createSimulator, type DetailedEntry, type FaultInput, type Simulator } from '../../src/index.ts'
import { test as serverTest } from '../support/control-test.ts'
import { readTakenBytes } from '../support/taken-bytes.ts'

function readDetails({ requests }: Pick<Simulator, 'requests'>, id = requests.list().at(-1)?.id ?? 0): DetailedEntry {
  const entry = requests.get(id)
  if (entry === undefined) throw new Error('There was no request.')
  return entry
}

async function detail(path: string, { fault, ...init }: RequestInit & { fault?: FaultInput } = {}) {
  const simulator = createSimulator({ scenario: 'busy' })
  if (fault !== undefined) simulator.faults.add(fault)
  const response = await simulator.fetch(path, init).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  return { ...readDetails(simulator), text }
}

test('a request in the journal has its headers', async () => {
  const { request } = await detail('/v2/deployments', {
    headers: { accept: 'application/json', 'x-own': 'caf\u00e9' },
  })
  expect(request.headers).toEqual([
    ['accept', 'application/json'],
    ['x-own', 'caf\u00e9'],
  ])
})

test('a request in the journal has at most 100 headers', async () => {
  const headers = Array.from({ length: 150 }, (_, index): [string, string] => [`x-${index}`, 'value'])
  expect((await detail('/v2/deployments', { headers })).request.headers).toHaveLength(100)
})

test('a request in the journal has headers of at most 16 KiB', async () => {
  const headers = Array.from({ length: 9 }, (_, index): [string, string] => [`x-${index}`, 'x'.repeat(4000)])
  expect((await detail('/v2/deployments', { headers })).request.headers).toHaveLength(4)
})

test('a request in the journal has the response that was sent', async () => {
  const { response, text } = await detail('/v2/deployments?limit=2')
  expect(response).toMatchObject({ status: 200, body: text, bytes: text?.length, isWhole: true, isBinary: false })
  expect(response.headers).toContainEqual(['content-type', 'application/json'])
})

test('a request in the journal has the response after faults', async () => {
  const { response, text } = await detail('/v2/deployments', { fault: { status: 503 } })
  expect(response).toMatchObject({ status: 503, body: text, isWhole: true })
})

test('a request in the journal has the part of the response that was sent before the connection was cut', async () => {
  const { response } = await detail('/v2/deployments', {
    fault: { effect: { kind: 'reset', when: 'during' } },
  })
  expect(response).toMatchObject({ status: 200, isWhole: false })
  expect(response.bytes).toBeGreaterThanOrEqual(response.body?.length ?? 0)
  expect(response.body).toMatch(/^\{"resources":\[\{/)
  expect(() => JSON.parse(response.body ?? '')).toThrow(SyntaxError)
})

test('a request in the journal has no response if there was none', async () => {
  const { response } = await detail('/v2/deployments', { fault: { effect: { kind: 'reset' } } })
  expect(response).toEqual({ status: null, headers: [], body: null, bytes: 0, isWhole: false, isBinary: false })
})

test('a request in the journal has the headers that explain a response', async () => {
  const simulator = createSimulator({ scenario: 'empty', explain: true } as never)
  await simulator.fetch('/v2/deployments')
  const names = readDetails(simulator).response.headers.map(([name]) => name)
  expect(names).toContain('x-simulator-explanation')
})

test('a body of more than 1 MiB is kept in part, up to a whole character', () => {
  const store = createJournalStore(10, createByteBudget(2 ** 25))
  const { assumptions } = createSimulator({ scenario: 'empty' })
  const body = encodeBody(`x${'\u00e9'.repeat(2 ** 20)}`)
  const response = { status: 200, headers: {}, body }
  const request = { method: 'GET', path: '/', query: '', headers: [], body: new Uint8Array() }
  const outcome = { response, dependsOn: [] }
  const id = store.write(
    {
      ...request,
      at: 0n,
      received: 0,
      state: 'finished' as const,
      waitsFor: null,
      outcome,
      assumptions,
      milliseconds: 0,
      faults: [],
    },
    response,
  )
  const sent = store.get(id)?.sent
  const details = sent === undefined ? undefined : readSentResponse(sent, 200)
  expect(details).toMatchObject({ bytes: body.length, isWhole: false, isBinary: false })
  expect(details?.body).toHaveLength(2 ** 19)
})

test('bytes that are not UTF-8 are shown as text and marked', () => {
  const kept = {
    headers: {},
    body: { source: { body: buildBody([new Uint8Array([120, 255])]), size: 2, users: 1, entry: undefined }, users: 1 },
    bytes: 2,
    isCut: false,
  }
  expect(readSentResponse(kept, 200)).toMatchObject({ body: 'x\ufffd', isBinary: true, isWhole: true })
})

test('responses from the cache share their body', async () => {
  const simulator = createSimulator({ scenario: 'busy' })
  await simulator.fetch('/v2/deployments?limit=10')
  const { bytes } = readDetails(simulator).response
  const before = simulator.memory().kinds.journals
  for (let count = 0; count < 10; count += 1) await simulator.fetch('/v2/deployments?limit=10')
  expect(simulator.memory().kinds.journals - before).toBeLessThan(10 * bytes)
})

test('the oldest bodies are dropped when there are more than 16 MiB, and their requests stay', async () => {
  const simulator = createSimulator({ scenario: 'busy' })
  for (let count = 0; count < 120; count += 1) {
    simulator.db.deployments.create({ name: `checkout-${count}` })
    await simulator.fetch('/v2/deployments?limit=100')
  }
  const [first] = simulator.requests.list()
  expect(readDetails(simulator, first?.id).response).toMatchObject({ status: 200, body: null, isWhole: false })
  expect(readDetails(simulator).response).toMatchObject({ isWhole: true })
})

test('the memory of bodies is released with their requests', async () => {
  const simulator = createSimulator({ scenario: 'busy' })
  await simulator.fetch('/v2/deployments')
  await simulator.fetch('/v2/deployments?limit=3')
  simulator.requests.clear()
  expect(simulator.memory().kinds.journals).toBe(0)
})

serverTest('a server keeps the headers as they were received, in their order', async ({ start }) => {
  const { server, remote } = await start()
  const socket = connectSocket(server.port, '127.0.0.1')
  socket.write(
    'GET /v2/deployments HTTP/1.1\r\nHost: localhost\r\nX-B: 1\r\nx-a: 2\r\nX-B: \xe9\r\nConnection: close\r\n\r\n',
    'latin1',
  )
  await vi.waitFor(async () => expect((await remote.requests.counts()).total).toBe(1))
  const details = await remote.requests.get(1)
  expect(details?.request.headers).toEqual([
    ['Host', 'localhost'],
    ['X-B', '1'],
    ['x-a', '2'],
    ['X-B', '\u00e9'],
    ['Connection', 'close'],
  ])
  socket.destroy()
})

test('sessions that get the same response from the cache share its body', async () => {
  const simulator = createSimulator({ scenario: 'busy' })
  await simulator.fetch('/v2/deployments')
  const before = simulator.memory().kinds.journals
  for (let count = 0; count < 10; count += 1) await simulator.fetch(`/_s/s${count}/v2/deployments`)
  expect(simulator.memory().kinds.journals - before).toBeLessThan(readDetails(simulator).response.bytes)
})

test('nothing refers to a body that was dropped', async () => {
  const store = createJournalStore(10, createByteBudget(2 ** 20))
  const { assumptions } = createSimulator({ scenario: 'empty' })
  const write = (body: Uint8Array<ArrayBuffer>) => {
    const outcome = { response: { status: 200, headers: {}, body: NO_BODY }, dependsOn: [] }
    const request = { method: 'GET', path: '/', query: '', headers: [], body: new Uint8Array() }
    const record = {
      ...request,
      at: 0n,
      received: 0,
      state: 'finished' as const,
      waitsFor: null,
      outcome,
      assumptions,
      milliseconds: 0,
      faults: [],
    }
    store.write(record, { ...outcome.response, body: buildBody([body]) })
    return new WeakRef(body)
  }
  const first = write(new Uint8Array(700_000))
  write(new Uint8Array(700_000))
  // Until the next task, the reference itself keeps the body.
  await new Promise(setImmediate)
  readTakenBytes()
  expect(first.deref()).toBeUndefined()
  expect(store.count()).toBe(2)
})
