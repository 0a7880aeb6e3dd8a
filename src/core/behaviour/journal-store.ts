import type { ByteBudget, Kept } from '../byte-budget.ts'
import type { Outcome } from '../contract/messages.ts'
import type { Lease } from '../lease.ts'
import type { Assumptions } from '../register/assumptions.ts'
import type { Fault } from './fault.ts'

/** What a journal records about a request. */
export interface JournalRecord {
  /** Microseconds since the Unix epoch. */
  at: bigint
  method: string
  path: string
  query: string
  body: Uint8Array
  outcome: Outcome
  assumptions: Assumptions
  milliseconds: number
  faults: readonly Fault[]
}

/** The requests of a journal, up to its capacity and as long as there is memory for them. */
export interface JournalStore {
  /** Stores a request and returns its id. The oldest is dropped when there are too many or the memory is full. */
  write(record: JournalRecord): number
  get(id: number): JournalRecord | undefined
  /** All stored requests with their ids, oldest first. */
  records(): Iterable<readonly [id: number, record: JournalRecord]>
  count(): number
  clear(): void
  /** Holds a lease until the requests written so far are dropped, because they refer to its item. */
  hold(lease: Lease<unknown>): void
  /** Drops all requests and stops storing. */
  end(): void
}

/** Creates an empty store. @param capacity how many requests it stores at most */
export function createJournalStore(capacity: number, budget: ByteBudget): JournalStore {
  const kept: (Kept<JournalRecord> | undefined)[] = []
  const keep = budget.openCache<JournalRecord>('journals', () => evictOldest())
  const holds = createHolds()
  let written = 0
  let first = 1
  let hasEnded = false
  // The last request that refers to a list of a changed world.
  let looked: Kept<JournalRecord> | undefined

  const oldest = (): number => Math.max(first, written - capacity + 1)
  const get = (id: number): JournalRecord | undefined =>
    id >= oldest() && id <= written ? kept[id % capacity]?.item : undefined
  const forget = (place: number): void => {
    if (kept[place] === looked) looked = undefined
    kept[place] = undefined
  }
  const evictOldest = (): void => {
    first = oldest()
    // A request that was too large was never stored.
    while (first <= written && kept[first % capacity] === undefined) first += 1
    forget(first % capacity)
    first += 1
    holds.releaseBefore(oldest())
  }
  const clear = (): void => {
    for (const each of kept) if (each !== undefined) budget.release(each)
    kept.length = 0
    looked = undefined
    first = written + 1
    holds.releaseBefore(first)
  }
  // Requests that refer to the same list share it, so only the last of them counts its bytes.
  const measureView = ({ outcome: { evidence } }: JournalRecord): number => {
    const bytes = evidence?.view.bytes ?? 0
    const isSame = bytes > 0 && looked?.item.outcome.evidence?.view === evidence?.view
    if (looked !== undefined && isSame) budget.resize(looked, looked.bytes - bytes)
    return bytes
  }

  return {
    get,
    *records() {
      for (let id = oldest(); id <= written; id += 1) {
        const record = get(id)
        if (record !== undefined) yield [id, record]
      }
    },
    count: () => kept.reduce((sum, each) => (each === undefined ? sum : sum + 1), 0),
    clear,
    write(given) {
      written += 1
      if (capacity === 0 || hasEnded) return written
      const place = written % capacity
      const replaced = kept[place]
      if (replaced !== undefined) budget.release(replaced)
      forget(place)
      const record = ownBody(given)
      const viewBytes = measureView(record)
      const entry = keep(record, measureRecord(record) + viewBytes)
      kept[place] = entry
      if (viewBytes > 0) looked = entry
      holds.releaseBefore(oldest())
      return written
    },
    hold(lease) {
      holds.add(written, lease)
      holds.releaseBefore(oldest())
    },
    end() {
      hasEnded = true
      clear()
    },
  }
}

/** Leases that are held until the requests up to an id are dropped. */
function createHolds() {
  const holds: { until: number; lease: Lease<unknown> }[] = []
  return {
    add(until: number, lease: Lease<unknown>) {
      const known = holds.findIndex(({ lease: { item } }) => item === lease.item)
      if (known >= 0) holds.splice(known, 1)[0]?.lease.release()
      holds.push({ until, lease })
    },
    releaseBefore(id: number) {
      while (holds[0] !== undefined && holds[0].until < id) holds.shift()?.lease.release()
    },
  }
}

// The bytes of a request without its texts and its body, and how many copies of the texts there are:
// as received, as parameters, in a redirect.
const RECORD_BYTES = 1024
const PATH_COPIES = 2
const QUERY_COPIES = 5

function measureRecord({ method, path, query, body }: JournalRecord): number {
  return RECORD_BYTES + method.length + PATH_COPIES * path.length + QUERY_COPIES * query.length + body.byteLength
}

// A view of a larger buffer would keep the whole buffer in memory.
function ownBody(record: JournalRecord): JournalRecord {
  const { body } = record
  const isWhole = body.byteLength === 0 || body.byteLength === body.buffer.byteLength
  return isWhole ? record : { ...record, body: body.slice() }
}
