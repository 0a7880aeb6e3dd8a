// The last requests and the rates of the last minutes.

import type { Frame, JournalEntry } from '../../../../entries/client/index.ts'
import { signal } from '../signal.ts'

/** The requests of one interval, for charts. */
export interface Rate {
  /** Machine time in milliseconds. */
  readonly at: number
  readonly count: number
  /** How many had a status of 5xx or no response. */
  readonly errors: number
  readonly p95: number | null
}

/** Requests of a session that have not been read. Their ids are between two others. */
export type Gap = { readonly session: string; readonly after: number; readonly before: number }

/** What is read of a session: a gap, or the latest requests. */
export type ReadRange = Gap | { readonly session: string; readonly after?: never; readonly before?: never }

/** A row of the list: a request, or a gap. */
export type ListRow = JournalEntry | Gap

// A request log usually has 1,000.
const MOST_ENTRIES = 5000
const MOST_RATES = 480

/** Creates an empty ring for the last requests of a session, and of others that the server tells of. */
export function createRequestRing(session: string) {
  const rows = signal<readonly ListRow[]>([])
  const requests = signal<readonly JournalEntry[]>([])
  const unseen = signal(0)
  const rates = signal<readonly Rate[]>([])
  let kept = 0
  // What is not newer is no longer in the request log.
  let first = 0
  let most = MOST_ENTRIES
  let isOpen = false
  // The requests below which there is nothing.
  const ends = new Set<string>()

  const show = (added: readonly JournalEntry[], isAskedFor = false) => {
    const merged = mergeNewest(requests.peek(), added)
    // What was asked for stays.
    if (isAskedFor) most = Math.max(most, merged.length)
    requests.value = merged.filter((entry) => entry.session !== session || entry.id > first).slice(0, most)
    rows.value = listRows(requests.peek(), ends, { session, first })
  }
  return {
    /** Newest first. */
    rows,
    requests,
    /** How many arrived since somebody last looked at the list. */
    unseen,
    rates,
    /** Says whether somebody looks at the list. */
    setOpen(next: boolean) {
      isOpen = next
      if (isOpen) unseen.value = 0
    },
    add({ count, byStatus, milliseconds, entries: news, last, kept: size }: Frame['requests']) {
      kept = size
      if (last !== null) first = Math.max(0, last - kept)
      // What the list was read with is also in the first frame.
      const known = new Set(requests.peek().filter(isSettled).map(keyOfRequest))
      if (!isOpen) unseen.value += count - news.filter((entry) => known.has(keyOfRequest(entry))).length
      if (count > 0) {
        const errors = (byStatus['5xx'] ?? 0) + (byStatus.none ?? 0)
        const rate = { at: Date.now(), count, errors, p95: milliseconds?.p95 ?? null }
        rates.value = [...rates.peek(), rate].slice(-MOST_RATES)
      }
      if (count + news.length > 0) show(news)
    },
    /** Adds requests that were read: the latest, or those of a range. What is missing in it does not exist. */
    addRead(read: readonly JournalEntry[], { session: of, before }: ReadRange = { session }) {
      if (before !== undefined && read.length === 0) ends.add(keyOfRequest({ session: of, id: before }))
      if (before === undefined && of === session)
        first = Math.max(0, (read.at(-1)?.id ?? 0) - Math.max(kept, read.length))
      show(read, before !== undefined)
    },
    /** Forgets the requests of a session. Those that nobody has seen are still counted if they may be read again. */
    clear(cleared: string, mayReturn = false) {
      ends.clear()
      if (cleared === session) first = 0
      if (cleared === session && !mayReturn) unseen.value = 0
      requests.value = requests.peek().filter((entry) => entry.session !== cleared)
      show([])
    },
  }
}

/** Whether a row is a request, and not a gap. */
export function isEntry(row: ListRow): row is JournalEntry {
  return 'id' in row
}

/** How many requests a row stands for. */
export function countRequests(row: ListRow): number {
  return isEntry(row) ? 1 : row.before - row.after - 1
}

/** Lists requests with the gaps between them: ids count the requests of a session. */
function listRows(
  entries: readonly JournalEntry[],
  ends: ReadonlySet<string>,
  own: { session: string; first: number },
): readonly ListRow[] {
  const last = new Map<string, JournalEntry>()
  const rows: ListRow[] = []
  const addGap = (after: number, above: JournalEntry | undefined) => {
    if (above === undefined || above.id - after < 2 || ends.has(keyOfRequest(above))) return
    rows.push({ session: above.session, after, before: above.id })
  }
  for (const entry of entries) {
    addGap(entry.id, last.get(entry.session))
    last.set(entry.session, entry)
    rows.push(entry)
  }
  for (const entry of last.values()) addGap(entry.session === own.session ? own.first : 0, entry)
  return rows
}

/** Merges entries into a list that is newest first, once each. Only those that wait are replaced. */
function mergeNewest(list: readonly JournalEntry[], added: readonly JournalEntry[]): readonly JournalEntry[] {
  const merged = new Map(list.map((entry) => [keyOfRequest(entry), entry]))
  for (const entry of added) {
    const known = merged.get(keyOfRequest(entry))
    if (known === undefined || !isSettled(known)) merged.set(keyOfRequest(entry), entry)
  }
  return [...merged.values()].sort(compareNewest)
}

/** Whether a request no longer waits. */
export function isSettled({ state }: JournalEntry): boolean {
  return state !== 'pending'
}

/** Ids count the requests of one session. Those of several are in the order in which they arrived. */
function compareNewest(one: JournalEntry, other: JournalEntry): number {
  if (one.session === other.session) return other.id - one.id
  return one.received < other.received ? 1 : one.received > other.received ? -1 : 0
}

/** A request is known by its session and its id in it. */
export function keyOfRequest({ session, id }: Pick<JournalEntry, 'session' | 'id'>): string {
  return `${session}/${id}`
}
