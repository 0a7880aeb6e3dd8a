import { decodeQuery } from '../../../../../engine/input/text/decode.ts'
import type { JournalEntry } from '../../../../../entries/client/index.ts'
import { parseFilter } from '../../../components/forms/filter-field.tsx'
import { isEntry, type ListRow } from '../../../store/stream/ring.ts'

/** Which requests are shown. Absent fields match all of them. */
export interface RowFilter {
  readonly operation?: string
  readonly method?: string
  /** A part of the path. */
  readonly path?: string
  /** `503`, `5xx` or `none`. */
  readonly status?: string
  readonly session?: string
  /** The id of a fault, or `any`. */
  readonly fault?: string
  /** The id of an assumption that the response depends on. */
  readonly assumption?: string
  readonly text?: string
  /** Machine time in milliseconds. */
  readonly from?: number
  readonly to?: number
}

export const FILTER_FIELDS = ['status', 'method', 'path', 'operation', 'session', 'fault', 'assumption'] as const

export function readRequestFilter(query: Readonly<Record<string, string>>): RowFilter {
  const { fields, text } = parseFilter(query.q ?? '', FILTER_FIELDS)
  const time = (name: string) => (/^\d+$/.test(query[name] ?? '') ? { [name]: Number(query[name]) } : {})
  return { ...fields, ...(text === '' ? {} : { text: text.toLowerCase() }), ...time('from'), ...time('to') }
}

export function isOpen(filter: RowFilter): boolean {
  return Object.keys(filter).length === 0
}

export function matchesFilter(entry: JournalEntry, filter: RowFilter): boolean {
  const { operation, method, path, status, session, fault, assumption, text, from, to } = filter
  const received = from === undefined && to === undefined ? 0 : Date.parse(entry.received)
  return (
    (operation === undefined || (entry.operation ?? 'none') === operation) &&
    (method === undefined || entry.method.toLowerCase() === method.toLowerCase()) &&
    (path === undefined || entry.path.includes(path)) &&
    (status === undefined || matchesStatus(entry.status, status)) &&
    (session === undefined || entry.session === session) &&
    (fault === undefined || (fault === 'any' ? entry.faults.length > 0 : entry.faults.includes(fault))) &&
    (assumption === undefined || (entry.assumptions as readonly string[]).includes(assumption)) &&
    (from === undefined || received >= from) &&
    (to === undefined || received <= to) &&
    (text === undefined || matchesText(entry, text))
  )
}

function matchesStatus(status: number | null, pattern: string): boolean {
  if (status === null) return pattern === 'none'
  return pattern === String(status) || pattern.toLowerCase() === `${String(status)[0]}xx`
}

function matchesText({ method, path, query, operation, body }: JournalEntry, text: string): boolean {
  const parts = [`${method} ${path}?${query}`, decodeQuery(query), operation ?? '', body ?? '']
  return parts.some((part) => part.toLowerCase().includes(text))
}

/** What the list can be sorted by, with its columns. Without a choice, the newest is first. */
export const SORTS = { milliseconds: 'Duration', bytes: 'Size' } as const

/** Returns rows with the greatest value first; what has not been read comes last. */
export function listSorted(rows: readonly ListRow[], by: string | undefined): readonly ListRow[] {
  if (by !== 'milliseconds' && by !== 'bytes') return rows
  const read = (row: ListRow) => (isEntry(row) ? row[by] : -1)
  return rows.toSorted((one, other) => read(other) - read(one))
}
