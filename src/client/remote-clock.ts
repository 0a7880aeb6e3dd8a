// The clock of a session on a server.

import type { ClockChange, ClockState } from '../core/control/operations/clock.ts'
import type { Transport } from './transport.ts'

/** The clock of a session. */
export interface RemoteClock {
  read(): Promise<ClockState>
  /** Stops the clock. */
  freeze(): Promise<ClockState>
  /** Runs the clock in real time. */
  run(): Promise<ClockState>
  /** Moves the clock forward by milliseconds. Everything that becomes due happens. */
  advance(milliseconds: number): Promise<ClockState>
  /** Sets the clock to a time, which may be in its past. */
  set(time: string | Date): Promise<ClockState>
}

/** Connects to the clock of a session. */
export function connectClock({ send }: Transport): RemoteClock {
  const move = (change: ClockChange) => send<ClockState>('PATCH', '/clock', change)
  return {
    read: () => send('GET', '/clock'),
    freeze: () => move({ frozen: true }),
    run: () => move({ frozen: false }),
    advance: (milliseconds) => move({ advance: milliseconds }),
    set: (time) => move({ set: time instanceof Date ? time.toISOString() : time }),
  }
}
