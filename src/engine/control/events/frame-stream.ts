// A stream of frames: at most one per interval.

import type { ResponseStream } from '../../contract/operation/messages.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import type { EventSource } from '../../sessions/events/event-source.ts'
import { realTime } from '../../store/time/real-time.ts'
import { createEventQueue } from './event-queue.ts'
import type { Frame } from './frame.ts'
import { createFrame, type FrameBuilderOptions } from './frame-builder.ts'

export interface FrameStreamOptions extends FrameBuilderOptions {
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
