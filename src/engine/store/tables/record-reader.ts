// Reads the records of one kind.

import type { Summary } from '../listing/filter.ts'
import type { Range, SeededRows } from '../rows/seeded-rows.ts'
import type { Row, Where } from './model.ts'

/** The records of one kind, to read. They are frozen and are not rows of the database. */
export interface RecordReader<Item> {
  get(id: string): Item | undefined
  /** Returns all records, or those of a range. It completes the seeded ones, which takes long in a large world. */
  all(range?: Range): readonly Item[]
  /**
   * Returns the records with some values, in the order in which they were added. Seeded records that
   * are stored are scanned for that.
   */
  find(where: Where): readonly Item[]
  count(): number
  /** Returns the summary of a record without completing it. */
  getSummary(id: string): Summary | undefined
}

/** Reads rows as records. */
export function readRecords<Item>(
  rows: Pick<SeededRows, 'get' | 'list' | 'find' | 'count'>,
  toRecord: (row: Row) => Item,
): RecordReader<Item> {
  return {
    get(id) {
      const row = rows.get(id)
      return row === undefined ? undefined : toRecord(row)
    },
    all: (range) => rows.list(range).map(toRecord),
    find: (where) => rows.find(where).map(toRecord),
    count: rows.count,
    // A row has the fields of a summary, whether it is completed or not.
    getSummary: (id) => rows.get(id),
  }
}
