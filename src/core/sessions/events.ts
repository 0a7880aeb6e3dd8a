import type { ExplainedEntry, JournalEntry } from '../behaviour/journal.ts'
import type { Assumptions } from '../contract/register/assumptions.ts'
import type { Kind } from '../data/database.ts'

/** Something that happened in a session. */
export type SessionEvent =
  | { readonly type: 'request'; readonly session: string; readonly request: JournalEntry }
  /** A record came (`added`), went (`removed`), or was changed (both, with the same id). */
  | { readonly type: 'change'; readonly session: string; readonly kind: Kind; removed?: string; added?: string }
  | { readonly type: 'start'; readonly session: string; readonly scenario: string; readonly why: StartReason }
  | { readonly type: 'session'; readonly session: string; readonly what: SessionEnd | 'created' }

/** How a session ends: somebody deletes it, nobody uses it for long, or it makes room for another one. */
export type SessionEnd = 'deleted' | 'expired' | 'evicted'

/** An event as a stream has it: in place of those that a listener read too slowly for, how many they were. */
export type StreamedEvent = SessionEvent | { readonly type: 'missed'; readonly session: string; readonly count: number }

/** Why a session is in another state at once. */
export type StartReason = 'reset' | 'load' | 'assume' | 'restore'

/** How the answer to a request came about. */
export interface ExplainedRequest {
  readonly entry: ExplainedEntry
  readonly assumptions: Assumptions
}

/** Hears of an event; `explain` puts together what there is to say of a request's answer. */
export type Listener = (event: SessionEvent, explain: () => ExplainedRequest | undefined) => void

/** Where events are heard. */
export interface Events {
  /** Calls a function for every event from now on. @returns what ends that */
  listen(listener: Listener): () => void
}

export interface EventSource extends Events {
  /** Tells an event; it is only put together when somebody listens. */
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

// What a listener does wrong is not for whoever caused the event.
function tell(listener: Listener, event: SessionEvent, explain: Parameters<Listener>[1]): void {
  try {
    listener(event, explain)
  } catch (error) {
    console.error(error)
  }
}
