// The coverage of running sessions, counted from the first time that somebody asks for it.

import type { Declarations } from '../../contract/operation/declarations.ts'
import { countInWindow, type RateWindow } from '../../faults/rate-window.ts'
import { explainEntry } from '../../journal/journal.ts'
import { createBoundedMap } from '../../limits/bounded-map.ts'
import type { EventSource, ServedRequest } from '../../sessions/events/event-source.ts'
import type { ServingSession } from '../../sessions/session.ts'
import type { ServingSessions } from '../../sessions/sessions.ts'
import { realTime } from '../../store/time/world-time.ts'
import { createContractCounts } from './contract-counts.ts'
import { buildReport, type CoverageReport } from './report.ts'

export interface WatchedCoverage {
  /** The time of the machine since when requests are counted. */
  readonly since: string
  /** How many requests were not counted, because there were too many at once. */
  readonly missed: number
  readonly report: CoverageReport
}

/** The coverage of each session. That of the simulator's own session covers all sessions. */
export type CoverageWatches = ReturnType<typeof createCoverageWatches>

interface WatchedSimulator {
  readonly declared: Declarations
  readonly main: ServingSession
  readonly sessions: ServingSessions
  readonly events: EventSource
}

const MOST_WATCHES = 20

export function createCoverageWatches({ declared, main, sessions, events }: WatchedSimulator) {
  const watches = createBoundedMap<string, CoverageWatch>({ most: MOST_WATCHES, onDrop: (watch) => watch.stop() })
  const end = (name: string): void => watches.take(name)?.stop()
  const start = ({ name }: ServingSession, seeded: readonly ServingSession[]): CoverageWatch => {
    end(name)
    const session = name === main.name ? undefined : name
    const watch = watchCoverage(events, { declared, session, onEnd: () => end(name) })
    watches.set(name, watch)
    watch.seed(seeded)
    return watch
  }
  const listSeeded = (session: ServingSession): readonly ServingSession[] =>
    session.name === main.name ? [main, ...sessions.list().toReversed()] : [session]
  return {
    /** Returns the coverage of a session. The first time, it counts the requests in the journal. */
    read: (session: ServingSession) => (watches.get(session.name) ?? start(session, listSeeded(session))).read(session),
    /** Starts anew, without the requests in the journal. */
    clear: (session: ServingSession) => void start(session, []),
  }
}

type CoverageWatch = ReturnType<typeof watchCoverage>

// A busy server counts a sample, and the first request with each operation and status.
const LIMIT = { requests: 200, milliseconds: 1000 }
const MICROSECONDS = 1000
// Every other set of assumptions has cases of its own, which take some hundred kilobytes.
const MOST_CONTRACTS = 5
const MOST_SEEDED = 1000

interface WatchOptions {
  readonly declared: Declarations
  /** The name of the only session whose requests count. Default: all. */
  readonly session?: string | undefined
  /** Called when this session has ended. */
  onEnd(): void
}

function watchCoverage(events: EventSource, { declared, session, onEnd }: WatchOptions) {
  const counts = createContractCounts(declared, { most: MOST_CONTRACTS })
  const isCounted = createSampler()
  let since = new Date().toISOString()
  let missed = 0
  const count = (request: ServedRequest): void => {
    if (session !== undefined && request.session !== session) return
    if (!isCounted(request)) missed += 1
    else counts.add(explainEntry(request.session, request.id, request.record), request.record.assumptions)
  }
  const ignore = events.observe({
    onRequest: count,
    onEvent(event) {
      if (event.type === 'session' && event.session === session && event.what !== 'created') onEnd()
    },
  })

  return {
    stop: ignore,
    /** Adds the requests that are in journals. */
    seed(sessions: readonly ServingSession[]) {
      const recent = sessions.flatMap((each) => each.readState().journal.select().toReversed()).slice(0, MOST_SEEDED)
      since = recent.map(({ record }) => new Date(record.received).toISOString()).sort()[0] ?? since
      for (const { session, id, record } of recent) counts.add(explainEntry(session, id, record), record.assumptions)
    },
    /** Returns what was covered so far, with all cases of the current contract of a session. */
    read({ assumptions }: ServingSession): WatchedCoverage {
      counts.include(assumptions)
      return { since, missed, report: buildReport(counts.tally()) }
    },
  }
}

function createSampler(): (request: ServedRequest) => boolean {
  let window: RateWindow | undefined
  const seen = new Set<string>()
  return ({ record: { outcome } }) => {
    const kind = `${outcome.operation} ${outcome.response.status}`
    const isNew = !seen.has(kind)
    if (isNew) seen.add(kind)
    const counted = countInWindow(window, realTime.read() * MICROSECONDS, LIMIT)
    window = counted.window
    return isNew || counted.seconds === undefined
  }
}
