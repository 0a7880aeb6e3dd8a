import { OptionError } from '../../input/options/option-error.ts'
import { readDuration, type WrittenDuration } from '../../input/options/written-duration.ts'
import {
  formatMicroseconds,
  LAST_MICROSECOND,
  parseMicroseconds,
  TIME_RANGE,
  timestampSchema,
} from '../../input/schemas/timestamp.ts'
import { showValue } from '../../input/text/show-value.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { type Appointment, createAgenda, createWorldTime, type RealTime, type WorldTimeOptions } from './world-time.ts'

const ALLOWED = 'Pass vi of Vitest, jest of Jest, mock.timers of node:test, or a clock of @sinonjs/fake-timers'

const { Date: RealDate, setTimeout: realTimeout } = globalThis

/** The clock of a world, with the methods for developers. */
export interface Clock {
  /** The current time of the world, as a timestamp. */
  now(): string
  /** Whether the clock is frozen. It then only advances by a microsecond for each event. */
  isFrozen(): boolean
  /** Freezes the clock. */
  freeze(): void
  /** Lets the clock run in real time. */
  run(): void
  /**
   * Advances the clock. Everything that becomes due happens in order before this returns. A request that
   * was waiting is answered right after.
   *
   * @param duration milliseconds, 0 or more, or text such as `'30s'` or `'1h 30m'`
   * @throws for an invalid or negative duration, and if the clock would go past the last date-time; and if more than
   * 100,000 changes are due on the way, where it then stays
   */
  advance(duration: WrittenDuration): void
  /**
   * Sets the clock to a time, which may be in the past. Everything that becomes due happens. If the clock
   * goes back, waiting requests still wait as long as before.
   *
   * @throws if the time is invalid, and like `advance`
   */
  set(time: string | Date): void
  /**
   * Moves the clock together with fake timers: it advances when they do, and when their date is set, it
   * is set by the same difference. This ends with `freeze`, `run`, `reset` and `load`.
   *
   * @param timers Vitest's `vi`, Jest's `jest`, `mock.timers` of node:test, or a clock of Sinon or @sinonjs/fake-timers
   * @returns a function that ends it; the clock then stands still or runs as before
   * @throws if they are not fake timers, or if the timers are the real ones
   * @example
   * vi.useFakeTimers()
   * simulator.clock.follow(vi)
   * await vi.advanceTimersByTimeAsync(5 * 60_000)
   */
  follow(timers: FakeTimers): () => void
}

/** The same clock, with the methods for the world. */
export interface WorldClock extends Omit<Clock, 'follow'> {
  /** What moves the clock; undefined if it is frozen. */
  movedBy(): RealTime | undefined
  /** Lets something else move the clock. Nothing freezes it. */
  moveBy(source: RealTime | undefined): void
  /** The microseconds since the Unix epoch. */
  microseconds(): bigint
  /** The microseconds since the start of the world. */
  elapsed(): bigint
  /** Moves in steps: to a time, and by a duration after it or after where it is. @throws like `advance` and `set` */
  move(by: ClockTarget): Steps<void>
  /** Advances by a microsecond, so that the next event has a later time. */
  tick(): void
  /**
   * Runs a function at a time in microseconds; when the clock settles next if it has passed.
   *
   * @param describe names what it does
   * @returns a function that prevents it
   */
  at(due: bigint, act: () => void, describe?: () => string): () => void
  /**
   * Waits for a time (at most for the last date-time), or until the clock is abandoned. Does not wait if
   * the time has passed.
   *
   * @param onGone calls back when the client disconnects, which ends the wait
   * @param onPostponed called with the new time if the clock goes back, because the wait still lasts as long as before
   * @returns whether the client is still connected
   */
  waitUntil(due: bigint, onGone?: OnGone, onPostponed?: (due: bigint) => void): Promise<boolean>
  /** Runs what is due. If that is much, the rest comes later. */
  settle(): void
  /** Ends the clock: all waits end at once, and nothing else happens any more. */
  abandon(): void
}

/** Where a clock moves to. */
export interface ClockTarget {
  readonly set?: string | Date
  readonly advance?: WrittenDuration
}

/**
 * Calls a function once when the client disconnects, at once if it already has.
 *
 * @param isWait whether nothing else is done for the client until then, so that a server that stops may disconnect it.
 * Default: false
 * @returns a function that prevents the call
 */
export type OnGone = (act: () => void, isWait?: boolean) => () => void

/** For work without a client that could disconnect. */
export const NEVER_GONE: OnGone = () => () => undefined

