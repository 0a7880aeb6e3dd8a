// Sends the events of sessions to listeners.

import { assertValue } from '../../input/options/known-options.ts'
import { buildEntry, explainEntry } from '../../journal/journal.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import type { Events, ExplainedRequest, Listener, SessionEvent } from './events.ts'

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
export interface EventSource extends Events {
  /** Sends an event of a session. It is only built if somebody listens. */
  emit(session: string, build: () => Exclude<SessionEvent, { type: 'request' }>): void
  /** Sends the event of a request that starts to wait, or whose client has left. */
  emitWait(request: ServedRequest): void
  /** Sends the event of a request whose outcome is known. */
  emitRequest(request: ServedRequest): void
  /** Calls an observer for every event from now on. @returns a function that stops it */
  observe(observer: EventObserver): () => void
  /** Counts the events so far: those of a session, or all of them. It never decreases. */
  count(session?: string): number
}

/** Creates a source of events. */
export function createEventSource(): EventSource {
  const listeners = new Set<Listener>()
  const observers = new Set<EventObserver>()
  const counts = createEventCounts()
  return {
    count: counts.read,
    listen(listener) {
      assertValue('listen to events', 'listener', listener, 'function')
      return addTo(listeners, listener)
    },
    observe: (observer) => addTo(observers, observer),
    emit(session, build) {
      counts.add(session)
      if (listeners.size === 0 && observers.size === 0) return
      const event = build()
      for (const { onEvent } of observers) attempt(() => onEvent(event))
      for (const listener of listeners) attempt(() => listener(event, () => undefined))
    },
    emitWait(request) {
      counts.add(request.session)
      for (const { onWait } of observers) attempt(() => onWait?.(request))
      if (listeners.size > 0) tellRequest(listeners, request, () => undefined)
    },
    emitRequest(request) {
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
  const write = (session: string, count: number): number => {
    if (bySession.size >= MOST_COUNTS && !bySession.has(session)) bySession.clear()
    bySession.set(session, count)
    return count
  }
  return {
    add(session: string): void {
      write(session, (bySession.get(session) ?? total) + 1)
      total += 1
    },
    read: (session?: string): number =>
      session === undefined ? total : (bySession.get(session) ?? write(session, total)),
  }
}
