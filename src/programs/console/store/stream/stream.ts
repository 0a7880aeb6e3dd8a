import type { Frame, FrameEvent } from '../../../../entries/client/index.ts'
import type { Simulator } from '../api.ts'
import { signal } from '../signal.ts'
import { createLink } from './link.ts'
import { createRequestRing, type Gap, isSettled, type ReadRange } from './ring.ts'

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
  // The requests of the frame may be from before or after. A reset may have kept them all.
  const replace = (session: string, missed: Missed | undefined) => {
    ring.clear(session, Number(missed) > 0)
    for (const range of reading) if (range.session === session) reading.delete(range)
    if (session === simulator.name) isRead.value = false
    if (missed !== 'all' || session === simulator.name) void read({ session })
  }
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
