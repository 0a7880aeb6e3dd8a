// Sends the events of sessions to listeners.

import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { FaultChange } from '../../faults/faults.ts'
import { assertValue } from '../../input/options/known-options.ts'
import type { ExplainedEntry, JournalEntry } from '../../journal/entry.ts'
import { buildEntry, explainEntry } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'

/** A request, before its journal entry is built. */
export interface ServedRequest {
  readonly session: string
  readonly id: number
  readonly record: JournalRecord
}

/** Receives events at a low cost: nothing is built for a request. */
export interface EventObserver {
  /** Called once for each request: when its outcome is known. */
  onRequest(request: ServedRequest): void
  /** Called when a request starts to wait, and when the client of one that never gets a response has left. */
  onWait?(request: ServedRequest): void
  onEvent(event: Exclude<SessionEvent, { type: 'request' }>): void
}

/** Sends and counts the events of all sessions. */
export type EventSource = ReturnType<typeof createEventSource>

export function createEventSource() {
  const listeners = new Set<Listener>()
  const observers = new Set<EventObserver>()
  const counts = createEventCounts()
  return {
    /** Counts the events so far: those of a session, or all of them. It never decreases. */
    count: counts.read,
    listen(listener: Listener): () => void {
      assertValue('listen to events', 'listener', listener, 'function')
      return addTo(listeners, listener)
    },
    /** Calls an observer for every event from now on. @returns a function that stops it */
    observe: (observer: EventObserver) => addTo(observers, observer),
    /** Sends an event of a session. It is only built if somebody listens. */
    emit(session: string, build: () => Exclude<SessionEvent, { type: 'request' }>) {
      counts.add(session)
      if (listeners.size === 0 && observers.size === 0) return
      const event = build()
      for (const { onEvent } of observers) attempt(() => onEvent(event))
      for (const listener of listeners) attempt(() => listener(event, () => undefined))
    },
    /** Sends the event of a request that starts to wait, or whose client has left. */
    emitWait(request: ServedRequest) {
      counts.add(request.session)
      for (const { onWait } of observers) attempt(() => onWait?.(request))
      if (listeners.size > 0) tellRequest(listeners, request, () => undefined)
    },
    /** Sends the event of a request whose outcome is known. */
    emitRequest(request: ServedRequest) {
      counts.add(request.session)
      for (const { onRequest } of observers) attempt(() => onRequest(request))
      if (listeners.size > 0) tellRequest(listeners, request, () => explainRequest(request))
    },
  }
}

function explainRequest({ session, id, record }: ServedRequest): ExplainedRequest {
  return { entry: explainEntry(session, id, record), assumptions: record.assumptions }
}

function tellRequest(
  listeners: Iterable<Listener>,
  { session, id, record }: ServedRequest,
  explain: () => ExplainedRequest | undefined,
): void {
  const event: SessionEvent = { type: 'request', session, request: buildEntry(session, id, record) }
  for (const listener of listeners) attempt(() => listener(event, explain))
}

function addTo<Item>(set: Set<Item>, item: Item): () => void {
  set.add(item)
  return () => void set.delete(item)
}

// An error in a listener must not reach the code that caused the event.
function attempt(act: () => void): void {
  try {
    act()
  } catch (error) {
    console.error(error)
  }
}

// Sessions come and go, so the counts of all of them are dropped from time to time.
const MOST_COUNTS = 20_000

/**
 * Counts the events of each session. A count starts with the number of all events, so a count that was
 * dropped never continues below its last value.
 */
function createEventCounts() {
  const bySession = new Map<string, number>()
  let total = 0
  /** Counts some more events of a session. @returns how many there are */
  const add = (session: string, more = 1): number => {
    const count = (bySession.get(session) ?? total) + more
    if (bySession.size >= MOST_COUNTS && !bySession.has(session)) bySession.clear()
    bySession.set(session, count)
    total += more
    return count
  }
  return { add, read: (session?: string): number => (session === undefined ? total : add(session, 0)) }
}

/** The types of events. */
export interface EventTypes {
  readonly JournalEntry: JournalEntry
  readonly ExplainedEntry: ExplainedEntry
  readonly Assumptions: Assumptions
  readonly ChangeEvent: ChangeEvent
  readonly SessionEvent: SessionEvent
}

/** Something that happened in a session. */
export type SessionEvent = SessionEventOf<EventTypes>

/** Something that happened in a session of a service whose types are known. */
export type SessionEventOf<Of extends EventTypes> =
  | { readonly type: 'request'; readonly session: string; readonly request: Of['JournalEntry'] }
  | Of['ChangeEvent']
  | { readonly type: 'start'; readonly session: string; readonly scenario: string; readonly why: StartReason }
  | { readonly type: 'session'; readonly session: string; readonly what: SessionEnd | 'created' }
  | FaultEvent
  | { readonly type: 'clock'; readonly session: string; readonly what: ClockMove; readonly now: string }
  | { readonly type: 'chaos'; readonly session: string; readonly level: number; readonly seed: number }
  | SnapshotEvent
  | { readonly type: 'journal'; readonly session: string; readonly what: 'cleared' }

/** A record was added (`added`), removed (`removed`) or changed (both, with the same id). */
export interface ChangeEvent<Name extends string = string> {
  readonly type: 'change'
  readonly session: string
  readonly kind: Name
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
export type StreamedEvent<Event = SessionEvent> =
  | Event
  | { readonly type: 'missed'; readonly session: string; readonly count: number }

/** Why the state of a session was replaced. */
export type StartReason = 'reset' | 'load' | 'assume' | 'restore'

interface ExplainedRequest<Of extends EventTypes = EventTypes> {
  readonly entry: Of['ExplainedEntry']
  readonly assumptions: Of['Assumptions']
}

/**
 * Receives an event. `explain` builds the explanation of a request, once for each request: when its outcome is known.
 * A request that waits also has an event when it arrives, and whenever it then waits for something else. One that
 * never gets a response has another one when its client has left.
 */
type Listener<Of extends EventTypes = EventTypes> = (
  event: Of['SessionEvent'],
  explain: () => ExplainedRequest<Of> | undefined,
) => void

/** The events of all sessions. */
export interface Events<Of extends EventTypes = EventTypes> {
  /** Calls a function for every event from now on. @returns a function that stops it */
  listen(listener: Listener<Of>): () => void
}
