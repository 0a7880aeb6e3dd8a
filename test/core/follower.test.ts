import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFollower } from '../../src/engine/store/follower.ts'
import type { Summary } from '../../src/engine/store/listing/filter.ts'
import { createListingIndex, type ListingIndex } from '../../src/engine/store/listing/listing-index.ts'
import { createOrder } from '../../src/engine/store/listing/ordering.ts'
import { finish, type Steps } from '../../src/engine/work/steps.ts'
import { runs } from '../support/scope.ts'

const first = { bytes: 0, gone: 0, value: 0 }

/** Follows a number. It notes what it is told: the difference, or that it begins again. */
function openFollower() {
  const held = { data: first }
  const told: (number | 'begins')[] = []
  const compare = (before: typeof first, after: typeof first) => [after.value - before.value]
  const follower = createFollower(
    { first, read: () => held.data, compare },
    () => {
      told.push('begins')
      return 0
    },
    function* (derived: number, changes: Iterable<number>): Steps<number> {
      for (const each of changes) {
        told.push(each)
        derived += each
        yield
      }
      return derived
    },
  )
  const change = (value: number, gone = 0, bytes = 0) => {
    held.data = { value, gone, bytes }
  }
  return { ...follower, change, told, read: () => finish(follower.catchUp()) }
}

test('what follows data is told once what has changed since it was read, however often that was', () => {
  const { read, change, told } = openFollower()
  expect(read()).toBe(0)
  for (const value of [1, 2, 7]) change(value)
  expect([read(), read(), told]).toEqual([7, 7, ['begins', 7]])
  change(5)
  expect([read(), told]).toEqual([5, ['begins', 7, -2]])
})

test('what follows data gets back to earlier data', () => {
  const { read, change } = openFollower()
  change(3)
  read()
  change(0)
  expect(read()).toBe(0)
})

test.for([
  ['less than the data has', 200_000, 100_000, false],
  ['little', 1000, 0, false],
  ['more than the data has', 200_000, 300_000, true],
] as const)(
  'whether what follows data is forgotten is decided by what it keeps of the past: %s',
  ([, bytes, gone, isForgotten]) => {
    const { read, change, told, forgetPast } = openFollower()
    change(1, 0, bytes)
    read()
    change(2, gone, bytes)
    forgetPast()
    read()
    expect(told.filter((each) => each === 'begins')).toHaveLength(isForgotten ? 2 : 1)
  },
)

interface Item extends Summary {
  readonly name: string
  readonly kind: string
}

const ORDER = createOrder({ by: 'name', as: 'text' }, 1)
const create = (items: readonly Item[]) =>
  finish(createListingIndex(items, { order: ORDER, fields: { kind: 'equality', name: 'text' } }))

function readAll(index: ListingIndex) {
  const matches = [
    [],
    [{ field: 'kind', match: 'equals', value: 'a' } as const],
    [{ field: 'name', match: 'substring', value: '1' } as const],
  ].map((filter) => index.find(filter).slice(0, index.size))
  return { size: index.size, matches }
}

const itemsArbitrary = fc.uniqueArray(
  fc.record({ id: fc.nat(2000).map(String), name: fc.nat(50).map(String), kind: fc.constantFrom('a', 'b') }),
  { selector: ({ id }) => id, maxLength: 900 },
)

test('an index that has followed any changes, few or many, equals one of the records', () => {
  fc.assert(
    fc.property(itemsArbitrary, itemsArbitrary, (before, after) => {
      const [were, are] = [before, after].map((items) => new Map(items.map((item) => [item.id, item])))
      const ids = new Set([...(were?.keys() ?? []), ...(are?.keys() ?? [])])
      const changes = [...ids].map((id) => ({ removed: were?.get(id), added: are?.get(id) }))
      expect(readAll(finish(create(before).follow(changes)))).toEqual(readAll(create(after)))
    }),
    { numRuns: runs(100) },
  )
})

test('an index follows many changes in steps, none of which reads many of them', () => {
  let reads = 0
  const count = 12_000
  const build = (index: number): Item => ({
    id: String(index),
    kind: 'a',
    get name() {
      reads += 1
      return String((index * 7919) % count)
    },
  })
  const index = create([])
  const steps = index.follow(Array.from({ length: count }, (_, each) => ({ added: build(each) })))
  let most = 0
  for (let done = false; !done; ) {
    reads = 0
    done = steps.next().done === true
    most = Math.max(most, reads)
  }
  expect(most).toBeLessThan(count / 2)
})
