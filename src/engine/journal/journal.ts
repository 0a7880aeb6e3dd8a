// The recent requests.

import type { Declarations } from '../contract/operation/declarations.ts'
import { operationNamesOf } from '../contract/operation/operation.ts'
import type { AssumptionId } from '../define/service-types.ts'
import { assertValue } from '../input/options/known-options.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import type { ByteBudget } from '../limits/byte-budget.ts'
import { type Explanation, explain, sumUpPage } from './explanation.ts'
import { pairHeaders } from './header-list.ts'
import {
  assertCountFilter,
  assertListFilter,
  buildRequestTest,
  type RequestFilter,
  type RequestRange,
} from './journal-filter.ts'
import { createJournalStore, type JournalRecord, type JournalStore, type StoredRecord } from './journal-store.ts'
import type { SharedBodies } from './kept-bodies.ts'
import { countRequests, type RequestCounts } from './request-counts.ts'
import type { RequestState, RequestWait } from './request-state.ts'
import { readSentResponse, readStatus, type SentResponse } from './sent-response.ts'
import { readTraceParent } from './trace-parent.ts'

/** A request in the journal. */
export interface JournalEntry {
  /** Counted from 1 in each session. */
  readonly id: number
  readonly session: string
  /** When it arrived, on the world's clock. */
  readonly at: string
  /** When it arrived, on the machine's clock. */
  readonly received: string
  /** How far it has got: requests are listed from the moment they arrive. */
  readonly state: RequestState
  /** What it waits for; null if it is not pending. */
  readonly waitsFor: RequestWait | null
  readonly method: string
  /** The path that the service saw, as the client encoded it. */
  readonly path: string
  /** The part after the question mark, as the client encoded it. */
  readonly query: string
  /** The operation that it matched; null if it matched none. */
  readonly operation: string | null
  /** The parsed parameters; null if they were invalid or the request matched no operation. */
  readonly parameters: Readonly<Record<string, unknown>> | null
  /** The body as text; null if it was empty or larger than 64 KiB. */
  readonly body: string | null
  /** The status of the response; null if there was no response, or none yet. */
  readonly status: number | null
  /** How many bytes of the response's body were sent. */
  readonly bytes: number
  /** For a page: how many records it contains, of how many, and how many matched; null if there are too many to count. */
  readonly page: { readonly returned: number; readonly matching: number | null; readonly total: number } | null
  /** How long the response took; for a pending request, how long it has waited so far. */
  readonly milliseconds: number
  /** The ids of the faults that applied. */
  readonly faults: readonly string[]
  /** The assumptions that the response depends on. */
  readonly assumptions: readonly AssumptionId[]
  /** The id of the trace that the client has named in the header `traceparent`; null if it named none. */
  readonly traceId: string | null
}

/** A request with an explanation of its response. */
export interface ExplainedEntry extends JournalEntry {
  readonly explanation: Explanation
}

/** An explained request with its headers, and with the response that was sent. */
export interface DetailedEntry extends ExplainedEntry {
  readonly request: {
    /** The headers in the order in which they were received: at most 100, and at most 16 KiB. */
    readonly headers: readonly (readonly [name: string, value: string])[]
  }
  readonly response: SentResponse
}

/** The recent requests of a session. */
export interface Journal {
  /**
   * The requests, or those that match a filter, oldest first.
   *
   * @throws for an unknown field, an unknown operation and a status that is none
   */
  list(filter?: RequestFilter & RequestRange): readonly JournalEntry[]
  /** Counts the requests, or those that match a filter. @throws like `list` */
  counts(filter?: RequestFilter): RequestCounts
  /** How many requests there are, or how many match a filter. @throws like `list` */
  count(filter?: RequestFilter): number
  /** A request with an explanation of its response, and with the response itself. */
  get(id: number): DetailedEntry | undefined
  clear(): void
}

/** A journal that can be written to. */
export type JournalWriter = Journal &
  Pick<JournalStore, 'write' | 'update' | 'keepMore' | 'pin' | 'end'> & {
    /** Returns a request as it was written. */
    getRecord(id: number): JournalRecord | undefined
    /** Selects requests like `list`, before their entries are built. @throws like `list` */
    select(filter?: RequestFilter & RequestRange): readonly KeptRequest[]
  }

/** A request of a journal, before its entry is built. */
export interface KeptRequest {
  readonly id: number
  readonly session: string
  readonly record: StoredRecord
  /** Reads what was received and sent. */
  readMessages(): Pick<DetailedEntry, 'request' | 'response' | 'traceId'>
}

/** Builds the journal entry of a request. */
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

/** Builds the journal entry of a request with an explanation of its response. */
export function explainEntry(session: string, id: number, record: JournalRecord): ExplainedEntry {
  return { ...buildEntry(session, id, record), explanation: toJson(explain(record)) as Explanation }
}

function detailEntry(session: string, id: number, record: StoredRecord): DetailedEntry {
  return { ...explainEntry(session, id, record), ...readMessages(record) }
}

function readMessages({ headers, sent, outcome }: StoredRecord): ReturnType<KeptRequest['readMessages']> {
  return {
    request: { headers: pairHeaders(headers) },
    response: readSentResponse(sent, readStatus(outcome)),
    traceId: readTraceId(headers),
  }
}

function readTraceId(headers: readonly string[]): string | null {
  return readTraceParent(headers)?.traceId ?? null
}

/** What all journals share. */
export interface JournalParts {
  readonly declared: Pick<Declarations, 'operations'>
  readonly budget: ByteBudget
  readonly bodies: SharedBodies
}

/**
 * Creates the journal of a session. Writing is cheap, because entries are built when they are read.
 *
 * @param capacity how many requests it stores at most; fewer if the budget has no room for them
 */
export function createJournal(
  session: string,
  capacity: number,
  { declared, budget, bodies }: JournalParts,
): JournalWriter {
  const operations = operationNamesOf(declared.operations)
  const { records, get, count, ...store } = createJournalStore(capacity, budget, bodies)
  const find = (filter: RequestFilter): JournalRecord[] => {
    assertCountFilter(filter, operations)
    return Array.from(records(), ([, record]) => record).filter(buildRequestTest(filter))
  }
  const select: JournalWriter['select'] = (options = {}) => {
    assertListFilter(options, operations)
    const { after = 0, before = Number.POSITIVE_INFINITY, limit = Number.POSITIVE_INFINITY, ...filter } = options
    const isMatch = buildRequestTest(filter)
    const found = [...records()].filter(([id, record]) => id > after && id < before && isMatch(record))
    const selected = found.slice(Math.max(0, found.length - limit))
    return selected.map(([id, record]) => ({ id, session, record, readMessages: () => readMessages(record) }))
  }
  return {
    ...store,
    getRecord: get,
    select,
    list: (options) => select(options).map(({ id, record }) => buildEntry(session, id, record)),
    counts: (filter = {}) => countRequests(find(filter)),
    count: (filter) => (filter === undefined ? count() : find(filter).length),
    get(id) {
      assertValue('find the request', 'id', id, 'integer')
      const record = get(id)
      return record === undefined ? undefined : detailEntry(session, id, record)
    },
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
