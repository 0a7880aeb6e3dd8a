import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { realTime } from '../../src/engine/store/time/world-time.ts'
import { createSimulator, type ScenarioInput, type Session } from '../../src/index.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import { createMemoryStore } from './support/memory-store.ts'

type Store = ReturnType<typeof createMemoryStore>

// A running clock goes on only when the test says so.
let passed = 0
beforeEach(() => {
  passed = 0
  const start = Date.now()
  const spies = [
    vi.spyOn(Date, 'now').mockImplementation(() => start + passed),
    vi.spyOn(realTime, 'read').mockImplementation(() => 1000 + passed),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
})

async function open(given: Store) {
  const simulator = createSimulator({ scenario: 'first-day', seed: 3 })
  const keeping = await keepSessions(simulator, given.store, (line) => expect(line).toBe(''))
  return { simulator, keeping }
}

/** All of a session that a store keeps. */
function describe(session: Session) {
  const { chaos, chaosCounts, clock, strict, preset, assumptions, faults, changes } = session
  const uses = faults.uses().map(({ lastRequest: _, ...use }) => use)
  const timeline = clock.timeline()
  const { current, ...snapshot } = session.snapshot()
  // A log does not tell when somebody moves a running clock by a few microseconds.
  const elapsed = Math.round(Number(current.changes.elapsed ?? 0) / 1000)
  return {
    ...snapshot,
    current: { ...current, changes: { ...current.changes, elapsed } },
    chaos,
    chaosCounts,
    strict,
    preset,
    assumptions,
    uses,
    changes,
    timeline,
    frozen: clock.isFrozen(),
  }
}

const planned: ScenarioInput = {
  name: 'planned',
  deployments: 2,
  changes: {
    timeline: [
      { after: '10s', addFault: { id: 'slow', method: 'POST', status: 503, times: 2 } },
      { after: '40s', removeFault: 'slow' },
    ],
  },
}

const pick = fc.nat({ max: 5 })

/** What is done to a session. A number chooses among what there is. */
const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ what: fc.constant('create' as const), at: pick }) },
    { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('update' as const, 'delete' as const), at: pick }) },
    {
      weight: 2,
      arbitrary: fc.record({ what: fc.constantFrom('post' as const, 'patch' as const, 'get' as const), at: pick }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        what: fc.constantFrom(
          'advance',
          'back',
          'run',
          'freeze',
          'wait',
          'fault',
          'unfault',
          'chaos',
          'strict',
        ) as fc.Arbitrary<'advance' | 'back' | 'run' | 'freeze' | 'wait' | 'fault' | 'unfault' | 'chaos' | 'strict'>,
        at: pick,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        what: fc.constantFrom('assume', 'configure', 'reset', 'load', 'restore', 'keep') as fc.Arbitrary<
          'assume' | 'configure' | 'reset' | 'load' | 'restore' | 'keep'
        >,
        at: pick,
      }),
    },
  ),
  { maxLength: 25 },
)

type Action = typeof actions extends fc.Arbitrary<(infer One)[]> ? One : never

const idAt = (session: Session, at: number) => {
  const all = session.db.deployments.list()
  return all[at % Math.max(1, all.length)]?.id ?? 'none'
}

