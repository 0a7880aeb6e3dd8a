import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { buildImageCreation } from '../support/control-plane.ts'

const json = { 'content-type': 'application/json' }
const upstream = { preset: 'langsmith', controlApi: true, assumptions: { authentication: 'none' } } as const

/** Creates a simulator of which a test says how much memory the process has taken. */
function createMeasured() {
  const simulator = createSimulator(upstream)
  const memory = { share: 0, collections: 0, wasSure: false, hadFreed: false }
  simulator.service.watchMemory((isSure, hasFreed) => {
    memory.wasSure ||= isSure
    memory.hadFreed ||= hasFreed
    return memory
  })
  return {
    simulator,
    memory,
    async take(share: number) {
      Object.assign(memory, { share, collections: memory.collections + 1 })
      // A look is not due at each request.
      for (let count = 0; count < 8; count += 1) await simulator.fetch('/v2/auth/providers')
    },
  }
}

const sessionOf = async (simulator: Simulator, name: string) => {
  const response = await simulator.fetch(`/_s/${name}/v2/deployments?limit=1`)
  return { status: response.status, body: await response.json() }
}

test('when the process has taken much of its memory, what can be built again is dropped, and requests go on', async () => {
  const { simulator, take } = createMeasured()
  await simulator.fetch('/v2/deployments?name_contains=a&limit=50')
  expect(simulator.memory().kinds.responses).toBeGreaterThan(0)
  const before = simulator.memory().kinds
  await take(0.65)
  expect(simulator.memory().kinds.records).toBeLessThan(before.records)
  const [first] = simulator.requests.list()
  expect(first).toMatchObject({ path: '/v2/deployments', status: 200 })
  const { id } = first as { id: number }
  expect(simulator.requests.get(id)?.response).toMatchObject({ body: null, isWhole: false })
  expect((await sessionOf(simulator, 'new')).status).toBe(200)
})

test('when the process has taken much of its memory, what requests met is forgotten', async () => {
  const { simulator, take } = createMeasured()
  await simulator.fetch('/v2/deployments?limit=1')
  expect(simulator.snapshot({ request: 1 })).toEqual(simulator.snapshot())
  await take(0.65)
  expect(() => simulator.snapshot({ request: 1 })).toThrow('what it met is not in the request log')
})

test('when a collection has freed memory, nothing is dropped again', async () => {
  const { simulator, take } = createMeasured()
  await take(0.65)
  await take(0.3)
  await simulator.fetch('/v2/deployments?limit=50')
  await take(0.3)
  expect(simulator.memory().kinds.responses).toBeGreaterThan(0)
})

const adding: [what: string, path: string, init: RequestInit, error: object][] = [
  ['a creation', '/v2/deployments', { method: 'POST', body: '{}', headers: json }, { detail: expect.any(String) }],
  ['a change', '/v2/deployments/x', { method: 'PATCH', body: '{}', headers: json }, { detail: expect.any(String) }],
  ['a request that would create a session', '/_s/late/v2/deployments', {}, { detail: expect.any(String) }],
  ['a fault', '/_simulator/faults', { method: 'POST', body: '{}' }, { error: expect.any(Object) }],
  ['a session', '/_simulator/sessions', { method: 'POST', body: '{"name":"b"}' }, { error: expect.any(Object) }],
  ['a link that creates a session', '/_simulator/open?session=c', {}, { error: expect.any(Object) }],
]

test.for(adding)('when the process has hardly memory left, %s gets 507', async ([, path, init, error]) => {
  const { simulator, memory, take } = createMeasured()
  await take(0.75)
  const response = await simulator.fetch(path, init)
  expect(response.status).toBe(507)
  const body = await response.json()
  expect(body).toMatchObject(error)
  expect(JSON.stringify(body)).toContain('the process has taken 75 % of its memory')
  // Garbage is no reason to refuse something.
  expect(memory.wasSure).toBe(true)
})

const going: [what: string, path: string, init: RequestInit, status: number][] = [
  ['a page', '/v2/deployments?limit=100', {}, 200],
  ['a deletion', '/_simulator/faults', { method: 'DELETE' }, 204],
  ['the end of a session', '/_simulator/sessions/known', { method: 'DELETE' }, 204],
  ['a reset', '/_simulator/reset', { method: 'POST' }, 200],
  ['a reset of a session', '/_s/known/_simulator/reset', { method: 'POST' }, 200],
  ['a request to a known session', '/_s/known/v2/deployments', {}, 200],
  ['a list of requests', '/_simulator/requests', {}, 200],
]

