// A stream of frames: at most one per interval.

import type { ResponseStream } from '../../contract/operation/messages.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import type { EventSource } from '../../sessions/events/event-source.ts'
import { realTime } from '../../store/time/real-time.ts'
import { createEventQueue } from './event-queue.ts'
import type { Frame } from './frame.ts'
import { createFrame, type FrameOptions } from './frame-builder.ts'

export interface FrameStreamOptions extends FrameOptions {
  /** The least number of milliseconds between two frames. */
  interval: number
  /** The id of the last frame that the client has received. */
  after: string | undefined
  events: EventSource
  budget: ByteBudget
}

/**
 * Creates a stream of frames. The first one is sent at once, and tells what the client has missed. While nothing
 * happens, none is sent. A client that reads slowly gets fewer frames, which contain more.
 */
export function createFrameStream({ interval, after, events, budget, ...options }: FrameStreamOptions): ResponseStream {
  const { session, isForAll, instance } = options
  const readSequence = (): number => events.count(isForAll ? undefined : session)

  return {
    idle: ': idle\n\n',
    open(write) {
      const queue = createEventQueue({ budget, write, formatMissed: () => '' })
      const isOwn = (event: { session: string }): boolean => isForAll || event.session === session
      const pending = createPendingFrame(options, countMissed(after, instance, readSequence()))
      const schedule = createSchedule(interval, () => {
        if (!queue.isReady()) return false
        queue.push(pending.take(readSequence()))
        return true
      })
      const stopObserving = events.observe({
        onRequest(request) {
          if (!isOwn(request)) return
          pending.frame().onRequest(request)
          schedule.request()
        },
        onWait(request) {
          if (!isOwn(request)) return
          pending.frame().onWait(request)
          schedule.request()
        },
        onEvent(event) {
          if (!isOwn(event)) return
          pending.frame().onEvent(event)
          schedule.request()
        },
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

/** Creates the frame that collects what happens until it is sent. @param missed what the client has missed before */
function createPendingFrame(options: FrameOptions, missed: number | null) {
  let frame = createFrame(options)
  let missedBefore = missed
  return {
    frame: () => frame,
    /** Returns the text of the frame, and begins the next frame. */
    take(sequence: number): string {
      const text = formatFrame(frame.build(sequence, missedBefore))
      missedBefore = 0
      frame = createFrame(options)
      return text
    },
  }
}

/**
 * Creates a schedule for something that happens at most once per interval.
 *
 * @param act returns whether it was possible; otherwise `retry` attempts it again
 */
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
