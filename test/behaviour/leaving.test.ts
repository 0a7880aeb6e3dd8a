import { setupServer } from 'msw/node'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { endlessTimers, realTime } from '../../src/engine/store/time/world-time.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'

afterEach(() => void vi.restoreAllMocks())

/** Counts the endless timers that have not been stopped. */
function countHolds(): () => number {
  const open = new Set<symbol>()
  const hold = () => {
    const timer = Symbol()
    open.add(timer)
    return () => void open.delete(timer)
  }
  vi.spyOn(endlessTimers, 'holdObject').mockImplementation(hold)
  vi.spyOn(endlessTimers, 'holdProcess').mockImplementation(hold)
  return () => open.size
}

/** Counts the real-time timers that have not been cancelled. */
function countAlarms(): () => number {
  let alarms = 0
  vi.spyOn(realTime, 'after').mockImplementation(() => {
    let isSet = true
    alarms += 1
    return () => {
      alarms -= isSet ? 1 : 0
      isSet = false
    }
  })
  return () => alarms
}

test('simulator.fetch leaves no timer behind when a fault matches', async () => {
  const { fetch, faults } = createSimulator()
  faults.add({ operation: 'listDeployments', status: 503 })
  const count = countHolds()
  for (let request = 0; request < 100; request += 1) expect((await fetch('/v2/deployments')).status).toBe(503)
  expect(count()).toBe(0)
})

test('simulator.fetch leaves no timer behind when a delayed response arrives, or the client aborts before that', async () => {
  const { fetch, faults, clock } = createSimulator()
  faults.add({ delay: 1000 })
  const count = countHolds()
  const [stays, leaves] = [new AbortController(), new AbortController()]
  const answers = [stays, leaves].map(({ signal }) => fetch('/v2/deployments', { signal }))
  leaves.abort()
  clock.advance(1000)
  const [stayed, left] = await Promise.allSettled(answers)
  expect([stayed?.status, left?.status, count()]).toEqual(['fulfilled', 'rejected', 0])
})

test('simulator.fetch leaves no timer behind when a stream of events is closed', async () => {
  const { fetch } = createSimulator()
  const count = countHolds()
  const abort = new AbortController()
  const [first, second] = [
    await fetch('/_simulator/events', { signal: abort.signal }),
    await fetch('/_simulator/events'),
  ]
  abort.abort()
  await expect(first.text()).rejects.toThrow()
  await second.body?.cancel()
  expect(count()).toBe(0)
})

interface Way {
  name: string
  open(simulator: Simulator): Promise<{ send: typeof fetch; close(): unknown }>
}

const ways: readonly Way[] = [
  { name: 'simulator.fetch', open: async ({ fetch }) => ({ send: fetch, close: () => undefined }) },
  {
    name: 'msw/node',
    async open({ handlers }) {
      const server = setupServer(...handlers)
      server.listen()
      return { send: (path, init) => fetch(`http://api.test${path}`, init), close: () => server.close() }
    },
  },
  {
    name: 'serve',
    async open(simulator) {
      const { url, close } = await serve(simulator, { port: 0 })
      return { send: (path, init) => fetch(`${url}${path}`, init), close }
    },
  },
]

test.for(ways)(
  'a client of $name that disconnects while its request waits leaves nothing behind but a request without a response',
  async ({ open }) => {
    const count = countAlarms()
    const simulator = createSimulator({ clock: 'running' })
    simulator.faults.add({ delay: 60_000, times: 2 })
    const { send, close } = await open(simulator)
    onTestFinished(async () => void (await close()))
    const abort = new AbortController()
    const answer = send('/v2/deployments', { method: 'POST', body: '{}', signal: abort.signal })
    await vi.waitFor(() => expect(count()).toBe(1))
    abort.abort()
    await expect(answer).rejects.toThrow()
    await vi.waitFor(() => expect(simulator.requests.list({ state: 'aborted' })).toHaveLength(1))
    expect(count()).toBe(0)
    expect(simulator.requests.get(1)).toMatchObject({
      operation: 'createDeployment',
      status: null,
      parameters: {},
      faults: ['1'],
      explanation: {
        words: [
          'POST /v2/deployments got no response: the client disconnected while it waited.',
          'The fault "1" applied: delay.',
          expect.anything(),
        ],
      },
    })
    // The service never got the request, but the fault counts as applied.
    expect(simulator.db.deployments.count()).toBe(60)
    expect(simulator.faults.list()).toHaveLength(1)
  },
)

test('a request that is aborted during the latency of a scenario is dropped, and others get their responses in time', async () => {
  const { scenario } = createSimulator()
  const simulator = createSimulator({ scenario: { ...scenario, latency: 100 } })
  const abort = new AbortController()
  const [left, stayed] = [
    simulator.fetch('/v2/auth/providers', { signal: abort.signal }),
    simulator.fetch('/v2/deployments'),
  ]
  abort.abort()
  await expect(left).rejects.toThrow()
  simulator.clock.advance(100)
  expect((await stayed).status).toBe(200)
  expect(simulator.requests.list()).toMatchObject([
    { operation: 'listOAuthProviders', status: null },
    { operation: 'listDeployments', status: 200 },
  ])
})
