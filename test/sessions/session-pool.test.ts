import { afterEach, expect, test, vi } from 'vitest'
import { createWorkTurns } from '../../src/engine/adapters/turns.ts'
import { createContracts } from '../../src/engine/contract/contracts.ts'
import { NoRoomError } from '../../src/engine/input/options/option-error.ts'
import { createSharedBodies } from '../../src/engine/journal/sent-response.ts'
import { createByteBudget } from '../../src/engine/limits/byte-budget.ts'
import { createLateExtension } from '../../src/engine/limits/on-demand.ts'
import { createEventSource } from '../../src/engine/sessions/events/event-source.ts'
import type { SessionKeeper } from '../../src/engine/sessions/session-keeper.ts'
import { createSessions } from '../../src/engine/sessions/sessions.ts'
import { createBaselines } from '../../src/engine/world/start/baselines.ts'
import { createSimulator } from '../../src/index.ts'
import { service } from '../../src/service/service.ts'

const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

/** Creates sessions over the world of a simulator, at most three at a time. The test advances their time. */
const loadBuilder = () => import('../../src/engine/reports/openapi/documents.ts')

function createFewSessions(memory = 2 ** 30) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { scenario } = createSimulator({ deployments: 10 })
  const budget = createByteBudget(memory)
  const baselines = createBaselines(service, budget)
  const events = createEventSource()
  const ends: string[] = []
  events.listen((event) => {
    if (event.type === 'session' && event.what !== 'created') ends.push(`${event.session} ${event.what}`)
  })
  const sessions = createSessions(
    () => scenario,
    {
      declared: service,
      loadBuilder,
      writeHar: () => Promise.reject(new Error('No archive is written here.')),
      findContract: createContracts(service, budget, { loadBuilder }),
      findBaseline: baselines.find,
      whenBuilt: baselines.whenBuilt,
      findScenario: () => scenario,
      follow: () => () => scenario,
      preferred: {},
      run: {},
      journalSize: 10,
      explains: false,
      isStrict: false,
      clocksRun: false,
      speed: 1,
      events,
      budget,
      bodies: createSharedBodies(budget),
      inTurns: createWorkTurns().run,
      nextTurn: () => undefined,
      extendLater: createLateExtension(),
    },
    { idleMilliseconds: 60 * MINUTE, most: 3 },
  )
  const names = () => sessions.list().map(({ name }) => name)
  return { sessions, names, ends }
}

test('when all sessions are taken, a new one replaces the least recently used one, if that has been unused for a minute', () => {
  const { sessions, names, ends } = createFewSessions()
  for (const name of ['a', 'b', 'c']) sessions.open(name)
  vi.advanceTimersByTime(MINUTE / 2)
  sessions.open('a')
  vi.advanceTimersByTime(MINUTE / 2)
  sessions.open('d')
  expect(names()).toEqual(['c', 'a', 'd'])
  expect(ends).toEqual(['b evicted'])
})

test('when all sessions are taken, a new one is rejected with how long to wait, if all were used within the last minute', () => {
  const { sessions, names } = createFewSessions()
  vi.advanceTimersByTime(MINUTE)
  for (const name of ['a', 'b', 'c']) sessions.open(name)
  vi.advanceTimersByTime(MINUTE - 10_500)
  const open = () => sessions.open('d')
  expect(open).toThrow(
    'Failed to create session "d": there are already 3 sessions, and all of them were used within the last minute.',
  )
  expect(open).toThrow(expect.objectContaining({ retryAfter: 11 }))
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('when all sessions are taken, a session that cannot be created ends no other', () => {
  const { sessions, names } = createFewSessions()
  for (const name of ['a', 'b', 'c']) sessions.open(name)
  vi.advanceTimersByTime(MINUTE)
  expect(() => sessions.create('d', { snapshot: {} })).toThrow(/"format"/)
  expect(names()).toEqual(['a', 'b', 'c'])
})

const large = { secrets: [{ name: 'KEY', value: 'x'.repeat(200_000) }] }

test('when memory is short, a new session ends the least recently used ones whose memory it needs, if they have been unused for a minute', () => {
  const { sessions, names, ends } = createFewSessions(700_000)
  sessions.open('a').db.deployments?.create(large)
  vi.advanceTimersByTime(MINUTE)
  expect(sessions.open('b').name).toBe('b')
  for (let count = 0; count < 100; count += 1) fillUp(() => sessions.open('b').db.deployments?.create())
  expect(() => sessions.open('a').db.deployments?.create(large)).toThrow(NoRoomError)
  vi.advanceTimersByTime(MINUTE)
  sessions.open('c')
  expect([names(), ends]).toEqual([['a', 'c'], ['b evicted']])
})

test('when memory is short, a session that would still not fit ends no other', () => {
  const { sessions, names } = createFewSessions(700_000)
  for (const name of ['a', 'b']) sessions.open(name)
  vi.advanceTimersByTime(MINUTE)
  const scenario = { ...createSimulator().scenario, name: 'large', deployments: 5000 }
  expect(() => sessions.create('c', { scenario })).toThrow(/are free/)
  expect(names()).toEqual(['a', 'b'])
})

function fillUp(write: () => unknown): void {
  try {
    write()
  } catch (error) {
    expect(error).toBeInstanceOf(NoRoomError)
  }
}

const refuse = () => {
  throw new NoRoomError({ attempt: 'create session "alice"', received: 'there are 10000 already' }, { retryAfter: 17 })
}

const refused = 'Failed to create session "alice": there are 10000 already.'

test.for([
  ['GET', '/_s/alice/v2/deployments', undefined, { detail: refused }],
  ['POST', '/_s/alice/_simulator/reset', undefined, { error: { message: refused, issues: [] } }],
  ['POST', '/_simulator/sessions', '{"name":"alice"}', { error: { message: refused, issues: [] } }],
] as const)(
  'a request whose session cannot be created gets 503 with Retry-After for %s %s',
  async ([method, path, body, expected]) => {
    const simulator = createSimulator()
    const { sessions } = simulator.service.keepSessions({ prepare: () => undefined } as unknown as SessionKeeper)
    vi.spyOn(sessions, 'open').mockImplementation(refuse)
    vi.spyOn(sessions, 'create').mockImplementation(refuse)
    const response = await simulator.fetch(path, { method, ...(body && { body }) })
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([503, '17', expected])
  },
)
