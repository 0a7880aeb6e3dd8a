// The rows that worlds start with, stored or derived.

import { onDemand } from '../../limits/on-demand.ts'
import type { SharedMap } from '../shared-map.ts'
import type { Row, Where } from './model.ts'

/** A range of a table's records. */
export interface Range {
  readonly offset: number
  readonly limit: number
}

/** A seeded row that was removed, and its place among the changes. */
export interface RemovedRow {
  readonly seeded: Row
  readonly place: number
}

/** The rows that worlds with the same baseline share. */
export interface SeededRows {
  /** Returns the row with an id. A derived one is only searched among those with the parent of `near`. */
  get(id: string, near?: Row): Row | undefined
  /** Finds the row with an id. A derived row is not derived for that, so it only has its id, its parent and its place. */
  locate(id: string, near?: Row): Row | undefined
  count(): number
  /** Lists the rows, or a range of them, without some. */
  list(range?: Range, without?: SharedMap<RemovedRow>): readonly Row[]
  find(where: Where): readonly Row[]
  sort(rows: readonly Row[]): Row[]
  /** Prepares to get several rows by their ids. */
  expect(ids: readonly string[]): void
}

export function createStoredRows(rows: ReadonlyMap<string, Row>, find: (where: Where) => readonly Row[]): SeededRows {
  const findPlaces = onDemand(() => new Map(Array.from(rows.keys(), (id, place) => [id, place])))
  return {
    find,
    get: (id) => rows.get(id),
    locate: (id) => rows.get(id),
    count: () => rows.size,
    list(range, without) {
      const { offset, limit } = range ?? { offset: 0, limit: Number.POSITIVE_INFINITY }
      const found: Row[] = []
      for (const row of rows.values()) {
        if (found.length >= offset + limit) break
        if (without?.get(row.id) === undefined) found.push(row)
      }
      return found.slice(offset)
    },
    sort(some) {
      const places = findPlaces()
      return some.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
    },
    expect: () => undefined,
  }
}
