// Finds rows by the values of some fields, without looking at the others.

import { createBoundedMap } from '../../limits/bounded-map.ts'
import { onDemand } from '../../limits/on-demand.ts'
import { hashText } from '../random.ts'
import type { Row, Where } from './model.ts'

export type RowLookup = ReturnType<typeof createRowLookup>

// Each takes eight to twelve bytes for each row.
const MOST_TABLES = 4

/** Creates a lookup for rows that do not change. @param read returns the value of a field */
export function createRowLookup(list: () => readonly Row[], read: (row: Row, field: string) => unknown) {
  const findRows = onDemand(list)
  const tables = createBoundedMap<string, HashTable>({ most: MOST_TABLES })
  return {
    /** Finds the rows with some values, in their order. */
    find(where: Where): readonly Row[] {
      const fields = Object.keys(where)
      const name = JSON.stringify(fields)
      const hashOf = (get: (field: string) => unknown) =>
        fields.reduce((hash, field) => hashText(String(get(field) ?? ''), hash), 0)
      const rows = findRows()
      const table = tables.use(name) ?? hashRows(rows, (row) => hashOf((field) => read(row, field)))
      tables.set(name, table)
      const isMatch = (row: Row) => fields.every((field) => (read(row, field) ?? null) === (where[field] ?? null))
      return listPlaces(
        table,
        hashOf((field) => where[field]),
      ).flatMap((place) => {
        const row = rows[place] as Row
        return isMatch(row) ? row : []
      })
    },
  }
}

/** The places of rows by the hashes of their values. Those in one slot are linked, in their order. */
interface HashTable {
  readonly first: Int32Array
  readonly next: Int32Array
}

const NONE = -1

function hashRows(rows: readonly Row[], hashOf: (row: Row) => number): HashTable {
  const first = new Int32Array(2 ** Math.ceil(Math.log2(rows.length + 1))).fill(NONE)
  const next = new Int32Array(rows.length)
  for (let place = rows.length - 1; place >= 0; place -= 1) {
    const slot = hashOf(rows[place] as Row) & (first.length - 1)
    next[place] = first[slot] as number
    first[slot] = place
  }
  return { first, next }
}

function listPlaces({ first, next }: HashTable, hash: number): number[] {
  const places: number[] = []
  let place = first[hash & (first.length - 1)] as number
  while (place !== NONE) {
    places.push(place)
    place = next[place] as number
  }
  return places
}