const send = (simulator: ReturnType<typeof createSimulator>, method: string, path: string, body?: object) =>
  simulator
    .fetch(`/_s/a${path}`, {
      method,
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    .catch(() => undefined)

async function act(
  simulator: ReturnType<typeof createSimulator>,
  { what, at }: Action,
  number: number,
  kept: { snapshot?: unknown },
) {
  const session = simulator.sessions.open('a')
  const { db, clock, faults } = session
  const id = idAt(session, at)
  const does: Record<Action['what'], () => unknown> = {
    create: () =>
      db.deployments.create({
        ...(at === 5 ? { id: `00000000-0000-4000-8000-00000000000${at}` } : {}),
        name: `web-${number}`,
      }),
    update: () => db.deployments.update(id, { name: `renamed-${number}` }),
    delete: () => db.deployments.delete(id),
    post: () =>
      send(simulator, 'POST', '/v2/deployments', {
        name: `posted-${number}`,
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'docker.io/a/b:1' },
      }),
    patch: () =>
      send(simulator, 'PATCH', `/v2/deployments/${id}`, { source_revision_config: { image_uri: 'docker.io/a/b:2' } }),
    get: () => send(simulator, 'GET', '/v2/deployments?limit=2'),
    advance: () => clock.advance(at * 20_000),
    back: () => clock.set('2020-01-01T00:00:00Z'),
    run: () => clock.run(),
    freeze: () => clock.freeze(),
    wait: () => {
      passed += at * 7000
    },
    fault: () => faults.add({ status: 503, times: at + 1, method: 'GET', ...(at > 3 ? { probability: 0.5 } : {}) }),
    unfault: () => (at === 0 ? faults.clear() : faults.remove(faults.list()[at]?.id ?? 'none')),
    chaos: () => session.setChaos({ level: at / 10, seed: at }),
    strict: () => session.configure({ strict: at > 2 }),
    assume: () => session.assume({ lastPageOffset: at > 2 ? 'limit' : 'zeroAtEnd' }),
    configure: () => session.configure({ preset: at > 2 ? 'langsmith' : 'spec' }),
    reset: () => session.reset({ keepRequests: at > 2 }),
    load: () => session.load([undefined, planned, 'empty'][at % 3]),
    restore: () => session.restore(kept.snapshot ?? session.snapshot()),
    keep: () => {
      kept.snapshot = session.snapshot()
    },
  }
  try {
    await does[what]()
  } catch {
    // What is refused changes nothing.
  }
}

test('the log of a session leads to the session as it was after each of its entries', {
  timeout: 120_000,
}, async () => {
  const prefix = createMemoryStore()
  const readText: typeof prefix.store.readText = (...of) => current.store.readText(...of)
  Object.assign(prefix.store, { readText })
  let current = prefix
  const later = await open(prefix)
  const check = async (done: readonly Action[]) => {
    passed = 0
    const given = createMemoryStore()
    current = given
    const { simulator, keeping } = await open(given)
    const living = new Map<number, unknown>()
    const note = async () => {
      expect(await keeping.save('a')).toBe('stored')
      living.set(
        given.logs.get('a')?.length ?? 0,
        structuredClone({ ...describe(simulator.sessions.open('a')), at: passed }),
      )
    }
    simulator.sessions.create('a')
    await note()
    const kept = {}
    for (const [number, action] of done.entries()) {
      await act(simulator, action, number, kept)
      await note()
    }
    for (const [length, expected] of living) {
      prefix.logs.set('a', given.logs.get('a')?.slice(0, length) ?? [])
      passed = (expected as { at: number }).at
      later.keeping.host.sessions.leave('a')
      await later.keeping.prepare('a')
      const found = { ...describe(later.simulator.sessions.open('a')), at: passed }
      expect(found, `after ${length} entries`).toEqual(expected)
    }
    await keeping.close()
  }
  await fc.assert(fc.asyncProperty(actions, check), { numRuns: 10 })
  await later.keeping.close()
})

test('the counts in a log of the version before go on', async () => {
  const given = createMemoryStore()
  const { simulator, keeping } = await open(given)
  const session = simulator.sessions.create('a')
  session.faults.add({ status: 503, times: 5, probability: 0.5 })
  session.setChaos({ level: 0.5, seed: 1 })
  for (let request = 0; request < 4; request += 1) await send(simulator, 'DELETE', '/v2/deployments/none')
  await keeping.save('a')
  const expected = describe(session)
  expect(expected.chaosCounts.requests).toBe(4)
  const former = (given.logs.get('a') ?? []).map(({ line, ...entry }) => {
    const { state, ...others } = JSON.parse(line)
    const { current, ...facts } = state
    const { counts, ...changed } = current.current
    const stored = { ...facts, version: 1, ...counts, current: { ...current, current: changed } }
    return { ...entry, line: JSON.stringify({ ...others, state: stored }) }
  })
  given.logs.set('a', former)
  keeping.host.sessions.leave('a')
  await keeping.prepare('a')
  expect(describe(simulator.sessions.open('a'))).toEqual(expected)
  await keeping.close()
})
