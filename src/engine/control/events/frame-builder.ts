// Sums up the events of a frame.

import type { EventObserver } from '../../sessions/events/event-source.ts'
import type { Frame, FrameEvent } from './frame.ts'
import { createFrameRequests, type FrameRequestsOptions } from './frame-requests.ts'

/** A frame while it lasts. */
export interface FrameBuilder extends Required<EventObserver> {
  build(sequence: number, missed: number | null): Frame
}

export interface FrameOptions extends FrameRequestsOptions {
  /** The id of the simulator. */
  instance: string
}

const MOST_EVENTS = 100

/** Begins a frame. */
export function createFrame({ instance, ...options }: FrameOptions): FrameBuilder {
  const requests = createFrameRequests(options)
  const changes: Record<string, number> = {}
  const others: FrameEvent[] = []
  let dropped = 0

  return {
    onRequest: requests.add,
    onWait: requests.show,
    onEvent(event) {
      if (event.type === 'change') {
        changes[event.kind] = (changes[event.kind] ?? 0) + 1
        return
      }
      others.push(event)
      if (others.length <= MOST_EVENTS) return
      others.shift()
      dropped += 1
    },
    build: (sequence, missed) => ({
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
