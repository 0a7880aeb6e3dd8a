import type { Frame, FrameEvent, JournalEntry } from '../../../../entries/client/index.ts'
import { ControlError } from '../../../../entries/client/transport/control-error.ts'
import type { Simulator } from '../api.ts'
import { signal } from '../signal.ts'

// A request log usually has 1,000.
const MOST_ENTRIES = 5000

const MOST_RATES = 480

const FIRST_WAIT = 500

const LONGEST_WAIT = 5000

/** What happens in the session, live: one update for all events of 250 ms. */
export type Stream = ReturnType<typeof createStream>

export type Missed = number | 'all' | 'ended'

/** A frame, and whether anything may have changed unnoticed: events were missed, or this is the first one. */
export type News = Frame & { readonly isStale: boolean }

const FRAMES = { frame: 200, entries: 100 }
const PAGE = 500

/** Creates the stream of a session. It is silent until it is started. */
export function createStream(simulator: Simulator) {
  /** How many events were missed; `all` if another server is there now, `ended` if the session was ended. */
  const gap = signal<Missed | undefined>(undefined)
  /** Whether the requests that were there before have been read, or could not be. */
  const isRead = signal(false)
  const ring = createRequestRing(simulator.name)
  let last: Frame | undefined
  // Whether the page was hidden. What it missed meanwhile is read again, and nobody needs to know.
  let wasHidden = false
  const listeners = new Set<(news: News) => void>()
  // A range is taken out when its request log is cleared: what was read before may be gone by now.
  const reading = new Set<ReadRange>()

  const read = async (range: ReadRange) => {
    const { session, after, before } = range
    reading.add(range)
    const { requests } = session === simulator.name ? simulator : simulator.session(session)
    const entries = await requests.list({ after, before, limit: PAGE }).catch(() => undefined)
    if (!reading.delete(range)) return
    // What could not be read stays a gap.
    if (entries !== undefined) ring.addRead(entries, range)
    if (before === undefined) isRead.value = true
  }
  const readWaiting = () => {
    let waiting = ring.requests.peek().filter((entry) => !isSettled(entry))
    for (let [last] = waiting; last !== undefined; [last] = waiting) {
      const { session, id } = last
      const isNear = (entry: { session: string; id: number }) => entry.session === session && entry.id > id - PAGE
      const first = waiting.findLast(isNear) ?? last
      waiting = waiting.filter((entry) => !isNear(entry))
      void read({ session, after: first.id - 1, before: id + 1 })
    }
  }
  // The requests of the frame may be from before or after. A reset may have kept them all.
  const replace = (session: string, missed: Missed | undefined) => {
    ring.clear(session, Number(missed) > 0)
    for (const range of reading) if (range.session === session) reading.delete(range)
    if (session === simulator.name) isRead.value = false
    if (missed !== 'all' || session === simulator.name) void read({ session })
  }
  const take = (frame: Frame) => {
    const { events, requests } = frame
    const missed = countMissed(last, frame)
    last = frame
    if (missed && !(wasHidden && Number(missed) > 0)) gap.value = missed
    wasHidden = false
    const known = new Set(ring.requests.peek().map(({ session }) => session)).add(simulator.name)
    ring.add(requests)
    // What was read before the stream was open may have changed meanwhile.
    for (const listener of listeners) listener({ ...frame, isStale: missed !== 0 })
    const isStale = (session: string) =>
      missed === 'all' ||
      (missed !== 0 && session === simulator.name) ||
      events.some((event) => event.session === session && isReplaced(event))
    for (const session of [...known].filter(isStale)) replace(session, missed)
    // A frame does not contain all that was answered.
    if (missed || requests.entries.length < requests.count || requests.entries.length >= FRAMES.entries) readWaiting()
  }
  /** Reads requests of a gap: at most the newest 500. */
  const fill = async (gap: Gap) => {
    const isSame = ({ session, before }: ReadRange) => session === gap.session && before === gap.before
    if (![...reading].some(isSame)) await read(gap)
  }
  const link = createLink((onEnd) => {
    wasHidden = link.state.peek() === 'live'
    return simulator.events(take, { ...FRAMES, onEnd, ...(last && { after: last }) })
  })
  const { rows, requests, unseen, rates, setOpen } = ring
  const { state, refusal, start } = link
  return {
    ...{ rows, requests, unseen, rates, setOpen, fill, gap, isRead, link: state, refusal, start },
    listen: (listener: (news: News) => void) => void listeners.add(listener),
  }
}

// The ids of requests begin anew. A session that has ended stays in the list until another one has its name.
function isReplaced(event: FrameEvent): boolean {
  if (event.type === 'session') return event.what === 'created'
  return event.type === 'journal' || (event.type === 'start' && event.why !== 'assume')
}

/** Tells what was missed between two frames: undefined for the first one. */
function countMissed(before: Frame | undefined, { session, events, instance, missed }: Frame): Missed | undefined {
  // The next request to the URL of a session that was ended begins another one.
  const isEnd = (event: FrameEvent) => event.type === 'session' && event.what === 'deleted' && event.session === session
  if (events.some(isEnd)) return 'ended'
  if (before === undefined) return undefined
  return before.instance === instance ? (missed ?? 'all') : 'all'
}

/** Whether the server can be reached. `refused`: it wants a token, or the session does not exist. */
export type LinkState = 'connecting' | 'live' | 'gone' | 'refused'

/** Opens a stream and calls `onEnd` when it breaks. @returns a function that closes it */
type OpenStream = (onEnd: () => void) => Promise<() => Promise<void>>

function createLink(open: OpenStream) {
  const state = signal<LinkState>('connecting')
  const refusal = signal<ControlError | undefined>(undefined)
  let close: (() => Promise<void>) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_WAIT
  // Counts the attempts, so that a late answer of an earlier one is ignored.
  let attempt = 0

  const retry = () => {
    state.value = 'gone'
    timer = setTimeout(connect, wait)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
  const connect = async () => {
    attempt += 1
    const own = attempt
    const isCurrent = () => own === attempt
    try {
      const opened = await open(() => isCurrent() && retry())
      if (!isCurrent()) return void opened()
      close = opened
      wait = FIRST_WAIT
      state.value = 'live'
    } catch (error) {
      if (!isCurrent()) return
      if (!(error instanceof ControlError) || (error.status ?? 500) >= 500) return retry()
      refusal.value = error
      state.value = 'refused'
    }
  }
  const stop = () => {
    attempt += 1
    clearTimeout(timer)
    // That of a stream that has ended does nothing.
    void close?.()
  }
  return {
    state,
    refusal,
    /** Keeps the stream open while the page is visible. @returns a function that closes it */
    start(page: Document) {
      const restart = () => {
        stop()
        if (!page.hidden) void connect()
      }
      page.addEventListener('visibilitychange', restart)
      restart()
      return () => {
        page.removeEventListener('visibilitychange', restart)
        stop()
      }
    },
  }
}

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
type ReadRange = Gap | { readonly session: string; readonly after?: never; readonly before?: never }

/** A row of the list: a request, or a gap. */
export type ListRow = JournalEntry | Gap

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
function isSettled({ state }: JournalEntry): boolean {
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
