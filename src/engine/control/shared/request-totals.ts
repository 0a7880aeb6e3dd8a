import type { JournalRecord } from '../../journal/journal-store.ts'
import { readStatus } from '../../journal/sent-response.ts'
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
  readonly main: ServingSession
  readonly sessions: ServingSessions
  readonly events: EventSource
}

/** Creates what counts. Until somebody asks, it costs nothing. The first answer begins with the request logs. */
export function createRequestTotals({ main, sessions, events }: CountedSimulator): () => readonly RequestTotal[] {
  const totals = new Map<string, RequestTotal>()
  let hasBegun = false
  const count = ({ outcome }: JournalRecord): void => {
    const [operation, status] = [outcome.operation ?? 'none', String(readStatus(outcome) ?? 'none')]
    const total = totals.get(`${operation} ${status}`)
    if (total === undefined) totals.set(`${operation} ${status}`, { operation, status, count: 1 })
    else total.count += 1
  }
  const begin = (): void => {
    hasBegun = true
    events.observe({ onRequest: ({ record }) => count(record), onEvent: () => undefined })
    for (const { record } of [main, ...sessions.list()].flatMap((session) => session.readState().journal.select())) {
      // An open one is counted when its outcome is known.
      if (record.state !== 'pending' || record.outcome.hasLeft !== true) count(record)
    }
  }
  return () => {
    if (!hasBegun) begin()
    return [...totals.values()]
  }
}
