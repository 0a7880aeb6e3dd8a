// Counts the requests of all sessions, from the first time that somebody asks.

import type { JournalRecord } from '../../journal/journal-store.ts'
import { readStatus } from '../../journal/sent-part.ts'
import type { Steps } from '../../limits/steps.ts'
import type { EventSource } from '../../sessions/events/event-source.ts'
import type { ServingSession } from '../../sessions/session.ts'
import type { ServingSessions } from '../../sessions/sessions.ts'

/** How many requests with the same operation and status there were. */
export interface RequestTotal {
  /** `none` for unhandled requests. */
  readonly operation: string
  /** `none` if there was no response. */
  readonly status: string
  count: number
}

interface CountedSimulator {
  readonly main: Pick<ServingSession, 'selectRequests'>
  readonly sessions: Pick<ServingSessions, 'list'>
  readonly events: Pick<EventSource, 'observe'>
}

/** Creates what counts. Until somebody asks, it costs nothing. The first answer begins with the request logs. */
export function createRequestTotals({
  main,
  sessions,
  events,
}: CountedSimulator): () => Steps<readonly RequestTotal[]> {
  const totals = new Map<string, RequestTotal>()
  let seeding: Steps<void> | undefined
  let observed: Set<JournalRecord> | undefined = new Set()
  const count = ({ outcome }: JournalRecord): void => {
    const [operation, status] = [outcome.operation ?? 'none', String(readStatus(outcome) ?? 'none')]
    const total = totals.get(`${operation} ${status}`)
    if (total === undefined) totals.set(`${operation} ${status}`, { operation, status, count: 1 })
    else total.count += 1
  }
  const seed = function* (): Steps<void> {
    events.observe({
      onRequest({ record }) {
        observed?.add(record)
        count(record)
      },
      onEvent: () => undefined,
    })
    for (const session of [main, ...sessions.list()]) {
      for (const { record } of session.selectRequests()) {
        // It is counted when its outcome is known.
        const isOpen = record.state === 'pending' && record.outcome.hasLeft === true
        if (!isOpen && observed?.has(record) !== true) count(record)
      }
      yield
    }
    observed = undefined
  }
  return function* () {
    seeding ??= seed()
    // Everyone who asks continues the same seeding. `yield*` would end it for all as soon as one of them is gone.
    while (seeding.next().done !== true) yield
    return [...totals.values()]
  }
}
