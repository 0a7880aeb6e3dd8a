// The events of sessions, for listeners.

import type { ExplainedEntry, JournalEntry } from '../behaviour/journal.ts'
import type { Assumptions } from '../register/assumptions.ts'
import type { ResourceName } from '../resources/names.ts'

/** Something that happened in a session. */
export type SessionEvent =
  | { readonly type: 'request'; readonly session: string; readonly request: JournalEntry }
  /** A record was added (`added`), removed (`removed`) or changed (both, with the same id). */
  | { readonly type: 'change'; readonly session: string; readonly kind: ResourceName; removed?: string; added?: string }
  | { readonly type: 'start'; readonly session: string; readonly scenario: string; readonly why: StartReason }
  /** The random faults were changed. Their draws start anew. */
  | { readonly type: 'chaos'; readonly session: string; readonly level: number; readonly seed: number }
  | { readonly type: 'session'; readonly session: string; readonly what: SessionEnd | 'created' }

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

/** Receives an event. `explain` builds the explanation of a request. */
export type Listener = (event: SessionEvent, explain: () => ExplainedRequest | undefined) => void

/** The events of all sessions. */
export interface Events {
  /** Calls a function for every event from now on. @returns a function that stops it */
  listen(listener: Listener): () => void
}

export interface EventSource extends Events {
  /** Sends an event to the listeners. It is only built if there are any. */
  emit(build: () => SessionEvent, explain?: () => ExplainedRequest | undefined): void
}

const tellNothing = (): undefined => undefined

/** Creates a source of events. */
export function createEventSource(): EventSource {
  const listeners = new Set<Listener>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(build, explain = tellNothing) {
      if (listeners.size === 0) return
      const event = build()
      for (const listener of listeners) tell(listener, event, explain)
    },
  }
}

// An error in a listener must not reach the code that caused the event.
function tell(listener: Listener, event: SessionEvent, explain: Parameters<Listener>[1]): void {
  try {
    listener(event, explain)
  } catch (error) {
    console.error(error)
  }
}
