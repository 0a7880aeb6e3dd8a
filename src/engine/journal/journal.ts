// The recent requests.

import type { Declarations } from '../contract/operation/declarations.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import type { DetailedEntry, ExplainedEntry, Explanation, JournalEntry } from './entry.ts'
import { explain, sumUpPage } from './explanation.ts'
import { pairHeaders } from './header-list.ts'
import { assertCountFilter, assertListFilter, buildRequestTest } from './journal-filter.ts'
import { createJournalStore, type JournalRecord, type StoredRecord } from './journal-store.ts'
import type { RequestFilter, RequestRange } from './request-filter.ts'
import { readSentResponse, readStatus, type SharedBodies } from './sent-response.ts'
import { readTraceParent } from './trace-parent.ts'

/** A request of a journal, before its entry is built. */
export interface KeptRequest {
  readonly id: number
  readonly session: string
  readonly record: StoredRecord
  readMessages(): ReturnType<typeof readMessages>
}

export function buildEntry(session: string, id: number, record: JournalRecord & Partial<StoredRecord>): JournalEntry {
  const { at, received, state, waitsFor, method, path, query, outcome, milliseconds, faults } = record
  return {
    id,
    session,
    at: formatMicroseconds(at),
    received: new Date(received).toISOString(),
    state,
    waitsFor,
    method,
    path,
    query,
    operation: outcome.operation ?? null,
    parameters: outcome.values === undefined ? null : (toJson(outcome.values) as JournalEntry['parameters']),
    body: readBody(record.body),
    status: readStatus(outcome),
    bytes: record.sent?.bytes ?? 0,
    page: sumUpPage(outcome),
    milliseconds: state === 'pending' ? Math.max(0, Date.now() - received) : milliseconds,
    faults: faults.map((fault) => fault.id),
    assumptions: outcome.dependsOn.toSorted(),
    traceId: readTraceId(record.headers),
  }
}

export function explainEntry(session: string, id: number, record: JournalRecord): ExplainedEntry {
  return { ...buildEntry(session, id, record), explanation: toJson(explain(record)) as Explanation }
}

export function detailEntry({ session, id, record, readMessages }: KeptRequest): DetailedEntry {
  return { ...explainEntry(session, id, record), ...readMessages() }
}

function readMessages({ headers, sent, outcome }: StoredRecord) {
  return {
    request: { headers: pairHeaders(headers) },
    response: readSentResponse(sent, readStatus(outcome)),
    traceId: readTraceId(headers),
  }
}

function readTraceId(headers: readonly string[]): string | null {
  return readTraceParent(headers)?.traceId ?? null
}

/** The recent requests of a session, as they were written. */
export type JournalWriter = ReturnType<typeof createJournal>

interface JournalParts {
  readonly declared: Declarations
  readonly budget: ByteBudget
  readonly bodies: SharedBodies
}

/** Creates the journal of a session. Writing is cheap, because entries are built when they are read. */
export function createJournal(session: string, capacity: number, { declared, budget, bodies }: JournalParts) {
  const { records, get, ...store } = createJournalStore(capacity, budget, bodies)
  const keep = (id: number, record: StoredRecord): KeptRequest => {
    return { id, session, record, readMessages: () => readMessages(record) }
  }
  return {
    /** Returns a request as it was written. */
    find(id: number): KeptRequest | undefined {
      const record = get(id)
      return record && keep(id, record)
    },
    /** Returns the requests that match a filter. @throws OptionError if it cannot match */
    filter(filter: RequestFilter): JournalRecord[] {
      assertCountFilter(filter, declared)
      return Array.from(records(), ([, record]) => record).filter(buildRequestTest(filter))
    },
    /** Selects a part of the requests that match a filter, oldest first. @throws OptionError if it cannot match */
    select(options: RequestFilter & RequestRange = {}): readonly KeptRequest[] {
      assertListFilter(options, declared)
      const { after = 0, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, ...filter } = options
      const isMatch = buildRequestTest(filter)
      const found = records().filter(([id, record]) => id > after && id < before && isMatch(record))
      return found.slice(Math.max(0, found.length - limit)).map(([id, record]) => keep(id, record))
    },
    ...store,
  }
}

function readBody(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : new TextDecoder().decode(bytes)
}

// Offsets can be of any size. An offset that is not a safe integer is written as a string.
function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toJson(field)]))
}
