import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { createCall, createService, findOne } from '../support/control-plane.ts'
import { runs } from '../support/scope.ts'

const EMPTY = { name: 'small', description: 'For tests.', seed: 1, now: '2026-03-02T09:00:00Z', providers: 0 }
const LISTS = ['/v2/auth/providers', '/v2/deployments?limit=100']

async function readWorld(simulator: Pick<Simulator, 'fetch' | 'db'>): Promise<string[]> {
  const repositories = simulator.db.integrations
    .list()
    .map(({ id, kind }) => `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${id}/repos`)
  return Promise.all([...LISTS, ...repositories].map(async (path) => (await simulator.fetch(path)).text()))
}

function changeSomething({ db, assume, faults }: Simulator): void {
  const [first, second] = db.deployments.list()
  db.deployments.update(first?.id ?? '', { status: 'UNUSED', name: 'renamed' })
  db.deployments.delete(second?.id ?? '')
  db.deployments.create({ name: 'new' })
  const { id } = db.integrations.create({ name: 'added-works' })
  db.repositories.create({ integration_id: id })
  db.providers.create()
  assume({ lastPageOffset: 'limit' })
  faults.add({ operation: 'createDeployment', status: 500 })
}

type Write = { kind: string; at: number; name: string }

function apply({ db: { deployments } }: Simulator, { kind, at, name }: Write): void {
  const all = deployments.list()
  const id = all[at % (all.length || 1)]?.id
  if (kind === 'create' || id === undefined) deployments.create({ name })
  else if (kind === 'update') deployments.update(id, { name })
  else deployments.delete(id)
}

test('a snapshot can be written to a file and restored at any moment of two rollouts that follow one another', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const { id } = findOne(simulator, { status: 'READY' })
  for (let rollout = 0; rollout < 2; rollout += 1) {
    expect((await call(`POST /v2/deployments/${id}/revisions`, {})).status).toBe(201)
  }
  for (let step = 0; step < 60; step += 1) {
    simulator.clock.advance(5000)
    simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  }
  const { body } = await call(`GET /v2/deployments/${id}/revisions?limit=2`)
  expect(body.resources.map(({ status }: { status: string }) => status)).toEqual(['DEPLOYED', 'DEPLOYED'])
})

test('a snapshot gives the same responses when it is restored, after any changes', async () => {
  const simulator = createSimulator()
  changeSomething(simulator)
  const before = await readWorld(simulator)
  const snapshot = simulator.snapshot()
  simulator.load('empty')
  simulator.restore(snapshot)
  expect(await readWorld(simulator)).toEqual(before)
  expect(simulator.assumptions.lastPageOffset).toBe('limit')
  expect(simulator.faults.list()).toEqual(snapshot.current.faults)
})

test('a snapshot is JSON, and can be restored from it in another simulator', async () => {
  const simulator = createSimulator({ seed: 7, preset: 'langsmith', assumptions: { authentication: 'none' } })
  changeSomething(simulator)
  const text = JSON.stringify(simulator.snapshot())
  const elsewhere = createSimulator({ scenario: 'empty' })
  elsewhere.restore(JSON.parse(text))
  expect(elsewhere.snapshot()).toEqual(JSON.parse(text))
  expect(await readWorld(elsewhere)).toEqual(await readWorld(simulator))
})

test('a snapshot continues as the original state would have', () => {
  const simulator = createSimulator()
  changeSomething(simulator)
  const snapshot = simulator.snapshot()
  const next = simulator.db.deployments.create()
  simulator.restore(snapshot)
  expect(simulator.db.deployments.create()).toEqual(next)
})

test('a snapshot forks a session, which then changes independently', async () => {
  const simulator = createSimulator()
  simulator.db.deployments.create({ name: 'common' })
  const fork = simulator.sessions.create('fork', { snapshot: simulator.snapshot() })
  fork.db.deployments.create({ name: 'only-there' })
  const names = ({ db }: Pick<Simulator, 'db'>) => db.deployments.list().map(({ name }) => name)
  expect(names(fork)).toEqual([...names(simulator), 'only-there'])
})

test.each([true, false])('a snapshot of a strict session is strict, restored in one where that is %j', (strict) => {
  const stored = createSimulator({ strict: true }).snapshot()
  const simulator = createSimulator({ strict })
  simulator.restore(stored)
  expect(simulator.strict).toBe(true)
  simulator.configure({ strict: false })
  expect(simulator.snapshot().current).not.toHaveProperty('strict')
  expect(createSimulator().sessions.create('copy', { snapshot: stored }).strict).toBe(true)
})

test('a snapshot that came from a file still shares the initial records', () => {
  const simulator = createSimulator()
  const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()))
  const fork = simulator.sessions.create('fork', { snapshot })
  const [{ id } = { id: '' }] = simulator.db.deployments.list()
  expect(fork.db.deployments.get(id)).toBe(simulator.db.deployments.get(id))
})

test('a restored snapshot returns to the start of its scenario with load', async () => {
  const simulator = createSimulator({ seed: 3 })
  const start = await readWorld(simulator)
  changeSomething(simulator)
  const snapshot = simulator.snapshot()
  simulator.load('empty')
  simulator.restore(snapshot)
  simulator.load()
  expect(await readWorld(simulator)).toEqual(start)
})

test.for([{ level: 0, seed: 5 }, { level: 0.2, seed: 5 }, { level: 0.2 }])(
  'a snapshot contains the chaos %j',
  (chaos) => {
    const simulator = createSimulator()
    simulator.setChaos(chaos)
    const snapshot = simulator.snapshot()
    simulator.setChaos({ level: 1, seed: 6 })
    simulator.restore(snapshot)
    expect(simulator.chaos).toMatchObject(chaos)
  },
)

