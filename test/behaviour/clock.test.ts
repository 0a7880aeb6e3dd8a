import { afterEach, expect, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { postDeployment } from '../support/client.ts'

const PRESENT = '2026-03-02T09:00:00Z'

afterEach(() => void vi.useRealTimers())

test('a frozen clock stands at the present of the scenario until it is moved', () => {
  const { clock } = createSimulator()
  expect([clock.now(), clock.isFrozen()]).toEqual([PRESENT, true])
  clock.advance(1500)
  expect(clock.now()).toBe('2026-03-02T09:00:01.500000Z')
  clock.set('2026-06-01T00:00:00+02:00')
  expect(clock.now()).toBe('2026-05-31T22:00:00Z')
  clock.set(new Date('2020-01-01T00:00:00Z'))
  expect(clock.now()).toBe('2020-01-01T00:00:00Z')
})

test('a frozen clock dates new records', () => {
  const { clock, db } = createSimulator()
  clock.advance(60_000)
  expect(db.deployments.create().created_at).toBe('2026-03-02T09:01:00Z')
})

test('a frozen clock lets everything happen in the order of the due times, each at its time', async () => {
  const { clock, db, faults, fetch } = createSimulator({ now: PRESENT })
  const seen: string[] = []
  for (const delay of [300, 100, 200]) {
    faults.add({ delay, times: 1 })
    void fetch('/v2/auth/providers').then(() => seen.push(`${delay}`))
  }
  clock.advance(1000)
  await expect.poll(() => seen.length).toBe(3)
  expect(seen).toEqual(['100', '200', '300'])
  expect(db.deployments.create().created_at).toBe('2026-03-02T09:00:01Z')
})

test('a frozen clock returns to its start with a reset, and waiting requests get their responses', async () => {
  const simulator = createSimulator()
  simulator.faults.add({ delay: 1000 })
  const answer = simulator.fetch('/v2/auth/providers')
  simulator.clock.advance(10)
  simulator.reset()
  expect(simulator.clock.now()).toBe(PRESENT)
  expect((await answer).status).toBe(200)
})

test('a frozen clock that is set back does not change how long requests wait', async () => {
  const { clock, faults, fetch } = createSimulator()
  faults.add({ delay: 1000 })
  const answer = fetch('/v2/auth/providers')
  clock.set('2020-01-01T00:00:00Z')
  clock.advance(1000)
  expect((await answer).status).toBe(200)
})

test('a frozen clock that is set back moves until when requests wait, and the waits that follow', async () => {
  const { scenario } = createSimulator()
  const { clock, faults, fetch, requests } = createSimulator({ scenario: { ...scenario, latency: 1000 } })
  faults.add({ delay: 2000 })
  const answer = fetch('/v2/auth/providers')
  clock.set('2020-01-01T00:00:00Z')
  expect(requests.list()).toMatchObject([{ waitsFor: { what: 'clock', until: '2020-01-01T00:00:01Z' } }])
  clock.advance(1000)
  const next = { waitsFor: { until: '2020-01-01T00:00:03Z', fault: '1' } }
  await vi.waitFor(() => expect(requests.list()).toMatchObject([next]))
  clock.advance(2000)
  expect((await answer).status).toBe(200)
})

test('a frozen clock stands still or runs as before after a state was restored', () => {
  const simulator = createSimulator({ clock: 'running' })
  simulator.clock.freeze()
  simulator.restore(simulator.snapshot())
  expect(simulator.clock.isFrozen()).toBe(true)
})

test('a frozen clock of one session does not affect another', () => {
  const { clock, sessions } = createSimulator()
  sessions.open('alice').clock.advance(5000)
  expect(clock.now()).toBe(PRESENT)
})

test.for([
  [(clock) => clock.advance(-1), /-1 is not a duration\. Use milliseconds/],
  [(clock) => clock.advance(Number.NaN), /is not a duration/],
  [(clock) => clock.advance(1e300), /past the year 9999/],
  [(clock) => clock.set('tomorrow'), /"tomorrow" is not a time/],
  [(clock) => clock.set(new Date('x')), /is not a time/],
] as [(clock: ReturnType<typeof createSimulator>['clock']) => void, RegExp][])(
  'a frozen clock rejects %s',
  ([move, message]) => {
    const { clock } = createSimulator()
    expect(() => move(clock)).toThrow(message)
    expect(clock.now()).toBe(PRESENT)
  },
)

async function create(simulator: ReturnType<typeof createSimulator>): Promise<string> {
  const response = await postDeployment(simulator)
  return (await response.json()).id
}

test('a created deployment becomes ready after its time, and then has an active revision', async () => {
  const simulator = createSimulator()
  const id = await create(simulator)
  expect(simulator.db.deployments.get(id)).toMatchObject({ status: 'AWAITING_DATABASE', active_revision_id: null })
  simulator.clock.advance(60_000)
  const { latest_revision_id } = simulator.db.deployments.get(id) ?? {}
  expect(simulator.db.deployments.get(id)).toMatchObject({
    status: 'READY',
    active_revision_id: latest_revision_id,
    updated_at: expect.stringMatching(/^2026-03-02T09:00:30/),
  })
})

test('a created deployment is listed under its new status', async () => {
  const simulator = createSimulator({ scenario: 'default' })
  const id = await create(simulator)
  const find = async (status: string) =>
    (await (await simulator.fetch(`/v2/deployments?limit=1&status=${status}`)).json()).resources[0].id
  expect(await find('AWAITING_DATABASE')).toBe(id)
  simulator.clock.advance(30_000)
  expect(await find('READY')).toBe(id)
})

test('a created deployment keeps a status that it was given in the meantime', async () => {
  const simulator = createSimulator()
  const id = await create(simulator)
  simulator.db.deployments.update(id, { status: 'UNUSED' })
  simulator.clock.advance(60_000)
  expect(simulator.db.deployments.get(id)?.status).toBe('UNUSED')
})

test('a created deployment that is deleted before it is ready does not affect later states', async () => {
  const simulator = createSimulator()
  simulator.db.deployments.delete(await create(simulator))
  simulator.assume({ lastPageOffset: 'limit' })
  simulator.restore(simulator.snapshot())
  expect(simulator.db.deployments.count()).toBe(60)
})

test('a created deployment in a snapshot still becomes ready', async () => {
  const simulator = createSimulator()
  const id = await create(simulator)
  simulator.clock.advance(10_000)
  const copy = createSimulator({ scenario: 'empty' })
  copy.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  copy.clock.advance(19_999)
  expect(copy.db.deployments.get(id)?.status).toBe('AWAITING_DATABASE')
  copy.clock.advance(1)
  expect(copy.db.deployments.get(id)?.status).toBe('READY')
  expect(simulator.db.deployments.get(id)?.status).toBe('AWAITING_DATABASE')
})

/** Creates a simulator whose clock runs with a real time that the test advances. */
function createRunning() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  return createSimulator({ clock: 'running' })
}

test('a running clock follows real time until it is frozen', () => {
  const { clock } = createRunning()
  vi.advanceTimersByTime(2000)
  expect(clock.now()).toBe('2026-03-02T09:00:02Z')
  clock.freeze()
  vi.advanceTimersByTime(2000)
  expect([clock.now(), clock.isFrozen()]).toEqual(['2026-03-02T09:00:02Z', true])
  clock.run()
  vi.advanceTimersByTime(500)
  expect(clock.now()).toBe('2026-03-02T09:00:02.500000Z')
})

test('a running clock delays responses in real time', async () => {
  const { faults, fetch } = createRunning()
  faults.add({ delay: 4000 })
  const answered = vi.fn()
  void fetch('/v2/auth/providers').then(answered)
  await vi.advanceTimersByTimeAsync(3999)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toHaveBeenCalled()
})

test('a running clock can also be advanced', async () => {
  const { clock, faults, fetch } = createRunning()
  faults.add({ delay: 4000 })
  const answered = vi.fn()
  void fetch('/v2/auth/providers').then(answered)
  clock.advance(3000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(answered).toHaveBeenCalled()
  expect(clock.now()).toBe('2026-03-02T09:00:04Z')
})
