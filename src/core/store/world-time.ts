// The time of a world, and that of the machine.

import { LAST_MICROSECOND } from '../schemas/timestamp.ts'

/** The time of the machine. */
export interface RealTime {
  /** Milliseconds since an arbitrary moment. */
  read(): number
  /** Runs a function after some milliseconds. @returns a function that prevents it */
  after(milliseconds: number, act: () => void): () => void
}

export interface ClockOptions {
  /** The microseconds that have already passed since the start. Default: 0. */
  elapsed?: bigint | undefined
  isRunning?: boolean | undefined
  realTime: RealTime
}

/** The time of a world, in microseconds since the Unix epoch. */
export interface WorldTime {
  read(): bigint
  /** The microseconds since the start of the world. */
  elapsed(): bigint
  isFrozen(): boolean
  freeze(): void
  run(): void
  /** Sets the time. */
  jump(to: bigint): void
  /** Advances by a microsecond. */
  tick(): void
}

/** @param present microseconds since the Unix epoch */
export function createWorldTime(
  present: bigint,
  { elapsed: start = 0n, isRunning = false, realTime }: ClockOptions,
): WorldTime {
  let passed = start
  let runsSince = isRunning ? realTime.read() : undefined

  const elapsed = (): bigint => {
    const outside = runsSince === undefined ? 0 : realTime.read() - runsSince
    const now = present + passed + BigInt(Math.floor(outside * 1000))
    // The clock stops at the last date-time.
    return (now > LAST_MICROSECOND ? LAST_MICROSECOND : now) - present
  }

  return {
    read: () => present + elapsed(),
    elapsed,
    isFrozen: () => runsSince === undefined,
    freeze() {
      passed = elapsed()
      runsSince = undefined
    },
    run() {
      runsSince ??= realTime.read()
    },
    jump(to) {
      passed = to - present
      if (runsSince !== undefined) runsSince = realTime.read()
    },
    tick() {
      passed += 1n
    },
  }
}
