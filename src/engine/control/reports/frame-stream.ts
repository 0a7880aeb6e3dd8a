// A stream of frames, each the sum of its events: at most one per interval.

import type { ResponseStream } from '../../contract/operation/messages.ts'
import { buildEntry } from '../../journal/journal.ts'
import { toStatusClass } from '../../journal/journal-filter.ts'
import { readStatus } from '../../journal/sent-response.ts'
import type { MemoryNet } from '../../limits/memory-net.ts'
import type { EventSource, ServedRequest, SessionEvent } from '../../sessions/events/event-source.ts'
import { realTime } from '../../store/time/world-time.ts'
import { createEventQueue } from '../shared/event-queue.ts'
import type { Frame, FrameEvent, FrameRequests } from './frame.ts'

export interface FrameStreamOptions extends FrameBuilderOptions {
  /** The least number of milliseconds between two frames. */
  interval: number
  /** The id of the last frame that the client has received. */
  after: string | undefined
  events: EventSource
  net: Pick<MemoryNet, 'isFull'>
}

/**
 * Creates a stream of frames. The first one is sent at once, and tells what the client has missed. While nothing
 * happens, none is sent. A client that reads slowly gets fewer frames, which contain more.
 */
export function createFrameStream({ interval, after, events, net, ...options }: FrameStreamOptions): ResponseStream {
  const { session, isForAll, instance } = options
  const readSequence = (): number => events.count(isForAll ? undefined : session)

  return {
    idle: ': idle\n\n',
    open(write) {
      const queue = createEventQueue({ net, write, formatMissed: () => '' })
      let missed = countMissed(after, instance, readSequence())
      let frame = createFrame(options)
      const takeFrame = (): string => {
        const text = formatFrame(frame.build(readSequence(), missed))
        missed = 0
        frame = createFrame(options)
        return text
      }
      const schedule = createSchedule(interval, () => {
        if (!queue.isReady()) return false
        queue.push(takeFrame())
        return true
      })
      const note = (event: { session: string }, add: () => void): void => {
        if (!isForAll && event.session !== session) return
        add()
        schedule.request()
      }
      const stopObserving = events.observe({
        onRequest: (request) => note(request, () => frame.onRequest(request)),
        onWait: (request) => note(request, () => frame.onWait(request)),
        onEvent: (event) => note(event, () => frame.onEvent(event)),
      })
      schedule.request()
      return {
        resume() {
          queue.resume()
          schedule.retry()
        },
        stop() {
          stopObserving()
          schedule.stop()
          queue.stop()
        },
      }
    },
  }
}

/** Creates a schedule for what happens at most once per interval. @param act returns whether it was possible */
function createSchedule(interval: number, act: () => boolean) {
  let last = Number.NEGATIVE_INFINITY
  let stopTimer: (() => void) | undefined
  let isHeld = false
  const run = (): void => {
    stopTimer = undefined
    isHeld = !act()
    last = realTime.read()
  }
  return {
    request(): void {
      if (stopTimer !== undefined || isHeld) return
      const wait = last + interval - realTime.read()
      if (last === Number.NEGATIVE_INFINITY) run()
      else stopTimer = realTime.after(Math.max(0, wait), run)
    },
    retry(): void {
      if (isHeld) run()
    },
    stop: () => stopTimer?.(),
  }
}

function countMissed(after: string | undefined, instance: string, sequence: number): number | null {
  if (after === undefined) return 0
  const [, seenInstance, seen] = /^(.*):(\d+)$/.exec(after) ?? []
  const missed = sequence - Number(seen)
  return seenInstance === instance && missed >= 0 ? missed : null
}

function formatFrame(frame: Frame): string {
  return `event: frame\nid: ${frame.instance}:${frame.sequence}\ndata: ${JSON.stringify(frame)}\n\n`
}

interface FrameBuilderOptions extends FrameRequestsOptions {
  instance: string
}

const MOST_EVENTS = 100

