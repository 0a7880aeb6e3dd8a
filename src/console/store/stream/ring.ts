// The last requests and the rates of the last minutes.

import type { Frame, JournalEntry } from '../../../client/index.ts'
import { type ReadonlySignal, signal } from '../signal.ts'

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
export interface Gap {
  readonly session: string
  readonly after: number
  readonly before: number
}

/** What is read of a session: a gap, or the latest requests. */
export type ReadRange = Pick<Gap, 'session'> & Partial<Gap>

/** A row of the list: a request, or a gap. */
export type Row = JournalEntry | Gap

/** The last requests of a session, and of others that the server tells of. */
export interface Ring {
  /** Newest first. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** The rows that are requests. */
  readonly requests: ReadonlySignal<readonly JournalEntry[]>
  /** How many arrived since somebody last looked at the list. */
  readonly unseen: ReadonlySignal<number>
  readonly rates: ReadonlySignal<readonly Rate[]>
  /** Says whether somebody looks at the list. */
  setOpen(isOpen: boolean): void
  /** Adds the requests of a frame. */
  add(frame: Frame['requests']): void
  /** Adds requests that were read: the latest, or those of a range. What is missing in it does not exist. */
  addRead(entries: readonly JournalEntry[], range?: ReadRange): void
  /** Forgets the requests of a session. Those that nobody has seen are still counted if they may be read again. */
  clear(session: string, mayReturn?: boolean): void
}

// A request log usually has 1,000.
const MOST_ENTRIES = 5000
const MOST_RATES = 480

/** Creates an empty ring for the requests of a session. */
export function createRing(session: string): Ring {
  const rows = signal<readonly Row[]>([])
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
    rows,
    requests,
    unseen,
    rates,
    setOpen(next) {
      isOpen = next
      if (isOpen) unseen.value = 0
    },
    add({ count, byStatus, milliseconds, entries: news, last, kept: size }) {
      kept = size
      if (last !== null) first = Math.max(0, last - kept)
      // What the list was read with is also in the first frame.
      const known = new Set(requests.peek().filter(isSettled).map(keyOf))
      if (!isOpen) unseen.value += count - news.filter((entry) => known.has(keyOf(entry))).length
      if (count > 0) {
        const errors = (byStatus['5xx'] ?? 0) + (byStatus.none ?? 0)
        const rate = { at: Date.now(), count, errors, p95: milliseconds?.p95 ?? null }
        rates.value = [...rates.peek(), rate].slice(-MOST_RATES)
      }
      if (count + news.length > 0) show(news)
    },
    addRead(read, { session: of, before } = { session }) {
      if (before !== undefined && read.length === 0) ends.add(keyOf({ session: of, id: before }))
      if (before === undefined && of === session)
        first = Math.max(0, (read.at(-1)?.id ?? 0) - Math.max(kept, read.length))
      show(read, before !== undefined)
    },
    clear(cleared, mayReturn = false) {
      ends.clear()
      if (cleared === session) first = 0
      if (cleared === session && !mayReturn) unseen.value = 0
      requests.value = requests.peek().filter((entry) => entry.session !== cleared)
      show([])
    },
  }
}

/** Whether a row is a request, and not a gap. */
export function isEntry(row: Row): row is JournalEntry {
  return 'id' in row
}

/** How many requests a row stands for. */
export function countOf(row: Row): number {
  return isEntry(row) ? 1 : row.before - row.after - 1
}

/** Lists requests with the gaps between them: ids count the requests of a session. */
function listRows(
  entries: readonly JournalEntry[],
  ends: ReadonlySet<string>,
  own: { session: string; first: number },
): readonly Row[] {
  const last = new Map<string, JournalEntry>()
  const rows: Row[] = []
  const addGap = (after: number, above: JournalEntry | undefined) => {
    if (above === undefined || above.id - after < 2 || ends.has(keyOf(above))) return
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
  const merged = new Map(list.map((entry) => [keyOf(entry), entry]))
  for (const entry of added) {
    const known = merged.get(keyOf(entry))
    if (known === undefined || !isSettled(known)) merged.set(keyOf(entry), entry)
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
export function keyOf({ session, id }: Pick<JournalEntry, 'session' | 'id'>): string {
  return `${session}/${id}`
}
