// What happens in the session, live: one update for all events of 250 ms.

import type { Frame, FrameEvent } from '../../../client/index.ts'
import type { Simulator } from '../api.ts'
import { type ReadonlySignal, signal } from '../signal.ts'
import { createLink, type Link } from './link.ts'
import { createRing, type Gap, type Ring } from './ring.ts'

/** What happens in the session. */
export interface Stream extends Pick<Ring, 'rows' | 'requests' | 'unseen' | 'rates' | 'setOpen'> {
  /** Reads requests of a gap: at most the newest 500. */
  fill(gap: Gap): Promise<void>
  /** Whether the requests that were there before have been read, or could not be. */
  readonly isRead: ReadonlySignal<boolean>
  readonly link: Link['state']
  readonly refusal: Link['refusal']
  /**
   * How many events were missed while the server was gone, `all` if another server is there now, or
   * `ended` if the session was ended.
   */
  readonly gap: ReadonlySignal<Missed | undefined>
  dismissGap(): void
  /** Calls a function for each frame. @returns a function that stops it */
  listen(listener: (news: News) => void): () => void
  /** Keeps listening while the page is visible. @returns a function that stops it */
  start(page: Document): () => void
}

export type Missed = number | 'all' | 'ended'

/** What listeners of the stream get. */
export interface News {
  /** How many records were changed, by resource. */
  readonly changes: Frame['changes']
  readonly events: readonly FrameEvent[]
  readonly requests: Frame['requests']
  /** Whether anything may have changed unnoticed: events were missed, or this is the first frame. */
  readonly isStale: boolean
}

const FRAMES = { frame: 200, entries: 100 }
const PAGE = 500

/** Creates the stream of a session. It is silent until it is started. */
export function createStream(simulator: Simulator): Stream {
  const gap = signal<Missed | undefined>(undefined)
  const isRead = signal(false)
  const ring = createRing(simulator.name)
  const { follow, position } = createSequence()
  // Whether the page was hidden. What it missed meanwhile is read again, and nobody needs to know.
  let wasHidden = false
  const listeners = new Set<(news: News) => void>()
  // How often the request log has been cleared.
  let clearings = 0
  const filling = new Set<number>()

  const take = (frame: Frame) => {
    const missed = follow(frame)
    const isCleared = typeof missed === 'string' || frame.events.some((event) => isReplaced(event, simulator.name))
    if (isCleared) {
      clearings += 1
      ring.clear()
      isRead.value = false
    }
    if (missed && !(wasHidden && typeof missed === 'number')) gap.value = missed
    wasHidden = false
    ring.add(frame.requests)
    // What was read before the stream was open may have changed meanwhile.
    for (const listener of listeners) listener({ ...frame, isStale: missed !== 0 })
    // A reset may have kept the requests.
    if (isCleared) void readLatest()
  }
  const readLatest = async () => {
    const before = clearings
    const entries = await simulator.requests.list({ limit: PAGE }).catch(() => [])
    // What was read may be gone by now, and is being read again.
    if (before !== clearings) return
    ring.addRead(entries)
    isRead.value = true
  }
  const fill = async (gap: Gap) => {
    const { session, after, before } = gap
    if (filling.has(before)) return
    filling.add(before)
    const cleared = clearings
    const { requests } = session === simulator.name ? simulator : simulator.session(session)
    // What could not be read stays a gap.
    const entries = await requests.list({ after, before, limit: PAGE }).catch(() => undefined)
    filling.delete(before)
    if (entries !== undefined && cleared === clearings) ring.addRead(entries, gap)
  }
  const link = createLink(async (onEnd) => {
    wasHidden = link.state.peek() === 'live'
    const options = { ...FRAMES, onEnd, ...position() }
    const stop = await simulator.events(take, options)
    void readLatest()
    return stop
  })
  const { rows, requests, unseen, rates, setOpen } = ring
  return {
    ...{ rows, requests, unseen, rates, setOpen, fill, gap, isRead },
    link: link.state,
    refusal: link.refusal,
    start: link.start,
    dismissGap() {
      gap.value = undefined
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

// The server's own console hears of all sessions.
function isReplaced(event: FrameEvent, session: string): boolean {
  if (event.session !== session) return false
  return event.type === 'journal' || (event.type === 'start' && event.why !== 'assume')
}

// The next request to the URL of a session that was ended begins another one.
function isEnd(event: FrameEvent, session: string): boolean {
  return event.type === 'session' && event.what === 'deleted' && event.session === session
}

/** Follows the numbers of frames, and tells what was missed between two of them: undefined for the first one. */
function createSequence() {
  let last: Pick<Frame, 'instance' | 'sequence'> | undefined
  const follow = (frame: Frame): Missed | undefined => {
    const before = last
    last = { instance: frame.instance, sequence: frame.sequence }
    if (frame.events.some((event) => isEnd(event, frame.session))) return 'ended'
    if (before === undefined) return undefined
    return before.instance === frame.instance ? (frame.missed ?? 'all') : 'all'
  }
  const position = () => (last === undefined ? {} : { after: last })
  return { follow, position }
}