/** Creates a clock that forwards to another one, which may be replaced at any time. */
export function followClock(find: () => WorldClock): Clock {
  return {
    follow(timers) {
      const source = readFakeTimers(timers)
      const before = find().movedBy()
      find().moveBy(source)
      return () => {
        if (find().movedBy() === source) find().moveBy(before)
      }
    },
    now: () => find().now(),
    isFrozen: () => find().isFrozen(),
    freeze: () => find().freeze(),
    run: () => find().run(),
    advance: (duration) => find().advance(duration),
    set: (time) => find().set(time),
  }
}

// More milliseconds than the range of date-times.
const MOST_AHEAD = 1e15

export interface ClockOptions extends WorldTimeOptions {
  /** What moves the clock when it runs. */
  realTime: RealTime
}

/** Creates a clock that begins at a time, in microseconds since the Unix epoch. */
export function createClock(present: bigint, { realTime, ...options }: ClockOptions): WorldClock {
  const time = createWorldTime(present, options)
  const { movedBy, tick } = time
  const { moveTo, moveBy, appoint, settle, readNow, readAhead, abandon } = createAgenda(time)
  const move = function* (by: ClockTarget): Steps<void> {
    readNow()
    const from = 'set' in by ? parseInstant(by.set) : readAhead()
    yield* moveTo(assertTime(from + ('advance' in by ? toMicroseconds(by.advance) : 0n)))
  }

  return {
    microseconds: readNow,
    elapsed: () => readNow() - present,
    now: () => formatMicroseconds(readNow()),
    isFrozen: () => movedBy() === undefined,
    movedBy,
    moveBy,
    freeze: () => moveBy(undefined),
    run: () => moveBy(realTime),
    advance: (duration) => finish(move({ advance: duration })),
    set: (to) => finish(move({ set: to })),
    move,
    tick,
    at: (due, act, describe) => appoint({ due, act, isWait: false, ...(describe && { describe }) }),
    waitUntil(target, onGone = NEVER_GONE, onPostponed = () => undefined) {
      const due = target > LAST_MICROSECOND ? LAST_MICROSECOND : target
      return wait({ due, onGone, onPostponed }, appoint)
    },
    settle,
    abandon,
  }
}

function assertTime(time: bigint): bigint {
  if (time <= LAST_MICROSECOND) return time
  throw new OptionError({
    attempt: 'move the clock',
    received: 'it would go past the year 9999',
    advice: `Date-times range ${TIME_RANGE}. Move it less far.`,
  })
}

interface WaitOptions {
  readonly due: bigint
  readonly onGone: OnGone
  onPostponed(due: bigint): void
}

// Resolves with true at the due time, and with false when the client disconnects before.
function wait(
  { due, onGone, onPostponed }: WaitOptions,
  appoint: (appointment: Appointment) => () => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isOver = false
    let stopWatching = (): void => undefined
    const appointment: Appointment = {
      due,
      isWait: true,
      onPostponed,
      act() {
        isOver = true
        stopWatching()
        resolve(true)
      },
    }
    const cancel = appoint(appointment)
    if (isOver) return
    stopWatching = onGone(() => {
      cancel()
      resolve(false)
    }, true)
  })
}

function toMicroseconds(duration: WrittenDuration): bigint {
  return BigInt(Math.round(Math.min(readDuration('move the clock', duration), MOST_AHEAD) * 1000))
}

function parseInstant(time: string | Date): bigint {
  const text = time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : time
  const parsed = timestampSchema.safeParse(text)
  if (parsed.success) return parseMicroseconds(parsed.data)
  throw new OptionError({
    attempt: 'set the clock',
    received: `${showValue(text)} is not a time`,
    advice: `Use a Date, or a date-time such as 2026-03-02T09:00:00Z, ${TIME_RANGE}.`,
  })
}

/**
 * The fake timers that a test uses: Vitest's `vi`, Jest's `jest`, `mock.timers` of node:test, or a clock of Sinon or
 * @sinonjs/fake-timers.
 */
export type FakeTimers = TimerMocks | NodeTimers | FakeClock

/** The part of `vi` and `jest` by which they are recognized. They replace the global timers. */
interface TimerMocks {
  advanceTimersByTime(milliseconds: number): unknown
}

/** The part of `mock.timers` of node:test by which they are recognized. They replace the global timers. */
interface NodeTimers {
  tick(milliseconds: number): unknown
  runAll(): unknown
}

/** The part of a clock of @sinonjs/fake-timers that is needed. */
interface FakeClock {
  readonly now: number
  /** Unlike the date, this cannot be set. */
  readonly performance: { now(): number }
  setTimeout(act: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

/** Turns fake timers into a time that moves with them. @throws OptionError if they are not fake timers, or real ones */
function readFakeTimers(timers: FakeTimers): RealTime {
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
