// The last requests and the rates of the last minutes.

import { type ReadonlySignal, signal } from '@preact/signals'
import type { Frame, JournalEntry } from '../../client/index.ts'

/** The requests of one interval, for charts. */
export interface Rate {
  /** Machine time in milliseconds. */
  readonly at: number
  readonly count: number
  /** How many had a status of 5xx or no response. */
  readonly errors: number
  readonly p95: number | null
}

/** The last requests of a session. */
export interface Ring {
  /** Newest first. */
  readonly entries: ReadonlySignal<readonly JournalEntry[]>
  /** How many arrived since somebody last looked at the list. */
  readonly unseen: ReadonlySignal<number>
  readonly rates: ReadonlySignal<readonly Rate[]>
  readonly isPaused: ReadonlySignal<boolean>
  setPaused(isPaused: boolean): void
  /** Says whether somebody looks at the list. */
  setOpen(isOpen: boolean): void
  /** Adds the requests of a frame. */
  add(frame: Frame['requests']): void
  /** Adds requests that are not from a frame, oldest first. Those that are there stay. */
  addLost(entries: readonly JournalEntry[]): void
  clear(): void
}

const MOST_ENTRIES = 1000
const MOST_RATES = 480

/** Creates an empty ring. */
export function createRing(): Ring {
  const entries = signal<readonly JournalEntry[]>([])
  const unseen = signal(0)
  const rates = signal<readonly Rate[]>([])
  const isPaused = signal(false)
  // What arrives while the ring is paused.
  let waiting: readonly JournalEntry[] = []
  let isOpen = false

  const show = (added: readonly JournalEntry[]) => {
    // Where nothing is shown, nothing moves.
    if (isPaused.peek() && entries.peek().length > 0) waiting = mergeNewest(waiting, added)
    else entries.value = mergeNewest(entries.peek(), added)
  }
  return {
    entries,
    unseen,
    rates,
    isPaused,
    setPaused(next) {
      isPaused.value = next
      if (isOpen && !next) unseen.value = 0
      if (next || waiting.length === 0) return
      entries.value = mergeNewest(entries.peek(), waiting)
      waiting = []
    },
    setOpen(next) {
      isOpen = next
      if (isOpen) unseen.value = 0
    },
    add({ count: added, byStatus, milliseconds, entries: news }) {
      if (added + news.length === 0) return
      // What the list was read with is also in the first frame.
      if (!isOpen || isPaused.peek()) unseen.value += added - news.length + listFresh(entries.peek(), news).length
      const errors = (byStatus['5xx'] ?? 0) + (byStatus.none ?? 0)
      const rate = { at: Date.now(), count: added, errors, p95: milliseconds?.p95 ?? null }
      rates.value = [...rates.peek(), rate].slice(-MOST_RATES)
      show(news)
    },
    addLost: (lost) => show(listFresh(entries.peek(), lost)),
    clear() {
      waiting = []
      unseen.value = 0
      entries.value = []
    },
  }
}

/** Merges entries into a list that is newest first, once each. Those that are there may have waited. */
function mergeNewest(list: readonly JournalEntry[], added: readonly JournalEntry[]): readonly JournalEntry[] {
  if (added.length === 0) return list
  return [...added, ...listFresh(added, list)].sort(compareNewest).slice(0, MOST_ENTRIES)
}

/** Lists the added entries that are not in a list. */
export function listFresh(list: readonly JournalEntry[], added: readonly JournalEntry[]): readonly JournalEntry[] {
  const known = new Set(list.map(keyOf))
  return added.filter((entry) => !known.has(keyOf(entry)))
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
