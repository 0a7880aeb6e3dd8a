import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { Answer, Reply } from '../contract/call.ts'
import type { Assumptions } from '../contract/register/assumptions.ts'
import type { Lease } from '../lease.ts'
import { formatMicroseconds } from '../records/timestamp.ts'
import { type Explanation, explain } from './explanation.ts'
import type { Fault } from './fault.ts'

/** A request that was answered. */
export interface JournalEntry {
  /** Counted from 1 in each session. */
  readonly id: number
  readonly session: string
  /** When it came, by the world's clock. */
  readonly at: string
  readonly method: string
  /** The path that the service saw, as the client encoded it. */
  readonly path: string
  /** What followed the question mark, as the client encoded it. */
  readonly query: string
  /** The operation that it was for; null where there is no such path or method. */
  readonly operation: string | null
  /** The parameters as they were understood; null where they were wrong or there was no operation. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** The body as text, of 64 KB at most; null where there was none or a larger one. */
  readonly body: string | null
  /** The status of the answer; null where none came. */
  readonly status: number | null
  readonly milliseconds: number
  /** The ids of the faults that struck. */
  readonly faults: readonly string[]
}

/** A request with how its answer came about. */
export interface ExplainedEntry extends JournalEntry {
  readonly explanation: Explanation
}

/** The last requests of a session. */
export interface Journal {
  /** Oldest first. */
  list(): readonly JournalEntry[]
  /** How many requests are kept. */
  count(): number
  /** A request with how its answer came about. */
  get(id: number): ExplainedEntry | undefined
  clear(): void
}

/** What there is to write down of a request. */
export interface JournalRecord {
  /** Microseconds since the Unix epoch. */
  at: bigint
  method: string
  path: string
  query: string
  body: Uint8Array
  answer: Answer
  assumptions: Assumptions
  milliseconds: number
  faults: readonly Fault[]
}

export interface JournalWriter extends Journal {
  /** Keeps a request and gives its id. The oldest goes when there are too many, or no memory for them. */
  write(record: JournalRecord): number
  /** Uses something for as long as requests written so far are kept, which look into it. */
  hold(lease: Lease<unknown>): void
  /** Forgets all requests, and keeps none from now on. */
  end(): void
}

/** Builds the entry of a request. */
export function buildEntry(session: string, id: number, record: JournalRecord): JournalEntry {
  const { at, method, path, query, answer, milliseconds, faults } = record
  return {
    id,
    session,
    at: formatMicroseconds(at),
    method,
    path,
    query,
    operation: answer.operation ?? null,
    parameters: answer.values === undefined ? null : (toJson(answer.values) as JournalEntry['parameters']),
    body: readBody(record.body),
    status: isNever(answer.reply) ? null : answer.reply.status,
    milliseconds,
    faults: faults.map((fault) => fault.id),
  }
}

/** Builds the entry of a request with how its answer came about. */
export function explainEntry(session: string, id: number, record: JournalRecord): ExplainedEntry {
  return { ...buildEntry(session, id, record), explanation: toJson(explain(record)) as Explanation }
}

/** The longest body that is kept. */
export const MOST_BODY_BYTES = 64 * 1024

/**
 * Creates the journal of a session. To write costs next to nothing: what an entry says is put
 * together when somebody reads it.
 *
 * @param capacity how many requests are kept at most, as long as the budget has room for them
 */
export function createJournal(session: string, capacity: number, budget: ByteBudget): JournalWriter {
  const kept: (Kept<JournalRecord> | undefined)[] = []
  const keep = budget.openCache<JournalRecord>('journals', () => evictOldest())
  const holds: { until: number; lease: Lease<unknown> }[] = []
  let written = 0
  let first = 1
  let hasEnded = false
  // The last request that looked at a list, which counts what the list takes.
  let looked: Kept<JournalRecord> | undefined

  const oldest = (): number => Math.max(first, written - capacity + 1)
  const find = (id: number): JournalRecord | undefined =>
    id >= oldest() && id <= written ? kept[id % capacity]?.item : undefined
  const releaseHolds = (): void => {
    while (holds[0] !== undefined && holds[0].until < oldest()) holds.shift()?.lease.release()
  }
  const evictOldest = (): void => {
    first = oldest()
    // A request that was too large was never kept.
    while (first <= written && kept[first % capacity] === undefined) first += 1
    kept[first % capacity] = undefined
    first += 1
    releaseHolds()
  }
  const clear = (): void => {
    for (const each of kept) if (each !== undefined) budget.release(each)
    kept.length = 0
    first = written + 1
    releaseHolds()
  }

  const uncountView = (bytes: number): void => {
    if (looked !== undefined) budget.resize(looked, looked.bytes - bytes)
  }

  return {
    list() {
      const start = oldest()
      return Array.from({ length: written - start + 1 }, (_, index) => start + index).flatMap((id) => {
        const record = find(id)
        return record === undefined ? [] : buildEntry(session, id, record)
      })
    },
    get(id) {
      const record = find(id)
      return record === undefined ? undefined : explainEntry(session, id, record)
    },
    count: () => kept.reduce((sum, each) => (each === undefined ? sum : sum + 1), 0),
    clear,
    write(given) {
      written += 1
      if (capacity === 0 || hasEnded) return written
      const place = written % capacity
      const replaced = kept[place]
      if (replaced !== undefined) budget.release(replaced)
      kept[place] = undefined
      const record = ownBody(given)
      const view = record.answer.evidence?.view
      const viewBytes = view?.bytes ?? 0
      if (viewBytes > 0 && looked?.item.answer.evidence?.view === view) uncountView(viewBytes)
      const entry = keep(record, measureRecord(record) + viewBytes)
      kept[place] = entry
      if (viewBytes > 0) looked = entry
      if (holds.length > 0) releaseHolds()
      return written
    },
    hold(lease) {
      const known = holds.findIndex(({ lease: { item } }) => item === lease.item)
      if (known >= 0) holds.splice(known, 1)[0]?.lease.release()
      holds.push({ until: written, lease })
      releaseHolds()
    },
    end() {
      hasEnded = true
      clear()
    },
  }
}

// What a request takes beside its texts and its body, and how often its texts are there: as they
// came, as parameters, in a redirect.
const RECORD_BYTES = 1024
const PATH_COPIES = 2
const QUERY_COPIES = 5

function measureRecord({ method, path, query, body }: JournalRecord): number {
  return RECORD_BYTES + method.length + PATH_COPIES * path.length + QUERY_COPIES * query.length + body.byteLength
}

// A part of a larger buffer would keep all of it.
function ownBody(record: JournalRecord): JournalRecord {
  const { body } = record
  return body.byteLength === 0 || body.byteLength === body.buffer.byteLength
    ? record
    : { ...record, body: body.slice() }
}

function isNever({ mishap }: Reply): boolean {
  return mishap?.kind === 'stall' || (mishap?.kind === 'cut' && mishap.after === null)
}

function readBody(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || bytes.length > MOST_BODY_BYTES) return null
  return new TextDecoder().decode(bytes)
}

// Offsets are of any size; those that JSON has no number for are written as text.
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toJson(field)]))
}
