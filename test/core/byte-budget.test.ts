import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NoRoomError } from '../../src/engine/input/options/option-error.ts'
import {
  type ByteBudget,
  createByteBudget,
  type Kept,
  MEGABYTE,
  type Reservation,
} from '../../src/engine/limits/byte-budget.ts'

const ASKED = { attempt: 'build the world "big"', what: '9 deployments take', path: 'deployments' }

/** Keeps entries by name, and tells which are still kept. */
function createNamedCache(budget: ByteBudget) {
  const kept = new Map<string, Kept<string>>()
  const keep = budget.openCache<string>('responses', (name) => void kept.delete(name))
  return {
    kept,
    names: () => [...kept.keys()],
    add(name: string, bytes: number) {
      const entry = keep(name, bytes)
      if (entry !== undefined) kept.set(name, entry)
    },
    touch(name: string) {
      Object.assign(kept.get(name) as Kept<string>, { isUsed: true })
    },
  }
}

test('a byte budget drops the entries used longest ago first, whichever cache they are in', () => {
  const budget = createByteBudget(100, 100)
  const [one, other] = [createNamedCache(budget), createNamedCache(budget)]
  one.add('a', 40)
  other.add('b', 40)
  one.add('c', 20)
  one.touch('a')
  one.add('d', 50)
  expect([one.names(), other.names()]).toEqual([['a', 'd'], []])
  expect(budget.read()).toMatchObject({ used: 90, evictions: 2 })
})

test('a byte budget drops used entries, too, if the others are not enough, and then those that were not used since', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  for (const name of ['a', 'b', 'c']) cache.add(name, 30)
  for (const name of ['a', 'b', 'c']) cache.touch(name)
  cache.add('d', 30)
  expect(cache.names()).toEqual(['b', 'c', 'd'])
  cache.touch('b')
  cache.add('e', 30)
  expect(cache.names()).toEqual(['b', 'd', 'e'])
})

test('a byte budget keeps no entry that is too large, and drops nothing for it', () => {
  const budget = createByteBudget(1000, 100)
  const cache = createNamedCache(budget)
  cache.add('a', 100)
  cache.add('b', 101)
  expect(cache.names()).toEqual(['a'])
})

test('a byte budget limits entries to their share, however much memory is free', () => {
  const budget = createByteBudget(1000, 100)
  const cache = createNamedCache(budget)
  for (const name of ['a', 'b', 'c']) cache.add(name, 50)
  expect(cache.names()).toEqual(['b', 'c'])
})

test('a byte budget drops entries to make room for reservations', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  cache.add('a', 60)
  cache.add('b', 40)
  budget.reserve('worlds', 50, ASKED)
  expect(cache.names()).toEqual(['b'])
})

test('a byte budget has an eighth of its limit in addition for connections', () => {
  const budget = createByteBudget(800 * MEGABYTE)
  budget.reserve('connections', 100 * MEGABYTE, ASKED)
  expect(() => budget.reserve('connections', 1, ASKED)).toThrow('only 0 kB of 100 MB are free')
  budget.reserve('worlds', 750 * MEGABYTE, ASKED)
  expect(budget.read().used).toBe(850 * MEGABYTE)
})

test('a byte budget leaves a sixteenth of its limit to entries that can be dropped, whatever is reserved', () => {
  const budget = createByteBudget(1600)
  const cache = createNamedCache(budget)
  budget.reserve('sessions', 1500, ASKED)
  expect(() => budget.reserve('sessions', 1, ASKED)).toThrow('are free')
  cache.add('a', 100)
  expect(cache.names()).toEqual(['a'])
})

test('a byte budget rejects a reservation that does not fit, with figures, and drops nothing', () => {
  const budget = createByteBudget(100 * 2 ** 20)
  const cache = createNamedCache(budget)
  cache.add('a', 2 ** 20)
  budget.reserve('worlds', 60 * 2 ** 20, ASKED)
  const reserve = () => budget.reserve('worlds', 50 * 2 ** 20, ASKED)
  expect(reserve).toThrow(NoRoomError)
  expect(reserve).toThrow(
    'Failed to build the world "big": 9 deployments take about 50 MB, but only 34 MB of 100 MB are free. Use less data,',
  )
  expect(cache.names()).toEqual(['a'])
})

test('a byte budget drops an entry that outgrows the limit, after all older entries', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  for (const name of ['a', 'b', 'c']) cache.add(name, 30)
  expect(budget.resize(cache.kept.get('b') as Kept, 60)).toBe(true)
  expect(cache.names()).toEqual(['b', 'c'])
  expect(budget.resize(cache.kept.get('b') as Kept, 101)).toBe(false)
  expect(cache.names()).toEqual(['c'])
})

test('a byte budget drops an entry that becomes too large, and no other', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  for (const name of ['a', 'b', 'c']) cache.add(name, 30)
  expect(budget.resize(cache.kept.get('c') as Kept, 101)).toBe(false)
  expect(cache.names()).toEqual(['a', 'b'])
  expect(budget.read()).toMatchObject({ used: 60, evictions: 1 })
})