test.for(going)('when the process has hardly memory left, %s gets its response', async ([, path, init, status]) => {
  const { simulator, take } = createMeasured()
  simulator.sessions.create('known')
  await take(0.75)
  expect((await simulator.fetch(path, init)).status).toBe(status)
})

const freeing: [what: string, hasFreed: boolean, path: string, init: RequestInit][] = [
  ['a reset', true, '/_simulator/reset', { method: 'POST' }],
  ['a reset of a session', true, '/_s/known/_simulator/reset', { method: 'POST' }],
  ['the end of a session', true, '/_simulator/sessions/known', { method: 'DELETE' }],
  ['a page', false, '/v2/deployments', {}],
]

test.for(freeing)(
  'when the process has hardly memory left, it collects garbage at once after %s: %s',
  async ([, hasFreed, path, init]) => {
    const { simulator, memory, take } = createMeasured()
    simulator.sessions.create('known')
    await take(0.75)
    await simulator.fetch(path, init)
    memory.hadFreed = false
    await simulator.fetch('/v2/auth/providers')
    expect(memory.hadFreed).toBe(hasFreed)
  },
)

test('health and metrics say that the process has hardly memory left, until it has more', async () => {
  const { simulator, take } = createMeasured()
  const read = async (path: string) => (await simulator.fetch(`/_simulator/${path}`)).text()
  await take(0.75)
  expect(JSON.parse(await read('health'))).toMatchObject({
    status: 'degraded',
    problem: expect.stringContaining('75 %'),
  })
  expect(await read('metrics')).toContain('\ndeploymock_memory_taken_ratio 0.75\n')
  await take(0.5)
  expect(JSON.parse(await read('health'))).toEqual({ status: 'ok' })
  const created = await simulator.fetch('/_simulator/sessions', { method: 'POST', body: '{"name":"b"}' })
  expect(created.status).toBe(201)
})

test('when the process has no memory left, large responses and bodies get 503 with a time to wait', async () => {
  const { simulator, take } = createMeasured()
  await take(0.85)
  const purpose = { attempt: 'send the response', what: 'it takes' }
  expect(() => simulator.service.reserve(100_000, purpose)).toThrow(
    expect.objectContaining({ name: 'NoRoomError', retryAfter: 1 }),
  )
})

test('when a reset that takes long frees memory, garbage is collected after it, whoever asks meanwhile', async () => {
  const { simulator, memory, take } = createMeasured()
  await take(0.75)
  const reset = simulator.fetch('/_simulator/reset', { method: 'POST' })
  await simulator.fetch('/v2/auth/providers')
  await reset
  memory.hadFreed = false
  await simulator.fetch('/v2/auth/providers')
  expect(memory.hadFreed).toBe(true)
})

const MUCH = 'x'.repeat(200_000)
const LARGE = '11111111-1111-4111-8111-111111111111'
const late: [what: string, head: string, body: string, status: number, part: string][] = [
  ['a change gets its response', 'POST /v2/deployments', JSON.stringify(buildImageCreation({ name: MUCH })), 201, MUCH],
  ['a change with a larger response gets it', `PATCH /v2/deployments/${LARGE}`, '{"secrets":[]}', 200, MUCH],
  ['a large page gets 503', 'GET /v2/deployments?limit=100', '{}', 503, '"Failed to send the response: '],
]

test.for(late)(
  'when there is no memory left for a response, %s, and the request log tells it',
  async ([, head, body, status, part]) => {
    const { simulator, memory } = createMeasured()
    simulator.db.deployments.create({ id: LARGE, name: `large-${MUCH}` })
    const { port, close } = await serve(simulator, { port: 0 })
    onTestFinished(close)
    simulator.service.watchMemory(() => memory)
    const fill = () => void Object.assign(memory, { share: 0.85, collections: 1 })
    simulator.service.observe({ onRequest: () => undefined, onEvent: ({ type }) => type === 'change' && fill() })
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(`${head} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`)
    socket.write(`Content-Length: ${body.length}\r\n\r\n${body[0]}`)
    // What arrives in parts is in the request log before it is whole.
    await expect.poll(() => simulator.requests.list()).toMatchObject([{ state: 'pending' }])
    if (head.startsWith('GET')) fill()
    socket.write(body.slice(1))
    const response = await text(socket)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response).toContain(part)
    expect(simulator.requests.list()).toMatchObject([{ status, state: 'finished' }])
  },
)
