// The clock of a session on a server.

import type {
  ClockChange,
  ClockState,
  MovedClock,
  TimelineState,
} from '../../engine/control/operations/behaviour/clock.ts'
import type { Transport } from '../transport/transport.ts'

/** The clock of a session. Whatever moves it returns what happened to the records meanwhile. */
export interface RemoteClock {
  read(): Promise<ClockState>
  /** Stops the clock. */
  freeze(): Promise<MovedClock>
  /** Runs the clock in real time. */
  run(): Promise<MovedClock>
  /** Moves the clock forward by milliseconds. Everything that becomes due happens. */
  advance(milliseconds: number): Promise<MovedClock>
  /** Sets the clock to a time, which may be in its past. */
  set(time: string | Date): Promise<MovedClock>
  /** Moves the clock to the time of the next step on the timeline, if there is one. */
  next(): Promise<MovedClock>
  /** Lists what will happen to the records, as far as it is known: the next step of each. Default limit: 100. */
  timeline(options?: { limit?: number }): Promise<TimelineState>
}

/** Connects to the clock of a session. */
export function connectClock({ send }: Transport): RemoteClock {
  const move = (change: ClockChange) => send<MovedClock>('PATCH', '/clock', change)
  return {
    read: () => send('GET', '/clock'),
    freeze: () => move({ frozen: true }),
    run: () => move({ frozen: false }),
    advance: (milliseconds) => move({ advance: milliseconds }),
    set: (time) => move({ set: time instanceof Date ? time.toISOString() : time }),
    next: () => move({ to: 'next' }),
    timeline: ({ limit } = {}) => send('GET', limit === undefined ? '/timeline' : `/timeline?limit=${limit}`),
  }
}
