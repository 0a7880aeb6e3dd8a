import { mock } from 'node:test'
import { createClock, install } from '@sinonjs/fake-timers'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { setupSimulator } from '../../src/entries/node/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { fetchJson, type Page, postDeployment } from '../support/client.ts'

const PRESENT = '2026-03-02T09:00:00Z'
const MINUTE = 60_000

afterEach(() => void vi.useRealTimers())

/** A simulator whose clock follows fake timers. */
function follow(simulator: Simulator = createSimulator()) {
  vi.useFakeTimers()
  return { ...simulator, stop: simulator.clock.follow(vi) }
}

/** Asks every 30 seconds until a deployment is ready. */
async function pollUntilReady(simulator: Simulator, id: string): Promise<void> {
  const { resources } = await fetchJson<Page>(simulator, '/v2/deployments?status=READY&limit=100')
  if (resources.some((deployment) => deployment.id === id)) return
  await new Promise((resolve) => setTimeout(resolve, MINUTE / 2))
  await pollUntilReady(simulator, id)
}

test('a clock that follows the fake timers of Vitest advances as far as they do', () => {
  const { clock } = follow()
  expect([clock.now(), clock.isFrozen()]).toEqual([PRESENT, false])
  vi.advanceTimersByTime(5 * MINUTE)
  expect(clock.now()).toBe('2026-03-02T09:05:00Z')
})

