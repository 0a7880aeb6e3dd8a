import type { ByteBudget } from '../byte-budget.ts'
import type { ServiceResponse } from '../contract/messages.ts'
import { formatMicroseconds } from '../records/timestamp.ts'
import { type Explanation, explain } from './explanation.ts'
import { createJournalStore, type JournalRecord, type JournalStore } from './journal-store.ts'

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
  /** The ids of the faults that applied. */
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

/** A journal as a session writes it. */
export type JournalWriter = Journal & Pick<JournalStore, 'write' | 'hold' | 'end'>

/** Builds the entry of a request. */
export function buildEntry(session: string, id: number, record: JournalRecord): JournalEntry {
  const { at, method, path, query, outcome, milliseconds, faults } = record
  return {
    id,
    session,
    at: formatMicroseconds(at),
    method,
    path,
    query,
    operation: outcome.operation ?? null,
    parameters: outcome.values === undefined ? null : (toJson(outcome.values) as JournalEntry['parameters']),
    body: readBody(record.body),
    status: isNever(outcome.response) ? null : outcome.response.status,
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
  const { records, get, ...store } = createJournalStore(capacity, budget)
  return {
    ...store,
    list: () => Array.from(records(), ([id, record]) => buildEntry(session, id, record)),
    get(id) {
      const record = get(id)
      return record === undefined ? undefined : explainEntry(session, id, record)
    },
  }
}

function isNever({ transportFault }: ServiceResponse): boolean {
  return transportFault?.kind === 'stall' || (transportFault?.kind === 'cut' && transportFault.after === null)
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
