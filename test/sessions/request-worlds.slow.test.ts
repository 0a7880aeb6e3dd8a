import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, OptionError, type Simulator, type Snapshot } from '../../src/index.ts'
import { buildCreation, createCall, createService } from '../support/control-plane.ts'
import { runs } from '../support/scope.ts'

const LIST = '/v2/deployments?limit=100'

/** Returns the id of the latest request. */
function latest({ requests }: Pick<Simulator, 'requests'>): number {
  return requests.list().at(-1)?.id ?? 0
}

/** Sends a request of the journal again, in a new session with the world that it met. */
async function repeat(simulator: Simulator, id: number) {
  const entry = simulator.requests.get(id)
  if (entry === undefined) throw new Error(`Request ${id} is not in the journal.`)
  const { method, path, query, body, request } = entry
  const fork = simulator.sessions.create(`fork-${id}`, { snapshot: simulator.snapshot({ request: id }) })
  const headers = request.headers.map(([name, value]): [string, string] => [name, value])
  const response = await simulator.fetch(`/_s/${fork.name}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers,
    body,
  })
  const again = { status: response.status, body: (await response.text()) || null }
  simulator.sessions.delete(fork.name)
  return { again, first: { status: entry.response.status, body: entry.response.body } }
}

async function expectSame(simulator: Simulator, id: number): Promise<void> {
  const { again, first } = await repeat(simulator, id)
  expect(again).toEqual(first)
}

test('the world of a request is the one before everything that has changed since', async () => {
  const simulator = createSimulator()
  await simulator.fetch(LIST)
  const [one, other] = simulator.db.deployments.list()
  simulator.db.deployments.update(one?.id ?? '', { name: 'renamed' })
  simulator.db.deployments.delete(other?.id ?? '')
  simulator.db.deployments.create({ name: 'later' })
  await expectSame(simulator, 1)
})

test('the world of a request has the record that was deleted afterwards', async () => {
  const simulator = createSimulator()
  const { id } = simulator.db.deployments.create({ name: 'short-lived' })
  await simulator.fetch(`/v2/deployments/${id}`)
  simulator.db.deployments.delete(id)
  await expectSame(simulator, 1)
})

test('the world of a request does not have what the request itself created', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  expect((await call('POST /v2/deployments', buildCreation(simulator, { name: 'own' }))).status).toBe(201)
  const snapshot = simulator.snapshot({ request: latest(simulator) })
  expect(snapshot.current.changes.deployments?.added).toEqual([])
  await expectSame(simulator, latest(simulator))
})

test('the world of a request is that between two steps of a rollout', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator, { name: 'rolled-out' }))
  const { id } = body as { id: string }
  const bodies = new Set<string>()
  for (let step = 0; step < 12; step += 1) {
    simulator.clock.advance(60_000)
    const revisions = await call(`GET /v2/deployments/${id}/revisions`)
    bodies.add(JSON.stringify(revisions.body))
  }
  expect(bodies.size).toBeGreaterThan(2)
  for (const { id: request } of simulator.requests.list()) await expectSame(simulator, request)
})

test('the world of a request continues as the original one did', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  await call('POST /v2/deployments', buildCreation(simulator, { name: 'rolled-out' }))
  await simulator.fetch(LIST)
  const request = latest(simulator)
  simulator.clock.advance(600_000)
  const fork = simulator.sessions.create('fork', { snapshot: simulator.snapshot({ request }) })
  fork.clock.advance(600_000)
  expect(fork.db.revisions.list()).toEqual(simulator.db.revisions.list())
  expect(fork.db.deployments.create()).toEqual(simulator.db.deployments.create())
})

test('the world of a request has the clock of that time, also if the clock was set back since', async () => {
  const simulator = createSimulator()
  simulator.clock.set('2026-03-05T10:00:00Z')
  await simulator.fetch(LIST)
  simulator.clock.set('2026-03-02T09:00:00Z')
  const fork = simulator.sessions.create('fork', { snapshot: simulator.snapshot({ request: 1 }) })
  expect(fork.clock.now()).toBe('2026-03-05T10:00:00Z')
})

test('the world of a request has the faults of that time, with the uses that were left', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  for (let request = 0; request < 3; request += 1) await simulator.fetch(LIST)
  simulator.faults.clear()
  const left = [1, 2, 3].map((request) => simulator.snapshot({ request }).current.faults.map(({ times }) => times))
  expect(left).toEqual([[2], [1], []])
  for (const request of [1, 2, 3]) await expectSame(simulator, request)
})

test('the world of a request has the chaos of that time', async () => {
  const simulator = createSimulator()
  await simulator.fetch(LIST)
  simulator.setChaos({ level: 1, seed: 3 })
  await simulator.fetch(LIST)
  simulator.setChaos({ level: 0 })
  const chaos = [1, 2].map((request) => simulator.snapshot({ request }).current.chaos)
  expect(chaos).toEqual([undefined, { level: 1, seed: 3 }])
})

test('the world of a request has the assumptions of that time', async () => {
  const simulator = createSimulator()
  simulator.assume({ lastPageOffset: 'limit' })
  await simulator.fetch(LIST)
  simulator.assume({ lastPageOffset: 'returned', nullableFields: 'none' })
  simulator.configure({ preset: 'langsmith' })
  await simulator.fetch(LIST)
  const snapshots = [1, 2].map((request) => simulator.snapshot({ request }))
  expect(snapshots.map(({ preset }) => preset)).toEqual(['spec', 'langsmith'])
  expect(snapshots[0]?.current.assumptions).toEqual({ lastPageOffset: 'limit' })
  for (const request of [1, 2]) await expectSame(simulator, request)
})

test('the world of a request has the added records in their order, also if assumptions changed since', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const [, second] = ['one', 'two', 'three'].map((name) => simulator.db.deployments.create({ name }).id)
  simulator.db.deployments.delete(simulator.db.deployments.create({ name: 'gone' }).id)
  simulator.db.deployments.create({ name: 'four' })
  await simulator.fetch(LIST)
  const before = simulator.snapshot()
  simulator.db.deployments.delete(second ?? '')
  simulator.assume({ lastPageOffset: 'limit' })
  simulator.db.deployments.create({ name: 'five' })
  expect(simulator.snapshot({ request: 1 })).toEqual(before)
})

test('the world of a request has a rollout that was overtaken before assumptions changed', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator, { name: 'rolled-out' }))
  await simulator.fetch(LIST)
  const request = latest(simulator)
  const before = simulator.snapshot()
  simulator.db.deployments.delete((body as { id: string }).id)
  simulator.assume({ lastPageOffset: 'limit' })
  expect(simulator.snapshot({ request })).toEqual(before)
})

test('the world of a request has the records as they were, if they changed between two changes of assumptions', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator, { name: 'with-nulls' }))
  const before = simulator.snapshot()
  await simulator.fetch(LIST)
  const request = latest(simulator)
  simulator.assume({ nullableFields: 'none' })
  simulator.db.deployments.update((body as { id: string }).id, { name: 'renamed' })
  simulator.assume({ lastPageOffset: 'limit' })
  expect(simulator.snapshot({ request })).toEqual(before)
})

test('the world of a request has the rollouts of records that other assumptions do not start with', async () => {
  const simulator = createService({ deployments: 3 })
  const call = createCall(simulator.fetch)
  for (const { id } of simulator.db.deployments.list()) await call(`POST /v2/deployments/${id}/revisions`, {})
  const before = simulator.snapshot()
  await simulator.fetch(LIST)
  const request = latest(simulator)
  simulator.assume({ nullableFields: 'none' })
  expect(simulator.snapshot({ request })).toEqual(before)
})

test('the world of a request is a snapshot that can be restored and written to a file', async () => {
  const simulator = createSimulator()
  await simulator.fetch(LIST)
  simulator.db.deployments.create({ name: 'later' })
  const snapshot: Snapshot = JSON.parse(JSON.stringify(simulator.snapshot({ request: 1 })))
  simulator.restore(snapshot)
  expect(simulator.edited).toBe(false)
})

test('the world of a request is known after thousands of changes', async () => {
  const simulator = createSimulator()
  await simulator.fetch(LIST)
  const before = simulator.snapshot()
  const [first] = simulator.db.deployments.list()
  for (let index = 0; index < 2000; index += 1) simulator.db.providers.create()
  simulator.db.deployments.update(first?.id ?? '', { name: 'renamed' })
  expect(simulator.snapshot({ request: 1 })).toEqual(before)
})

const journals = (simulator: Simulator) => simulator.memory().kinds.journals

const index = fc.nat(20)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('read' as const), index }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('create' as const, 'update' as const), index }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('delete' as const, 'post' as const), index }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('patch' as const, 'remove' as const), index }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('advance' as const, 'back' as const), index }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('assume' as const, 'configure' as const), index }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('fault' as const), index }) },
)

const PRESETS = ['spec', 'langsmith', 'langsmith-next'] as const

/** @param fetch sends a request of a step */
function createDriver(simulator: Simulator, fetch: Simulator['fetch']) {
  const call = createCall(fetch)
  const { db, clock } = simulator
  const pick = (at: number) => db.deployments.list()[at % Math.max(1, db.deployments.count())]?.id ?? 'none'
  const actions = {
    read: (at: number) => call(`GET ${[LIST, `/v2/deployments/${pick(at)}`][at % 2]}`),
    create: (at: number) => db.deployments.create({ name: `created-${at}` }),
    update: (at: number) => pick(at) !== 'none' && db.deployments.update(pick(at), { name: `updated-${at}` }),
    delete: (at: number) => db.deployments.delete(pick(at)),
    post: (at: number) => call('POST /v2/deployments', buildCreation(simulator, { name: `posted-${at}` })),
    patch: (at: number) => call(`POST /v2/deployments/${pick(at)}/revisions`, {}),
    remove: (at: number) => call(`DELETE /v2/deployments/${pick(at)}`),
    advance: (at: number) => clock.advance(at * 10_000),
    back: (at: number) => clock.set(new Date(Date.parse(clock.now()) - at * 1000)),
    assume: (at: number) => simulator.assume({ lastPageOffset: at % 2 === 0 ? 'limit' : 'returned' }),
    // The statuses of the presets differ, so it cannot always be chosen.
    configure: (at: number) => attempt(() => simulator.configure({ preset: PRESETS[at % PRESETS.length] ?? 'spec' })),
    fault: () => simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 }),
  }
  return ({ what, index: at }: { what: keyof typeof actions; index: number }) => actions[what](at)
}

function attempt(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
  }
}

// The order of these records means nothing. Changed assumptions replay removals before updates.
function sortChanges(world: Snapshot): unknown {
  return JSON.parse(JSON.stringify(world), (key, value) => {
    if (key === 'removed') return value.toSorted()
    return key === 'replaced' ? value.toSorted(compareIds) : value
  })
}

function compareIds(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

test('every request gets the same response again in its world, whatever happened since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30 }), async (steps) => {
      const simulator = createService({ deployments: 4 })
      const got: { world: Snapshot; status: number; body: string | null }[] = []
      const act = createDriver(simulator, async (...request) => {
        const world = simulator.snapshot()
        const response = await simulator.fetch(...request)
        got.push({ world, status: response.status, body: (await response.clone().text()) || null })
        return response
      })
      for (const each of steps) await act(each)
      for (const [index, { world, ...response }] of got.entries()) {
        expect(sortChanges(simulator.snapshot({ request: index + 1 }))).toEqual(sortChanges(world))
        expect((await repeat(simulator, index + 1)).again).toEqual(response)
      }
    }),
    { numRuns: runs(40) },
  )
})

async function open(journalSize = 100) {
  const simulator = createSimulator({ journalSize })
  await simulator.fetch(LIST)
  return simulator
}

test.for<[why: string, act: (simulator: Simulator) => unknown]>([
  ['a reset', ({ reset }) => reset({ keepRequests: true })],
  ['a load', ({ load }) => load('busy', { keepRequests: true })],
  ['a restore', ({ restore, snapshot }) => restore(snapshot(), { keepRequests: true })],
])('the world of a request is known after %s', async ([, act]) => {
  const simulator = await open()
  simulator.db.deployments.create({ name: 'before' })
  await simulator.fetch(LIST)
  const before = simulator.snapshot()
  act(simulator)
  expect(simulator.snapshot({ request: 2 })).toEqual(before)
  for (const request of [1, 2]) await expectSame(simulator, request)
})

test('the world of a request is gone if the journal has dropped the request', async () => {
  const simulator = await open(1)
  await simulator.fetch(LIST)
  expect(() => simulator.snapshot({ request: 1 })).toThrow('Failed to find request 1: it is not in the request log.')
})

test.for([0, 2, -1])('the world of a request is gone if there is no request %d', async (request) => {
  const simulator = await open()
  expect(() => simulator.snapshot({ request })).toThrow(
    `Failed to find request ${request}: it is not in the request log.`,
  )
})

test('the world of a request is known however much has changed since, and takes no memory for what came after', async () => {
  const simulator = await open()
  const [first] = simulator.db.deployments.list()
  const before = simulator.snapshot()
  const bytes = journals(simulator)
  for (let count = 0; count < 300; count += 1) {
    simulator.db.deployments.update(first?.id ?? '', { name: `name-${count}`.repeat(5000) })
  }
  expect(simulator.snapshot({ request: 1 })).toEqual(before)
  expect(journals(simulator) - bytes).toBeLessThan(10_000)
})