test('a snapshot cannot be changed, and does not change with the world', () => {
  const simulator = createSimulator()
  const snapshot = simulator.snapshot()
  const before = JSON.stringify(snapshot)
  changeSomething(simulator)
  expect(JSON.stringify(snapshot)).toBe(before)
  expect(() => Object.assign(snapshot.current, { changes: {} })).toThrow(TypeError)
})

test('a snapshot restores the world after any changes', async () => {
  const change = fc.record({
    kind: fc.constantFrom('create', 'update', 'delete'),
    at: fc.nat(1000),
    name: fc.string(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.array(change, { maxLength: 6 }), async (first, later) => {
      const simulator = createSimulator({ deployments: 5 })
      for (const change of first) apply(simulator, change)
      const before = await readWorld(simulator)
      const snapshot = JSON.parse(JSON.stringify(simulator.snapshot()))
      for (const change of later) apply(simulator, change)
      simulator.restore(snapshot)
      expect(await readWorld(simulator)).toEqual(before)
    }),
    { numRuns: runs(40) },
  )
})

const snapshot = () => structuredClone(createSimulator().snapshot()) as unknown as Record<string, never>
const missing = 'aaaaaaaa-0000-4000-8000-000000000000'

test.for<[string, (given: ReturnType<typeof snapshot>) => unknown, RegExp]>([
  ['is not an object', () => 'zip', /it is "zip"\. Pass a snapshot/],
  ['has another format', (given) => ({ ...given, format: 'x' }), /"format" is "x"/],
  ['has another version', (given) => ({ ...given, version: 9 }), /version 9, but this deploymock reads version 1/],
  ['has an unknown field', (given) => ({ ...given, extra: 1 }), /"extra" is unknown\. Known: format, version/],
  [
    'has two issues',
    (given) => ({ ...given, preset: 'x', current: { ...Object(given.current), faults: [{}] } }),
    /"preset" is "x".*"current\.faults\.0" is \{\}\. It must have exactly one of/,
  ],
  [
    'removes a record that does not exist, and adds an invalid one',
    (given) => ({
      ...given,
      current: {
        assumptions: {},
        faults: [],
        changes: {
          deployments: { removed: [missing] },
          repositories: {
            added: [{ integration_id: missing, id: '1', name: 'n', owner: 'o', url: 'u', default_branch: 'main' }],
          },
        },
      },
    }),
    new RegExp(`repository "n": "integration_id".*deployment "${missing}": it cannot be removed`),
  ],
])('a snapshot that %s is rejected, and nothing changes', async ([, spoil, message]) => {
  const simulator = createSimulator()
  changeSomething(simulator)
  const before = simulator.snapshot()
  expect(() => simulator.restore(spoil(snapshot()))).toThrow(message)
  expect(simulator.snapshot()).toEqual(before)
})

test.for([
  ['zip', 'format'],
  [{ format: 'deploymock-snapshot', version: 9 }, 'version'],
] as const)('the issue of the snapshot %j names its field %s', ([snapshot, path]) => {
  const issue = { path, message: expect.stringMatching(/./) }
  expect(() => createSimulator().restore(snapshot)).toThrow(expect.objectContaining({ issues: [issue] }))
})

test('another scenario replaces the first one with everything that belongs to it', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.load('default')
  expect(await readWorld(simulator)).toEqual(await readWorld(createSimulator()))
})

test('another scenario keeps the assumptions that the simulator was created with', () => {
  const simulator = createSimulator({ assumptions: { lastPageOffset: 'limit' } })
  simulator.load('empty')
  expect(simulator.assumptions.lastPageOffset).toBe('limit')
})

test.for<[unknown, RegExp]>([
  ['nowhere', /"nowhere" is unknown\. Known: default, empty/],
  [
    { name: 'x', description: '', providers: -1, integrations: [], deployments: [{ record: { color: 1 } }] },
    /"providers" is -1.*"deployments\.0\.record\.color"/,
  ],
  [
    { name: 'x', description: '', providers: 0, integrations: [], deployments: [{ record: { status: 'BLUE' } }] },
    /deployments\.0: "status" is "BLUE"\. Allowed: AWAITING_DATABASE/,
  ],
])('another scenario given as %j is rejected, and nothing changes', ([scenario, message]) => {
  const simulator = createSimulator()
  changeSomething(simulator)
  const before = simulator.snapshot()
  expect(() => simulator.load(scenario as string)).toThrow(message)
  expect(simulator.snapshot()).toEqual(before)
})

test('assumptions that are set apply from the next request on, and leave the data unchanged', async () => {
  const simulator = createSimulator()
  const { name } = simulator.db.deployments.create({ name: 'kept' })
  simulator.assume({ lastPageOffset: 'zeroAtEnd' })
  const page = await (await simulator.fetch('/v2/deployments?limit=100')).json()
  expect([page.offset, page.resources[0].name]).toEqual([0, name])
})

test('assumptions that are set keep the faults and their counts', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ effect: { kind: 'rate-limit', limit: 1 } })
  await simulator.fetch('/v2/auth/providers')
  simulator.assume({ lastPageOffset: 'limit' })
  expect((await simulator.fetch('/v2/auth/providers')).status).toBe(429)
  expect(simulator.faults.add({ status: 500 }).id).toBe('2')
})

test('assumptions that are set are rejected if the scenario does not allow them, and nothing changes', () => {
  const simulator = createSimulator({ scenario: { ...EMPTY, deployments: [{ record: { status: 'UNUSED' } }] } })
  const before = simulator.snapshot()
  expect(() => simulator.assume({ statusValues: 'READY,UNKNOWN' })).toThrow(
    /deployments\.0: "status" is "UNUSED"\. Allowed: READY, UNKNOWN/,
  )
  expect(simulator.snapshot()).toEqual(before)
})