test('a byte budget drops nothing for what fits exactly', () => {
  const budget = createByteBudget(100, 50)
  const cache = createNamedCache(budget)
  cache.add('a', 20)
  cache.add('b', 30)
  budget.reserve('worlds', 50, ASKED)
  expect(cache.names()).toEqual(['a', 'b'])
  expect(budget.resize(cache.kept.get('b') as Kept, 50)).toBe(true)
  expect(cache.names()).toEqual(['b'])
  expect(budget.read()).toMatchObject({ used: 100, kinds: { worlds: 50, responses: 50 } })
  budget.reserve('worlds', 44, ASKED)
  expect(budget.read().kinds).toMatchObject({ worlds: 94, responses: 0 })
})

test('a byte budget drops the oldest entries first after one between them was removed', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  for (const name of ['a', 'b', 'c']) cache.add(name, 30)
  budget.release(cache.kept.get('b') as Kept)
  cache.kept.delete('b')
  cache.add('d', 60)
  expect(cache.names()).toEqual(['c', 'd'])
})

test('a byte budget ignores an entry that was dropped', () => {
  const budget = createByteBudget(100, 100)
  const cache = createNamedCache(budget)
  cache.add('a', 60)
  const dropped = cache.kept.get('a') as Kept
  cache.add('b', 60)
  dropped.isUsed = true
  budget.release(dropped)
  expect(budget.resize(dropped, 10)).toBe(false)
  cache.add('c', 60)
  expect(cache.names()).toEqual(['c'])
  expect(budget.read()).toMatchObject({ used: 60, evictions: 2 })
})

test.for<[limit: number, most: number]>([
  [16, 16],
  [100, 32],
  [1024, 128],
])('a byte budget of %d MB has %d MB for entries that can be dropped', ([limit, most]) => {
  expect(createByteBudget(limit * MEGABYTE).most()).toBe(most * MEGABYTE)
})

test('a byte budget says how many bytes are missing', () => {
  const budget = createByteBudget(100)
  budget.reserve('worlds', 60, ASKED)
  expect(() => budget.reserve('worlds', 50, ASKED)).toThrow(expect.objectContaining({ missing: 16 }))
})

test('a byte budget counts what is kept, and never exceeds the limit', () => {
  const step = fc.record({ act: fc.constantFrom(...ACTS), at: fc.nat(20), bytes: fc.nat(60) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 150 }), (steps, droppable) => {
      const tracked = trackBudget(createByteBudget(150, droppable))
      for (const { act, at, bytes } of steps) {
        act(tracked, at, bytes)
        const [journals, sessions] = [sumBytes(tracked.kept), sumBytes(tracked.reserved)]
        expect(tracked.budget.read()).toMatchObject({ used: journals + sessions, kinds: { journals, sessions } })
        expect(journals + sessions).toBeLessThanOrEqual(150)
        expect(journals).toBeLessThanOrEqual(droppable)
      }
    }),
  )
})

interface Tracked {
  budget: ByteBudget
  kept: Set<Kept<object>>
  reserved: Set<{ reservation: Reservation; bytes: number }>
  add(bytes: number): void
}

function trackBudget(budget: ByteBudget): Tracked {
  const kept = new Set<Kept<object>>()
  const keep = budget.openCache<object>('journals', (item) => {
    for (const each of kept) if (each.item === item) kept.delete(each)
  })
  const add = (bytes: number) => {
    const entry = keep({}, bytes)
    if (entry !== undefined) kept.add(entry)
  }
  return { budget, kept, reserved: new Set(), add }
}

type Act = (tracked: Tracked, at: number, bytes: number) => void

const pick = <Item>(items: Set<Item>, at: number): Item[] => [...items].slice(at % (items.size || 1)).slice(0, 1)
const sumBytes = (items: Iterable<{ bytes: number }>) => [...items].reduce((sum, { bytes }) => sum + bytes, 0)

function attempt(act: () => void): void {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(NoRoomError)
  }
}

const ACTS: readonly Act[] = [
  ({ add }, _at, bytes) => add(bytes),
  ({ kept }, at) => {
    for (const entry of pick(kept, at)) entry.isUsed = true
  },
  ({ budget, kept }, at, bytes) => {
    for (const entry of pick(kept, at)) budget.resize(entry, bytes)
  },
  ({ budget, kept }, at) => {
    for (const entry of pick(kept, at)) {
      budget.release(entry)
      kept.delete(entry)
    }
  },
  ({ budget, reserved }, _at, bytes) =>
    attempt(() => reserved.add({ reservation: budget.reserve('sessions', bytes, ASKED), bytes })),
  ({ reserved }, at, bytes) =>
    attempt(() => {
      for (const each of pick(reserved, at)) {
        each.reservation.add(bytes - each.reservation.bytes(), ASKED)
        each.bytes = bytes
      }
    }),
  ({ reserved }, at) => {
    for (const each of pick(reserved, at)) {
      each.reservation.release()
      reserved.delete(each)
    }
  },
]
