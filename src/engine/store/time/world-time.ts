// The time of a world, and what moves it.

import { LAST_MICROSECOND } from '../../input/schemas/timestamp.ts'

/** The time of the machine, or of fake timers. */
export interface RealTime {
  /** Milliseconds since an arbitrary moment. */
  read(): number
  /** Runs a function after some milliseconds. @returns a function that prevents it */
  after(milliseconds: number, act: () => void): () => void
  /** Returns by how many milliseconds it was set since the last call. Only fake timers can be set. */
  takeJump?(): number
}

export interface WorldTimeOptions {
  /** The microseconds that have already passed since the start. Default: 0. */
  elapsed?: bigint | undefined
  /** What moves the clock. Default: nothing, so it is frozen. */
  movedBy?: RealTime | undefined
}

/** The time of a world, in microseconds since the Unix epoch. */
export type WorldTime = ReturnType<typeof createWorldTime>

/** @param present microseconds since the Unix epoch */
export function createWorldTime(present: bigint, { elapsed: start = 0n, movedBy }: WorldTimeOptions) {
  let passed = start
  let source = movedBy
  let since = source?.read() ?? 0

  const elapsed = (): bigint => {
    const outside = source === undefined ? 0 : source.read() - since
    const now = present + passed + BigInt(Math.floor(outside * 1000))
    // The clock stops at the last date-time.
    return (now > LAST_MICROSECOND ? LAST_MICROSECOND : now) - present
  }

  return {
    read: () => present + elapsed(),
    /** The microseconds since the start of the world. */
    elapsed,
    /** What moves it; undefined if it is frozen. */
    movedBy: () => source,
    /** Lets something else move it. Nothing freezes it. */
    moveBy(next: RealTime | undefined) {
      if (next === source) return
      passed = elapsed()
      source = next
      since = source?.read() ?? 0
    },
    /** Returns by how many microseconds what moves it was set since the last call. */
    takeJump: (): bigint => (source?.takeJump === undefined ? 0n : BigInt(source.takeJump()) * 1000n),
    /** Sets the time. */
    jump(to: bigint) {
      passed = to - present
      since = source?.read() ?? 0
    },
    /** Advances by a microsecond. */
    tick() {
      passed += 1n
    },
  }
}
