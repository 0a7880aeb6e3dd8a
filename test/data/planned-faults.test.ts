import { expect, test, vi } from 'vitest'
import { realTime } from '../../src/engine/store/time/world-time.ts'
import { createSimulator, defineScenario, type ScenarioInput, type Simulator } from '../../src/index.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import { createMemoryStore } from '../server/support/memory-store.ts'

const incident: ScenarioInput = {
  name: 'incident',
  deployments: 3,
  changes: {
    timeline: [
      { after: '2m', addFault: { id: 'outage', operation: 'listDeployments', status: 503 } },
      { after: '5m', removeFault: 'outage' },
    ],
  },
}

const list = async (simulator: Pick<Simulator, 'fetch'>) => (await simulator.fetch('/v2/deployments')).status
const copy = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

test('a fault that a scenario plans applies from its time on until it is removed', async () => {
  const simulator = createSimulator({ scenario: incident })
  const seen = [await list(simulator)]
  for (const duration of ['119s', '1s', '179s', '1s'] as const) {
    simulator.clock.advance(duration)
    seen.push(await list(simulator))
  }
  expect(seen).toEqual([200, 200, 503, 503, 200])
})

test('a planned fault is told only if it begins or ends', () => {
  const simulator = createSimulator({ scenario: incident })
  const watch = () =>
    simulator.clock.watch(() => simulator.clock.next()).entries.map(({ id, removes }) => [id, removes])
  const ids = Array.from({ length: 1000 }, () => simulator.faults.add({ status: 500 }).id)
  expect(watch()).toEqual([])
  expect(watch()).toEqual([])
  simulator.reset()
  for (const id of ids) simulator.faults.remove(id)
  expect([watch(), watch()]).toEqual([[['outage', false]], [['outage', true]]])
})

test.for<[how: string, go: (simulator: Simulator) => Simulator]>([
  [
    'a reset',
    (simulator) => {
      simulator.clock.advance('3m')
      simulator.reset()
      return simulator
    },
  ],
  ['a snapshot', ({ snapshot }) => restore(copy(snapshot()))],
  [
    'an export of its snapshot',
    ({ snapshot }) => createSimulator({ scenario: defineScenario(copy(snapshot().scenario)) }),
  ],
  [
    'another assumption',
    (simulator) => {
      simulator.assume({ deploymentOrdering: 'shuffled', nullableFields: 'none' })
      return simulator
    },
  ],
  ['other deployments', ({ snapshot }) => createSimulator({ scenario: snapshot().scenario, deployments: 7 })],
] as const)('a planned fault still begins and ends after %s', async ([, go]) => {
  const simulator = go(createSimulator({ scenario: incident }))
  const seen = [await list(simulator)]
  for (let minute = 2; minute < 6; minute += 1) {
    simulator.clock.set(`2026-03-02T09:0${minute}:00Z`)
    seen.push(await list(simulator))
  }
  expect(seen).toEqual([200, 503, 503, 503, 200])
})

function restore(snapshot: ReturnType<Simulator['snapshot']>): Simulator {
  const simulator = createSimulator()
  simulator.restore(snapshot)
  return simulator
}

test('a snapshot during a planned fault has the fault, and still ends it', async () => {
  const simulator = createSimulator({ scenario: incident })
  simulator.clock.advance('3m')
  const other = restore(copy(simulator.snapshot()))
  expect(await list(other)).toBe(503)
  other.clock.advance('2m')
  expect(await list(other)).toBe(200)
  expect(other.faults.list()).toEqual([])
})

test.for([
  ['begins and is over', 6, 200],
  ['begins', 3, 503],
] as const)('a planned fault that %s while no server ran is so afterwards', async ([, minutes, status]) => {
  let passed = 0
  const start = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => start + passed)
  vi.spyOn(realTime, 'read').mockImplementation(() => 1000 + passed)
  const { store } = createMemoryStore()
  const open = async () => {
    const simulator = createSimulator({ scenario: incident, clock: 'running' })
    return { simulator, keeping: await keepSessions(simulator, store, (line) => expect(line).toBe('')) }
  }
  const first = await open()
  first.simulator.clock.advance('1s')
  await first.keeping.close()
  passed = minutes * 60_000
  const second = await open()
  expect(await list(second.simulator)).toBe(status)
  await second.keeping.close()
  vi.restoreAllMocks()
})

test('the timeline of the clock names what a planned fault does, and moving the clock says that it happened', () => {
  const { clock } = createSimulator({ scenario: incident })
  const begins = { resource: 'faults', id: 'outage', name: 'responds with 503', removes: false }
  const ends = { due: '2026-03-02T09:05:00Z', resource: 'faults', id: 'outage', name: null, set: null, removes: true }
  expect(clock.timeline()).toMatchObject({ total: 2, entries: [{ due: '2026-03-02T09:02:00Z', ...begins }, ends] })
  const { entries } = clock.watch(() => clock.next())
  expect(entries).toMatchObject([{ at: '2026-03-02T09:02:00Z', ...begins }])
})

