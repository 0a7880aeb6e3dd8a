// Sorts the list of requests.

import { isEntry, type Row } from '../../store/ring.ts'

/** What the list can be sorted by, with its columns. Without a choice, the newest is first. */
export const SORTS = { milliseconds: 'Duration', bytes: 'Size' } as const

/** Returns rows with the greatest value first; what has not been read comes last. */
export function listSorted(rows: readonly Row[], by: string | undefined): readonly Row[] {
  if (by !== 'milliseconds' && by !== 'bytes') return rows
  const read = (row: Row) => (isEntry(row) ? row[by] : -1)
  return rows.toSorted((one, other) => read(other) - read(one))
}
