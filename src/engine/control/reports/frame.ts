// What a stream of frames contains.

import type { JournalEntry } from '../../journal/entry.ts'
import type { SessionEvent } from '../../sessions/events/event-source.ts'

/** The events of an interval, summed up. */
export interface Frame {
  readonly type: 'frame'
  /** The session of the stream. The stream of the simulator's own session contains the events of all sessions. */
  readonly session: string
  /** The id of the simulator. If it is another one than before, everything is new. */
  readonly instance: string
  /** The number of the last event in this frame. */
  readonly sequence: number
  /** When the frame was built, on the machine's clock. */
  readonly received: string
  /**
   * How many events this reader missed: since the frame that it named when it connected, or because there
   * were too many for one frame. Null if another simulator built that frame.
   */
  readonly missed: number | null
  /** The requests, summed up. */
  readonly requests: FrameRequests
  /** How many records were added, changed or removed. */
  readonly changes: { readonly [Name in string]?: number }
  /** All other events, oldest first: at most the last 100. */
  readonly events: readonly FrameEvent[]
}

/** The requests of a frame. */
export interface FrameRequests {
  /** How many there were. */
  readonly count: number
  /** By class: `2xx`, `4xx` and so on, or `none` if there was no response. */
  readonly byStatus: Readonly<Record<string, number>>
  /** `none` counts the unhandled requests. */
  readonly byOperation: Readonly<Record<string, number>>
  /** How long the responses took; null without requests. */
  readonly milliseconds: { readonly p50: number; readonly p95: number; readonly max: number } | null
  /** The id of the last request of the stream's session; null if it had none. */
  readonly last: number | null
  /** How many requests are in the journal of the stream's session. */
  readonly kept: number
  /** The requests of each session, at most 1,000 of them. Only in a stream of all sessions. */
  readonly bySession?: Readonly<Record<string, { readonly count: number; readonly last: number }>>
  /** The newest requests, oldest first: as many as the client asked for, but fewer if their bodies are large. */
  readonly entries: readonly JournalEntry[]
}

/** An event that a frame contains as it is. */
export type FrameEvent = Exclude<SessionEvent, { type: 'request' | 'change' }>