test('a clock that follows the fake timers of Vitest lets delays elapse', async () => {
  const { faults, fetch } = follow()
  faults.add({ delay: 4000 })
  const answered = vi.fn()
  void fetch('/v2/auth/providers').then(answered)
  await vi.advanceTimersByTimeAsync(3999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalled()
})

test('a clock that follows the fake timers of Vitest gives each request of a polling client the time at which it was made', async () => {
  const simulator = createSimulator()
  const { faults, requests } = follow(simulator)
  const { id } = await (await postDeployment(simulator)).json()
  faults.add({ operation: 'listDeployments', delay: 1500 })
  const ready = pollUntilReady(simulator, id)
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  await ready
  const seconds = requests
    .list()
    .filter(({ method }) => method === 'GET')
    .map(({ at }) => at.slice(0, 19))
  expect(seconds).toEqual(['2026-03-02T09:00:00', '2026-03-02T09:00:31'])
})

test('a clock that follows the fake timers of Vitest advances only to the next response when all pending timers run', async () => {
  const { clock, faults, fetch } = follow()
  faults.add({ delay: 1000 })
  const answer = fetch('/v2/auth/providers')
  await vi.runOnlyPendingTimersAsync()
  expect([(await answer).status, clock.now()]).toEqual([200, '2026-03-02T09:00:01Z'])
})

test('a clock that follows the fake timers of Vitest changes the status of a deployment exactly when it is due', async () => {
  const simulator = createSimulator()
  const { db } = follow(simulator)
  const { id } = await (await postDeployment(simulator)).json()
  vi.advanceTimersByTime(29_999)
  expect(db.deployments.get(id)?.status).toBe('AWAITING_DATABASE')
  vi.advanceTimersByTime(1)
  expect(db.deployments.get(id)).toMatchObject({ status: 'READY' })
})

test('a clock that follows the fake timers of Vitest can also be advanced on its own', () => {
  const { clock } = follow()
  clock.advance(1000)
  vi.advanceTimersByTime(1000)
  expect(clock.now()).toBe('2026-03-02T09:00:02Z')
})

test('a date that is set sets the clock by the same difference', () => {
  const { clock, db } = follow()
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  expect(db.deployments.create().created_at).toBe('2026-03-02T10:00:00Z')
  vi.setSystemTime(Date.now() - 120 * MINUTE)
  expect(clock.now().slice(0, 19)).toBe('2026-03-02T08:00:00')
})

test('a date that is set is the time of a snapshot', () => {
  const { snapshot } = follow()
  const copy = createSimulator()
  vi.setSystemTime(Date.now() + MINUTE)
  copy.restore(snapshot())
  expect(copy.clock.now()).toBe('2026-03-02T09:01:00Z')
})

test('a date that is set before the clock follows it does not set the clock', () => {
  vi.useFakeTimers()
  vi.setSystemTime('2030-01-01T00:00:00Z')
  const { clock } = createSimulator()
  clock.follow(vi)
  expect(clock.now()).toBe(PRESENT)
})

test('a date that is set lets everything happen that is then due, at its time', async () => {
  const simulator = createSimulator()
  const { db, requests } = follow(simulator)
  const { id } = await (await postDeployment(simulator)).json()
  vi.setSystemTime(Date.now() + 60 * MINUTE)
  await simulator.fetch('/v2/deployments')
  expect(db.deployments.get(id)).toMatchObject({ status: 'READY', updated_at: expect.stringMatching(/T09:00:30/) })
  expect(requests.list().at(-1)?.at).toMatch(/T10:00:00/)
})

test('a date that is set in the past does not change how long requests wait', async () => {
  const { faults, fetch } = follow()
  faults.add({ delay: 1000 })
  const answered = vi.fn()
  void fetch('/v2/auth/providers').then(answered)
  await vi.advanceTimersByTimeAsync(400)
  vi.setSystemTime('2020-01-01T00:00:00Z')
  await vi.advanceTimersByTimeAsync(599)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalled()
})

test('a date that is set beyond the last date-time sets the clock to the last one', () => {
  const { clock, restore, snapshot } = follow()
  vi.setSystemTime(8.64e15)
  expect(clock.now()).toBe('9999-12-31T23:59:59.999999Z')
  vi.setSystemTime(-8.64e15)
  restore(snapshot())
  expect(clock.now()).toBe('0001-01-01T00:00:00Z')
})

test('a clock no longer follows fake timers when the returned function is called, and then it stands still or runs as before', () => {
  const { clock, stop } = follow()
  vi.advanceTimersByTime(1000)
  vi.setSystemTime(Date.now() + MINUTE)
  stop()
  vi.advanceTimersByTime(1000)
  expect([clock.now(), clock.isFrozen()]).toEqual(['2026-03-02T09:01:01Z', true])
  const running = follow(createSimulator({ clock: 'running' }))
  running.stop()
  expect(running.clock.isFrozen()).toBe(false)
})

test('a clock no longer follows fake timers when it runs in real time', () => {
  const { clock, stop } = follow()
  clock.run()
  stop()
  expect(clock.isFrozen()).toBe(false)
})

test.for([
  ['freeze', ({ clock }) => clock.freeze()],
  ['reset', (simulator) => simulator.reset()],
  ['load', (simulator) => simulator.load('default')],
] as [string, (simulator: Simulator) => void][])('a clock no longer follows fake timers after %s', ([, act]) => {
  const simulator = createSimulator()
  const { stop } = follow(simulator)
  act(simulator)
  vi.advanceTimersByTime(1000)
  stop()
  expect([simulator.clock.now(), simulator.clock.isFrozen()]).toEqual([PRESENT, true])
})

test('a clock no longer follows fake timers when the real timers are back', () => {
  const { clock } = follow()
  vi.advanceTimersByTime(1000)
  vi.useRealTimers()
  expect(clock.now()).toBe('2026-03-02T09:00:01Z')
})

test('a clock no longer follows fake timers when its session ends, which leaves no timer behind', async () => {
  const { sessions, fetch } = createSimulator()
  const { clock, faults } = sessions.create('alice')
  vi.useFakeTimers()
  clock.follow(vi)
  faults.add({ delay: 1000 })
  const answer = fetch('/_s/alice/v2/auth/providers')
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  sessions.delete('alice')
  await answer
  expect(vi.getTimerCount()).toBe(0)
})

test('a clock no longer follows fake timers when its simulator stops to answer the requests of the process', () => {
  const simulator = setupSimulator()
  vi.useFakeTimers()
  simulator.listen()
  simulator.clock.follow(vi)
  simulator.close()
  vi.advanceTimersByTime(1000)
  expect(simulator.clock.now()).toBe(PRESENT)
})

test.for([
  ['assume', (simulator) => simulator.assume({ lastPageOffset: 'limit' })],
  ['restore', (simulator) => simulator.restore(simulator.snapshot())],
] as [string, (simulator: Simulator) => void][])('a clock still follows fake timers after %s', ([, act]) => {
  const simulator = createSimulator()
  const { clock, stop } = follow(simulator)
  vi.advanceTimersByTime(1000)
  act(simulator)
  vi.advanceTimersByTime(1000)
  stop()
  vi.advanceTimersByTime(1000)
  expect(clock.now()).toBe('2026-03-02T09:00:02Z')
})

test('a clock of @sinonjs/fake-timers is followed, whether it is installed or not', () => {
  const { clock } = createSimulator()
  const separate = createClock()
  const stop = clock.follow(separate)
  separate.tick(1000)
  stop()
  const installed = install()
  clock.follow(installed)
  installed.tick(1000)
  installed.setSystemTime(Date.now() + 1000)
  installed.uninstall()
  expect(clock.now()).toBe('2026-03-02T09:00:03Z')
})

test.for<[string, unknown]>([
  ['undefined', undefined],
  ['a number', 5],
  ['an empty object', {}],
  ['a clock without setTimeout', { clearTimeout, now: 0, performance }],
  ['a clock without clearTimeout', { setTimeout, now: 0, performance }],
  ['a clock without a time', { setTimeout, clearTimeout, performance }],
  ['a clock without performance', { setTimeout, clearTimeout, now: 0 }],
])('what is not fake timers is rejected such as %s', ([, timers]) => {
  const { clock } = createSimulator()
  expect(() => clock.follow(timers as typeof vi)).toThrow(/^Failed to follow fake timers: .+ Pass vi of Vitest/)
  expect(clock.isFrozen()).toBe(true)
})

test('what is not fake timers is rejected such as the timers of Vitest before useFakeTimers', () => {
  const message = 'Failed to follow fake timers: setTimeout is not faked. Call useFakeTimers() first.'
  expect(() => createSimulator().clock.follow(vi)).toThrow(message)
})

test('a clock that follows the fake timers of node:test advances as far as they do, until they are reset', async () => {
  const { clock, faults, fetch } = createSimulator()
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  onTestFinished(() => mock.timers.reset())
  clock.follow(mock.timers)
  faults.add({ delay: MINUTE })
  const answered = fetch('/v2/auth/providers')
  mock.timers.tick(MINUTE)
  expect((await answered).status).toBe(200)
  mock.timers.setTime(5 * MINUTE)
  expect(clock.now()).toBe('2026-03-02T09:05:00Z')
  mock.timers.reset()
  expect(clock.now()).toBe('2026-03-02T09:05:00Z')
})

test.for([[], ['setTimeout'], ['Date']] as const)('fake timers of node:test for %j alone are refused', (apis) => {
  if (apis.length > 0) mock.timers.enable({ apis: [...apis] })
  onTestFinished(() => mock.timers.reset())
  expect(() => createSimulator().clock.follow(mock.timers)).toThrow(
    "Failed to follow fake timers: setTimeout and Date are not faked. Call mock.timers.enable({ apis: ['setTimeout', 'Date'] }) first.",
  )
})