function createFrame({ instance, ...options }: FrameBuilderOptions) {
  const requests = createFrameRequests(options)
  const changes: Record<string, number> = {}
  const others: FrameEvent[] = []
  let dropped = 0

  return {
    onRequest: requests.add,
    onWait: requests.show,
    onEvent(event: Exclude<SessionEvent, { type: 'request' }>) {
      if (event.type === 'change') {
        changes[event.kind] = (changes[event.kind] ?? 0) + 1
        return
      }
      others.push(event)
      if (others.length <= MOST_EVENTS) return
      others.shift()
      dropped += 1
    },
    build: (sequence: number, missed: number | null): Frame => ({
      type: 'frame',
      session: options.session,
      instance,
      sequence,
      received: new Date().toISOString(),
      missed: missed === null ? null : missed + dropped,
      requests: requests.build(),
      changes,
      events: others,
    }),
  }
}

interface FrameRequestsOptions {
  session: string
  isForAll: boolean
  entries: number
  countKept: () => number
}

const MOST_SESSIONS = 1000

/** Sums up requests. Adding one is cheap: only the entries that the frame contains are built. */
export function createFrameRequests({ session, isForAll, entries, countKept }: FrameRequestsOptions) {
  const newest = createNewest(entries)
  const durations = createDurations()
  const byStatus = new Map<string, number>()
  const byOperation = new Map<string, number>()
  const bySession = new Map<string, { count: number; last: number }>()
  let count = 0
  let last: number | null = null

  return {
    add(request: ServedRequest) {
      const { outcome, milliseconds } = request.record
      count += 1
      countOne(byStatus, toStatusClass(readStatus(outcome)))
      countOne(byOperation, outcome.operation ?? 'none')
      durations.add(milliseconds)
      newest.add(request)
      if (request.session === session) last = request.id
      if (isForAll) addToSession(bySession, request)
    },
    /** Shows a request that waits, or whose client has left, without counting it. */
    show: newest.add,
    build: (): FrameRequests => ({
      count,
      byStatus: Object.fromEntries(byStatus),
      byOperation: Object.fromEntries(byOperation),
      milliseconds: durations.sumUp(),
      last,
      kept: countKept(),
      ...(isForAll && { bySession: Object.fromEntries(bySession) }),
      entries: newest.list().map(({ session: name, id, record }) => buildEntry(name, id, record)),
    }),
  }
}

function countOne(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function addToSession(sessions: Map<string, { count: number; last: number }>, { session, id }: ServedRequest): void {
  const known = sessions.get(session)
  if (known === undefined && sessions.size >= MOST_SESSIONS) return
  sessions.set(session, { count: (known?.count ?? 0) + 1, last: id })
}

// The text of a frame stays small, and a client that reads slowly keeps little in memory.
const MOST_ENTRY_BYTES = 256 * 1024

/** The newest requests, up to a number and a size. */
function createNewest(most: number) {
  const requests: ServedRequest[] = []
  let bytes = 0
  const dropFirst = (): void => {
    const first = requests.shift()
    if (first !== undefined) bytes -= measure(first)
  }
  return {
    add(request: ServedRequest): void {
      // The record of a request that waited is changed in place, and may be there since it arrived.
      if (requests.some(({ record }) => record === request.record)) return
      requests.push(request)
      bytes += measure(request)
      while (requests.length > most || bytes > MOST_ENTRY_BYTES) dropFirst()
    },
    list: () => requests,
  }
}

function measure({ record: { path, query, body } }: ServedRequest): number {
  return path.length + query.length + body.length
}

// Enough for quantiles. When there are more requests, the newest count.
const MOST_DURATIONS = 4096

function createDurations() {
  const newest: number[] = []
  let count = 0
  let max = 0
  return {
    add(milliseconds: number): void {
      newest[count % MOST_DURATIONS] = milliseconds
      count += 1
      max = Math.max(max, milliseconds)
    },
    sumUp(): FrameRequests['milliseconds'] {
      if (count === 0) return null
      const sorted = Float64Array.from(newest).sort()
      const read = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
      return { p50: read(0.5), p95: read(0.95), max }
    },
  }
}
