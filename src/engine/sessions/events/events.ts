// The events of sessions, for listeners.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { ResourceName } from '../../define/service-types.ts'
import type { FaultChange } from '../../faults/faults.ts'
import type { ExplainedEntry, JournalEntry } from '../../journal/journal.ts'

/** Something that happened in a session. */
export type SessionEvent =
  | { readonly type: 'request'; readonly session: string; readonly request: JournalEntry }
  | ChangeEvent
  | { readonly type: 'start'; readonly session: string; readonly scenario: string; readonly why: StartReason }
  | { readonly type: 'session'; readonly session: string; readonly what: SessionEnd | 'created' }
  | FaultEvent
  | { readonly type: 'clock'; readonly session: string; readonly what: ClockMove; readonly now: string }
  | { readonly type: 'chaos'; readonly session: string; readonly level: number; readonly seed: number }
  | SnapshotEvent
  | { readonly type: 'journal'; readonly session: string; readonly what: 'cleared' }

/** A record was added (`added`), removed (`removed`) or changed (both, with the same id). */
export interface ChangeEvent {
  readonly type: 'change'
  readonly session: string
  readonly kind: ResourceName
  readonly removed?: string
  readonly added?: string
}

/** A change of the faults of a session. */
export interface FaultEvent extends FaultChange {
  readonly type: 'fault'
  readonly session: string
}

/** A change of the stored snapshots. `session` is the session that the request was for. */
export interface SnapshotEvent {
  readonly type: 'snapshot'
  readonly session: string
  readonly what: 'taken' | 'stored' | 'deleted'
  readonly name: string
}

/** How a clock was changed. */
export type ClockMove = 'moved' | 'frozen' | 'running'

/** How a session ends: it was deleted, it was not used for too long, or it was ended to free memory or a place. */
export type SessionEnd = 'deleted' | 'expired' | 'evicted'

/** An event of a stream. `missed` counts the events that were dropped because the listener read too slowly. */
export type StreamedEvent = SessionEvent | { readonly type: 'missed'; readonly session: string; readonly count: number }

/** Why the state of a session was replaced. */
export type StartReason = 'reset' | 'load' | 'assume' | 'restore'

/** A request with an explanation of its response. */
export interface ExplainedRequest {
  readonly entry: ExplainedEntry
  readonly assumptions: Assumptions
}

/**
 * Receives an event. `explain` builds the explanation of a request, once for each request: when its outcome is known.
 * A request that waits also has an event when it arrives, and whenever it then waits for something else. One that
 * never gets a response has another one when its client has left.
 */
export type Listener = (event: SessionEvent, explain: () => ExplainedRequest | undefined) => void

/** The events of all sessions. */
export interface Events {
  /** Calls a function for every event from now on. @returns a function that stops it */
  listen(listener: Listener): () => void
}