test('a planned fault replaces one with its id, and tells listeners', () => {
  const changes = {
    timeline: [
      { after: '1s', addFault: { id: 'slow', delay: 100 } },
      { after: '2s', addFault: { id: 'slow', delay: 900 } },
    ],
  } satisfies ScenarioInput['changes']
  const simulator = createSimulator({ scenario: { name: 'slower', deployments: 0, changes } })
  const told: unknown[] = []
  simulator.events.listen((event) => void (event.type === 'fault' && told.push(event.what)))
  simulator.clock.advance('3s')
  expect(simulator.faults.list()).toMatchObject([{ id: 'slow', effect: { kind: 'delay', milliseconds: 900 } }])
  expect(told).toEqual(['added', 'removed', 'added'])
})

test.for<[wrong: string, entry: object, message: string]>([
  [
    'what matches nothing',
    { addFault: { path: '/v2/deploymens', status: 503 } },
    '"changes.timeline.0.addFault": "path" is',
  ],
  [
    'what is no fault',
    { addFault: { satus: 503 } },
    '"changes.timeline.0.addFault.satus" is unknown. Did you mean "status"?',
  ],
  [
    'a fault beside a record',
    { addFault: { status: 503 }, id: 'a' },
    '"changes.timeline.0.id" is "a". It must stand beside "resource"',
  ],
  [
    'two kinds of entries',
    { addFault: { status: 503 }, removeFault: 'a' },
    'It must have exactly one of "resource", "addFault" and "removeFault"',
  ],
  [
    'a record without an id',
    { resource: 'deployments', set: {} },
    '"changes.timeline.0.id" is missing. Expected: text',
  ],
  [
    'a record without fields',
    { resource: 'deployments', id: 'a' },
    '"changes.timeline.0.set" is missing. Expected: an object with fields',
  ],
  ['no time', { after: undefined, removeFault: 'a' }, 'It must have exactly one of "after" and "due"'],
])('a timeline with %s is refused', ([, entry, message]) => {
  const timeline = [{ after: '1m', ...entry }] as never
  expect(() => createSimulator({ scenario: { name: 'wrong', deployments: 0, changes: { timeline } } })).toThrow(message)
})

const ID = '7a1f0c9e-3b52-4d7c-8a60-2f9d4be81c35'

test.for<[what: string, entry: object, expected: string | undefined]>([
  ['changes a record whatever it has without "when"', { set: { status: 'UNKNOWN' } }, 'UNKNOWN'],
  ['removes a record without "set"', { remove: true }, undefined],
])('a step of the timeline %s', ([, entry, expected]) => {
  const timeline = [{ after: '1m', resource: 'deployments', id: ID, ...entry }] as never
  const deployments = [{ record: { id: ID, status: 'READY' as const } }]
  const simulator = createSimulator({ scenario: { name: 'steps', deployments, changes: { timeline } } })
  simulator.clock.advance('1m')
  expect(simulator.db.deployments.get(ID)?.status).toBe(expected)
})

test('a step with an unknown field is refused at the field, without the advice for other assumptions', () => {
  const timeline = [{ after: '1m', resource: 'deployments', id: ID, set: { stauts: 'READY' } }] as const
  const scenario: ScenarioInput = { name: 'steps', deployments: [{ record: { id: ID } }], changes: { timeline } }
  const create = () => createSimulator({ scenario })
  expect(create).toThrow(/"stauts" is unknown\. Did you mean "status"\? Known: (?!.*Choose other assumptions)/)
  expect(create).toThrow(expect.objectContaining({ issues: [expect.objectContaining({ field: 'set.stauts' })] }))
})

test('each wrong step of a timeline is told, also after equal ones and after one of no record', () => {
  const others = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const
  const step = (id: string, set: object) => ({ after: '1m', resource: 'deployments', id, set }) as never
  const timeline = [
    step(others[0], { status: 'READY' }),
    step(ID, { status: 'READY' }),
    step(others[1], { stauts: 'READY' }),
    step(ID, { stauts: 'READY' }),
    step(ID, { stauts: 'READY' }),
    step(ID, { name: 7 }),
  ]
  const scenario = { name: 'steps', deployments: [{ record: { id: ID } }], changes: { timeline } }
  let issues: readonly { path: string; field?: string }[] = []
  try {
    createSimulator({ scenario })
  } catch (error) {
    issues = (error as { issues: typeof issues }).issues
  }
  expect(issues.map(({ path, field }) => `${path.split('.').at(-1)} ${field?.split('.')[0]}`)).toEqual([
    '0 id',
    '2 id',
    '2 set',
    '3 set',
    '4 set',
    '5 set',
  ])
})
