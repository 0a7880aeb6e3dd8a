// Fake timers that move a clock.

import { OptionError } from '../../input/options/option-error.ts'
import { showValue } from '../../input/text/show-value.ts'
import type { RealTime } from './world-time.ts'

/**
 * The fake timers that a test uses: Vitest's `vi`, Jest's `jest`, `mock.timers` of node:test, or a clock of Sinon or
 * @sinonjs/fake-timers.
 */
export type FakeTimers = TimerMocks | NodeTimers | FakeClock

/** The part of `vi` and `jest` by which they are recognized. They replace the global timers. */
export interface TimerMocks {
  advanceTimersByTime(milliseconds: number): unknown
}

/** The part of `mock.timers` of node:test by which they are recognized. They replace the global timers. */
export interface NodeTimers {
  tick(milliseconds: number): unknown
  runAll(): unknown
}

/** The part of a clock of @sinonjs/fake-timers that is needed. */
export interface FakeClock {
  readonly now: number
  /** Unlike the date, this cannot be set. */
  readonly performance: { now(): number }
  setTimeout(act: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

const ALLOWED = 'Pass vi of Vitest, jest of Jest, mock.timers of node:test, or a clock of @sinonjs/fake-timers'

/** Turns fake timers into a time that moves with them. @throws OptionError if they are not fake timers, or real ones */
export function readFakeTimers(timers: FakeTimers): RealTime {
  const clock = findClock(timers)
  // Whole milliseconds, because fractions that add up would make a timer run a moment too early.
  const read = (): number => Math.round(clock.performance.now())
  let ahead = clock.now - read()

  return {
    read,
    takeJump() {
      const jump = Math.round(clock.now - read() - ahead)
      ahead += jump
      return jump
    },
    after(milliseconds, act) {
      const timer = clock.setTimeout(act, Math.ceil(milliseconds))
      return () => clock.clearTimeout(timer)
    },
  }
}

function findClock(timers: unknown): FakeClock {
  if (isClock(timers)) return timers
  if (hasMethod(timers, 'runAll') && hasMethod(timers, 'tick')) return readNodeTimers()
  if (!hasMethod(timers, 'advanceTimersByTime')) {
    throw new OptionError({
      attempt: 'follow fake timers',
      received: `${showValue(timers)} has none`,
      advice: `${ALLOWED}.`,
    })
  }
  // Vitest and Jest both use @sinonjs/fake-timers, which attaches its clock to what it replaces. The clock
  // is kept: when the real timers are back, it stands still.
  const clock: unknown = Reflect.get(globalThis.setTimeout, 'clock')
  if (isClock(clock)) return clock
  throw new OptionError({
    attempt: 'follow fake timers',
    received: 'setTimeout is not faked',
    advice: 'Call useFakeTimers() first.',
  })
}

const { Date: RealDate, setTimeout: realTimeout } = globalThis

/** Reads the fake timers of node:test from what they replace. When the real ones are back, the time stands still. */
function readNodeTimers(): FakeClock {
  const { Date: FakeDate, setTimeout, clearTimeout } = globalThis
  if (setTimeout === realTimeout || FakeDate === RealDate) {
    throw new OptionError({
      attempt: 'follow fake timers',
      received: 'setTimeout and Date are not faked',
      advice: "Call mock.timers.enable({ apis: ['setTimeout', 'Date'] }) first.",
    })
  }
  let last = FakeDate.now()
  const now = (): number => {
    if (globalThis.Date === FakeDate) last = FakeDate.now()
    return last
  }
  return {
    get now() {
      return now()
    },
    performance: { now },
    setTimeout,
    clearTimeout: (timer) => clearTimeout(timer as number),
  }
}

function isClock(value: unknown): value is FakeClock {
  if (!hasMethod(value, 'setTimeout') || !hasMethod(value, 'clearTimeout')) return false
  return typeof Reflect.get(value, 'now') === 'number' && hasMethod(Reflect.get(value, 'performance'), 'now')
}

function hasMethod(value: unknown, name: string): value is object {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
}
