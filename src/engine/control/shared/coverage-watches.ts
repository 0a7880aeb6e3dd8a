// The contract coverage of sessions, counted from the first time that somebody asks for it.

import { type CoverageWatch, type WatchedCoverage, watchCoverage } from '../../coverage/coverage-watch.ts'
import type { Declarations } from '../../define/declarations.ts'
import { createBoundedMap } from '../../limits/bounded-map.ts'
import type { ByteBudget } from '../../limits/byte-budget.ts'
import type { EventSource } from '../../sessions/events/event-source.ts'
import type { Session } from '../../sessions/session.ts'
import type { Sessions } from '../../sessions/sessions.ts'

/** The coverage of each session. That of the simulator's own session covers all sessions. */
export interface CoverageWatches {
  /** Returns the coverage of a session. The first time, it counts the requests in the journal. */
  read(session: Session): WatchedCoverage
  /** Starts anew, without the requests in the journal. */
  clear(session: Session): void
}

interface WatchedSimulator {
  readonly declared: Declarations
  readonly main: Session
  readonly sessions: Sessions
  readonly events: EventSource
  readonly budget: ByteBudget
}

const MOST_WATCHES = 20

/** Creates watches that have not started yet. */
export function createCoverageWatches({ declared, main, sessions, events, budget }: WatchedSimulator): CoverageWatches {
  const watches = createBoundedMap<string, CoverageWatch>({ most: MOST_WATCHES, onDrop: (watch) => watch.stop() })
  const end = (name: string): void => watches.take(name)?.stop()
  const start = ({ name }: Session, seeded: readonly Session[]): CoverageWatch => {
    end(name)
    const session = name === main.name ? undefined : name
    const watch = watchCoverage(events, { declared, session, budget, onEnd: () => end(name) })
    watches.set(name, watch)
    watch.seed(seeded)
    return watch
  }
  const listSeeded = (session: Session): readonly Session[] =>
    session.name === main.name ? [main, ...sessions.list().toReversed()] : [session]
  return {
    read: (session) => (watches.get(session.name) ?? start(session, listSeeded(session))).read(session),
    clear: (session) => void start(session, []),
  }
}
