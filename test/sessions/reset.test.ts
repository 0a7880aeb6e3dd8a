import { beforeEach, expect, test } from 'vitest'
import { createSimulator, type Session } from '../../src/index.ts'

const changes: readonly [string, (session: Session) => unknown][] = [
  ['another scenario', (session) => session.load('busy')],
  ['a scenario of a test', (session) => session.load({ name: 'own', providers: 0, integrations: [], deployments: 2 })],
  ['a snapshot of another world', (session) => session.restore(createSimulator({ scenario: 'empty' }).snapshot())],
  ['another preset', (session) => session.configure({ preset: 'langsmith' })],
  ['other drawn assumptions', (session) => session.configure({ vary: 4711 })],
  ['strictness', (session) => session.configure({ strict: true })],
  ['another assumption', (session) => session.assume({ lastPageOffset: 'limit' })],
  ['a fault', (session) => session.faults.add({ status: 503 })],
  ['chaos', (session) => session.setChaos({ level: 0.5 })],
  ['the clock', (session) => session.clock.advance(60_000)],
  ['a record', (session) => session.db.deployments.create()],
]

const describe = ({ snapshot, strict, requests }: Session) => ({
  snapshot: snapshot(),
  strict,
  requests: requests.count(),
})

test.for(changes)('a reset undoes %s', ([, change]) => {
  const simulator = createSimulator({ scenario: 'default', seed: 3, now: '2030-01-01T00:00:00Z', deployments: 5 })
  const session = simulator.sessions.create('other', { scenario: 'empty', preset: 'langsmith' })
  for (const each of [simulator, session]) {
    const before = describe(each)
    change(each)
    each.reset()
    expect(describe(each)).toEqual(before)
  }
})

test('a session that was made with a snapshot returns to the snapshot with a reset', () => {
  const { db, snapshot, sessions } = createSimulator()
  db.deployments.create({ name: 'added' })
  const session = sessions.create('copy', { snapshot: snapshot() })
  session.load('empty')
  session.reset()
  expect(session.db.deployments.count()).toBe(61)
})

test('load without a scenario begins the current one anew', () => {
  const simulator = createSimulator()
  simulator.load('empty')
  simulator.db.providers.create()
  simulator.load()
  expect([simulator.scenario.name, simulator.db.providers.count()]).toEqual(['empty', 0])
})

test('a reset with an unknown option is rejected and changes nothing', () => {
  const { reset, load, restore, snapshot, db } = createSimulator()
  db.deployments.create()
  const wrong = { keepRequest: true } as object
  for (const act of [() => reset(wrong), () => load('empty', wrong), () => restore(snapshot(), wrong)]) {
    expect(act).toThrow('"keepRequest" is not an option. Did you mean "keepRequests"? Options: keepRequests.')
  }
  expect(db.deployments.count()).toBe(61)
})

const hooked = createSimulator()
beforeEach(hooked.reset)

test('a reset can be a hook of Vitest, which passes its context', () => {
  expect(hooked.scenario.name).toBe('default')
})
