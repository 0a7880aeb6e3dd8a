// Stores as many recent requests as fit into memory.

import type { Outcome, ServiceResponse } from '../contract/operation/messages.ts'
import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { ByteBudget, Kept } from '../limits/byte-budget.ts'
import { estimateBytes, textBytes } from '../limits/byte-size.ts'
import type { Lease } from '../limits/pool.ts'
import type { AppliedFault, RequestState, RequestWait } from './entry.ts'
import {
  createKeptBodies,
  createSharedBodies,
  type KeptBodies,
  type KeptResponse,
  keepResponse,
  type SharedBodies,
} from './sent-response.ts'

export interface JournalRecord {
  /** Microseconds since the Unix epoch. */
  at: bigint
  /** Milliseconds since the Unix epoch, on the machine's clock. */
  received: number
  method: string
  path: string
  query: string
  /** The names and values of its headers in turn. */
  headers: readonly string[]
  /** Bytes of its own: a view of a larger buffer would keep all of that in memory. */
  body: Uint8Array
  state: RequestState
  waitsFor: RequestWait | null
  /** What was answered; no response as long as it waits for its outcome. */
  outcome: Outcome
  assumptions: Assumptions
  milliseconds: number
  faults: readonly AppliedFault[]
  /** What it met; absent if it left no trace, or memory was short. Requests share it if nothing has changed in between. */
  moment?: object
}

export interface StoredRecord extends JournalRecord {
  sent: KeptResponse
}

/** Creates an empty store. @param shared the bodies of all journals that share the budget */
export function createJournalStore(
  capacity: number,
  budget: ByteBudget,
  shared: SharedBodies = createSharedBodies(budget),
) {
  // Oldest first. Some are missing, because there was no memory for them.
  const entries = new Map<number, Kept<StoredRecord>>()
  const pins = createPins(entries)
  let last = 0
  let hasEnded = false

  const take = (id: number): Kept<StoredRecord> | undefined => {
    const entry = entries.get(id)
    if (entries.delete(id)) pins.release()
    return entry
  }
  const { keep, update, drop } = createRecordCache(budget, createKeptBodies(shared), () => take(findOldest(entries)))
  const clear = (): void => {
    for (const [id, entry] of entries) {
      take(id)
      drop(entry)
    }
  }

  return {
    get: (id: number) => entries.get(id)?.item,
    /** All stored requests with their ids, oldest first. */
    records: () => Array.from(entries, ([id, { item }]) => [id, item] as const),
    count: () => entries.size,
    clear,
    /** Stores a request and returns its id. The oldest is dropped when there are too many or the memory is full. */
    write(record: JournalRecord, response: ServiceResponse): number {
      last += 1
      const replaced = take(last - capacity)
      if (replaced !== undefined) drop(replaced)
      const entry = capacity > 0 && !hasEnded ? keep(record, response) : undefined
      if (entry !== undefined) entries.set(last, entry)
      return last
    },
    /** Stores what has been added to a request that was written when it arrived, if it is still stored. */
    update(id: number, record: JournalRecord, response: ServiceResponse) {
      const entry = entries.get(id)
      // It may have been dropped while it waited.
      if (entry?.item !== record || update(entry, response)) return
      take(id)
      drop(entry)
    },
    /** Forgets what the requests met, which keeps in memory what is no longer in the data. */
    forgetMoments() {
      for (const { item } of entries.values()) delete item.moment
    },
    /** Keeps a lease until the requests written so far are dropped, because they refer to its item. */
    pin: (lease: Lease<unknown>) => pins.add(lease, last),
    end() {
      hasEnded = true
      clear()
    },
  }
}

function findOldest(entries: ReadonlyMap<number, unknown>): number {
  for (const id of entries.keys()) return id
  return Number.POSITIVE_INFINITY
}

/** Creates a cache for requests and the bodies of responses, which they share. */
function createRecordCache(budget: ByteBudget, bodies: KeptBodies, dropOldest: () => void) {
  const releaseBody = ({ body }: KeptResponse): void => {
    if (body !== undefined) bodies.release(body)
  }
  const add = budget.openCache<StoredRecord>('journals', ({ sent }) => {
    dropOldest()
    releaseBody(sent)
  })
  return {
    /** Stores a request. Returns undefined if there is no memory for it. */
    keep(record: JournalRecord, response: ServiceResponse): Kept<StoredRecord> | undefined {
      // Assigned, because a copy would cost every request more than everything else here.
      const stored: StoredRecord = Object.assign(record, { sent: keepResponse(response, bodies) })
      const entry = add(stored, measureRecord(stored))
      if (entry === undefined) releaseBody(stored.sent)
      return entry
    },
    /** Measures a stored request again, with the response that was sent. @returns whether there is memory for it */
    update(entry: Kept<StoredRecord>, response: ServiceResponse): boolean {
      const { item } = entry
      releaseBody(item.sent)
      item.sent = keepResponse(response, bodies)
      const bytes = measureRecord(item)
      if (bytes > budget.most()) return false
      // Older requests are dropped to make room for it, and in the end it may itself be the oldest.
      budget.resize(entry, bytes)
      return true
    },
    drop(entry: Kept<StoredRecord>): void {
      releaseBody(entry.item.sent)
      budget.release(entry)
    },
  }
}

/** Leases that are kept until the requests up to their time are dropped. */
function createPins(entries: ReadonlyMap<number, unknown>) {
  const pins: { until: number; lease: Lease<unknown> }[] = []
  /** Releases the leases that are no longer needed. */
  const release = (): void => {
    while (pins[0] !== undefined && pins[0].until < findOldest(entries)) pins.shift()?.lease.release()
  }
  return {
    release,
    add(lease: Lease<unknown>, last: number): void {
      const known = pins.findIndex(({ lease: { item } }) => item === lease.item)
      if (known >= 0) pins.splice(known, 1)[0]?.lease.release()
      pins.push({ until: last, lease })
      release()
    },
  }
}

// Measured: the bytes of a request without its texts and its body, and those of the filters of a list. The
// values of parameters are texts of their own. A text takes some bytes besides its characters.
const RECORD_BYTES = 1050
const FILTERS_BYTES = 600
const TEXT_BYTES = 24

function measureRecord({ method, path, query, headers, body, outcome, faults, sent }: StoredRecord): number {
  const { values, evidence } = outcome
  const filters = evidence === undefined || query === '' ? 0 : FILTERS_BYTES
  const ids = faults.reduce((sum, { id }) => sum + textBytes(id), 0)
  const texts = method.length + path.length + query.length + ids
  const ofHeaders = headers.length * TEXT_BYTES + sumLengths(headers) + sumLengths(Object.values(sent.headers))
  return RECORD_BYTES + filters + estimateBytes(values) + texts + ofHeaders + body.byteLength
}

function sumLengths(texts: readonly (string | readonly string[])[]): number {
  let sum = 0
  for (const text of texts) sum += typeof text === 'string' ? text.length : sumLengths(text)
  return sum
}
