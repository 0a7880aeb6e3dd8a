// What changes very often: moving the clock takes long, but nobody else waits for it, and it comes to an end.

import { expect, test } from 'vitest'
import * as z from 'zod'
import { createClock } from '../../src/engine/store/time/clock.ts'
import { createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const api = defineApi({ title: 'Lamps', version: '1' })
const lamps = api.resource('lamps', {
  schema: z.strictObject({ id: z.int(), state: z.enum(['on', 'off', 'dark']), changed: z.int() }),
  count: 1,
  build: () => ({ state: 'on', changed: 0 }),
  next: ({ state, changed }) =>
    state === 'dark' ? undefined : { after: 1, set: { state: state === 'on' ? 'off' : 'on', changed: changed + 1 } },
})
const service = api.service({
  resources: [lamps],
  operations: api.crud('/lamps', lamps),
  scenarios: { many: { lamps: 5000 } },
})
const CHANGES = 5000
const start = (options: object = {}) => createSimulator({ service, ...options })
type Started = ReturnType<typeof start>

const ask = async ({ fetch }: Started, path: string, method = 'GET', body?: object) =>
  (await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) })).json()
const move = (simulator: Started, body: object) => ask(simulator, '/_simulator/clock', 'PATCH', body)
const changedOf = ({ db }: Started) => db.lamps.get(1)?.changed
/** Reads a record again and again, until it has changed. */
async function untilMoving(simulator: Started): Promise<{ readonly changed: number }> {
  for (;;) {
    const lamp = await ask(simulator, '/lamps/1')
    if (lamp.changed > 0) return lamp
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test.each([
  ['by a duration', { advance: CHANGES }],
  ['to a time', { set: '2026-03-02T09:00:05Z' }],
  ['to a time, and on', { set: '2026-03-02T09:00:03Z', advance: '2s' }],
])('requests are answered while the clock moves %s', async (_how, body) => {
  const simulator = start()
  const ended: string[] = []
  const moving = move(simulator, body).finally(() => ended.push('moved'))
  const { changed } = await untilMoving(simulator)
  ended.push('answered')
  expect(changed).toBeLessThan(CHANGES)
  expect(await moving).toMatchObject({ now: '2026-03-02T09:00:05Z', happened: { count: CHANGES } })
  expect(ended).toEqual(['answered', 'moved'])
  expect(changedOf(simulator)).toBe(CHANGES)
})

test('requests are answered while many records change at the same time', async () => {
  const simulator = start({ scenario: 'many' })
  const moving = move(simulator, { to: 'next' })
  await untilMoving(simulator)
  const changed = () => simulator.db.lamps.count({ where: { changed: 1 } })
  expect(changed()).toBeLessThan(5000)
  expect(await moving).toMatchObject({ happened: { count: 5000 } })
  expect(changed()).toBe(5000)
})

test('moves at the same time add up', async () => {
  const simulator = start()
  await Promise.all([move(simulator, { advance: CHANGES }), move(simulator, { advance: '2s' })])
  expect(simulator.clock.now()).toBe('2026-03-02T09:00:07Z')
  expect(changedOf(simulator)).toBe(7000)
})

test('a session that begins anew leaves out the rest of a move', async () => {
  const simulator = start()
  const moving = move(simulator, { advance: CHANGES })
  await untilMoving(simulator)
  simulator.reset()
  expect(await moving).toMatchObject({ now: '2026-03-02T09:00:00Z' })
  expect(changedOf(simulator)).toBe(0)
})

test('a running clock catches up bit by bit, with the same history', async () => {
  let passed = 0
  const timers: (() => void)[] = []
  const clock = createClock(0n, {
    realTime: {
      read: () => passed,
      after(_milliseconds, act) {
        timers.push(act)
        return () => void timers.splice(timers.indexOf(act), 1)
      },
    },
  })
  clock.run()
  let count = 0
  const appoint = (due: bigint): void => {
    count += 1
    clock.at(due, () => appoint(due + 1n))
  }
  appoint(1n)
  passed = 1
  clock.settle()
  const first = count
  expect(first).toBeLessThan(1000)
  while (count <= 1000) timers.at(-1)?.()
  expect(count).toBe(1001)
})

test('a snapshot whose past has a long way to go is restored without it, and requests catch up', async () => {
  const simulator = start()
  const { current, ...snapshot } = JSON.parse(JSON.stringify(simulator.snapshot()))
  simulator.restore({ ...snapshot, current: { ...current, changes: { ...current.changes, elapsed: 12_000_000 } } })
  const before = changedOf(simulator) ?? 0
  expect(before).toBeLessThan(12_000)
  for (let count = 0; count < 12_000 && (changedOf(simulator) ?? 0) < 12_000; count += 1)
    await ask(simulator, '/lamps/1')
  expect(changedOf(simulator)).toBe(12_000)
})

test('a move that never ends is refused, with what changes so often', () => {
  const clock = createClock(0n, { realTime: { read: () => 0, after: () => () => undefined } })
  const appoint = (due: bigint): void => {
    clock.at(
      due,
      () => appoint(due + 1n),
      () => 'lamps "1"',
    )
  }
  appoint(1n)
  expect(() => clock.advance('1h')).toThrow(
    'Failed to move the clock: something is due 100000 times until 1970-01-01T00:00:00.100000Z, where it stays. The next is lamps "1". Move it less far, or let its changes be further apart.',
  )
  expect(clock.now()).toBe('1970-01-01T00:00:00.100000Z')
})
