import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition, Summary } from '../../src/engine/store/listing/filter.ts'
import { createListing } from '../../src/engine/store/listing/listing.ts'
import { createListingIndex } from '../../src/engine/store/listing/listing-index.ts'
import { createOrder, type Ordering } from '../../src/engine/store/listing/ordering.ts'
import { finish } from '../../src/engine/work/steps.ts'

interface Item extends Summary {
  readonly kind: number
  readonly place: number
}

function openListing(items: readonly Item[], ordering: Ordering, note: (item: Item) => void = () => undefined) {
  const watched = items.map(
    (item) =>
      new Proxy(item, {
        get(target, field) {
          if (field === 'kind') note(target)
          return Reflect.get(target, field)
        },
      }),
  )
  const index = finish(createListingIndex(watched, { order: createOrder(ordering, 1, true), fields: {} }))
  const getSummary = (id: string) => watched.find((each) => each.id === id)
  const unchanged = { bytes: 0, gone: 0 }
  const rows = { first: unchanged, read: () => unchanged, compare: () => [] }
  return createListing({ rows, getSummary, findSeeded: () => index })
}

const byPlace = { by: 'place', as: 'number' } as const
const isKind = (kind: number): { readonly filter: readonly Condition[] } => ({
  filter: [{ field: 'kind', match: 'equals', value: kind }],
})

const itemsArbitrary = fc
  .array(fc.record({ kind: fc.nat(1), place: fc.integer({ min: 0, max: 8 }) }), { minLength: 1, maxLength: 1500 })
  .map((items) => items.map((item, index) => ({ ...item, id: String(index) })))

test('a page beside a record has the nearest matches on that side, in order', () => {
  const property = fc.property(itemsArbitrary, fc.nat(), fc.nat(20), fc.nat(1), (items, at, limit, kind) => {
    const sorted = items.toSorted((a, b) => a.place - b.place || Number(a.id) - Number(b.id))
    const place = at % sorted.length
    const id = String(sorted[place]?.id)
    const [before, after] = [sorted.slice(0, place), sorted.slice(place + 1)].map((each) =>
      each.filter((item) => item.kind === kind).map((item) => item.id),
    ) as [string[], string[]]
    const listing = openListing(items, byPlace)
    const request = { filters: [isKind(kind)], ordering: 'place', limit }
    finish(listing.searchBeside({ ...request, after: id }))
    const found = [listing.pageBeside({ ...request, after: id }), listing.pageBeside({ ...request, before: id })].map(
      (page) => ({ ids: page?.found.map((item) => item.id), hasMore: page?.hasMore }),
    )
    expect(found).toEqual([
      { ids: after.slice(0, limit), hasMore: after.length > limit },
      { ids: before.slice(Math.max(0, before.length - limit)), hasMore: before.length > limit },
    ])
  })
  fc.assert(property, { numRuns: 40 })
})

test('there is no page beside a record that does not exist', () => {
  const listing = openListing([{ id: '1', kind: 0, place: 0 }], byPlace)
  const request = { filters: [], ordering: 'place', limit: 1 }
  expect(listing.pageBeside({ ...request, after: '2' })).toBeUndefined()
  finish(listing.searchBeside({ ...request, before: '2' }))
  expect(listing.pageBeside({ ...request, before: '1' })).toMatchObject({ found: [], hasMore: false, total: 1 })
})

test('a page beside a record looks at few others, and a long search pauses', () => {
  let looks = 0
  const items = Array.from({ length: 20_000 }, (_, index) => ({ id: `${index}`, kind: index % 2, place: index }))
  const listing = openListing(items, byPlace, () => {
    looks += 1
  })
  const page = listing.pageBeside({ filters: [isKind(1)], ordering: 'place', limit: 10, before: '15000' })
  expect(page?.found.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `${14_981 + 2 * index}`))
  expect(looks).toBeLessThan(40)
  const steps = [...listing.searchBeside({ filters: [isKind(2)], ordering: 'place', limit: 10, after: '0' })]
  expect(steps.length).toBeGreaterThan(2)
})
