import { OptionError } from '../option-error.ts'
import {
  formatMicroseconds,
  LAST_MICROSECOND,
  parseMicroseconds,
  TIME_RANGE,
  timestampSchema,
} from '../records/timestamp.ts'
import { type Appointment, createAppointments } from './appointments.ts'
import { showValue } from './describe-issues.ts'

/** The time of a world, as a developer moves it. */
export interface Clock {
  /** The present, as a timestamp. */
  now(): string
  /** Whether it stands still, but for a microsecond for every event. */
  isFrozen(): boolean
  /** Lets time stand still. */
  freeze(): void
  /** Lets time pass as it does outside. */
  run(): void
  /**
   * Moves time on. What falls due on the way happens, in its order, before this returns; a
   * request that waited is answered right after.
   *
   * @param milliseconds 0 or more
   * @throws for a negative number, or none, and for more than leads to the last date-time
   */
  advance(milliseconds: number): void
  /** Moves time to an instant, back too; what falls due on the way happens, and going back, who waits waits as long as before. @throws for what is no instant */
  set(time: string | Date): void
}

/** The same clock, as a world uses it. */
export interface WorldClock extends Clock {
  /** The microseconds since the Unix epoch. */
  microseconds(): bigint
  /** The microseconds since the world's present. */
  elapsed(): bigint
  /** Moves on by a microsecond, so that what happens next happens later. */
  tick(): void
  /** Does something at a time, in microseconds since the Unix epoch; at once when that has passed. */
  at(due: bigint, act: () => void): void
  /**
   * Waits for a time, the end of time at the latest, or until the clock is abandoned; not at all if the time has passed.
   *
   * @param onGone tells when whoever waits has left, which ends the wait
   * @returns whether whoever waited is still there
   */
  waitUntil(due: bigint, onGone?: OnGone): Promise<boolean>
  /** Does what has fallen due. */
  settle(): void
  /** Ends the clock of a world that is left: nobody waits any longer, and nothing happens any more. */
  abandon(): void
}

/** Calls a function once when somebody has left, at once if that has happened. @returns what prevents it */
export type OnGone = (act: () => void) => () => void

/** The time outside. */
export interface RealTime {
  /** Milliseconds since whenever. */
  read(): number
  /** Does something after some milliseconds. @returns what prevents it */
  after(milliseconds: number, act: () => void): () => void
}

export interface ClockOptions {
  /** The microseconds that have passed already. Default: 0. */
  elapsed?: bigint | undefined
  isRunning?: boolean | undefined
  realTime: RealTime
}

/** A clock that stands for another one, which may be replaced at any time. */
export function followClock(find: () => Clock): Clock {
  return {
    now: () => find().now(),
    isFrozen: () => find().isFrozen(),
    freeze: () => find().freeze(),
    run: () => find().run(),
    advance: (milliseconds) => find().advance(milliseconds),
    set: (time) => find().set(time),
  }
}

const STAYS: OnGone = () => () => undefined
// What a timer of a browser or of Node can hold.
const MOST_MILLISECONDS = 2 ** 31 - 1
// More milliseconds than there are date-times.
const MOST_AHEAD = 1e15

/**
 * Creates a clock.
 *
 * @param present microseconds since the Unix epoch
 */
export function createClock(present: bigint, { elapsed = 0n, isRunning = false, realTime }: ClockOptions): WorldClock {
  const appointments = createAppointments()
  let passed = elapsed
  let runsSince = isRunning ? realTime.read() : undefined
  let cancelAlarm = (): void => undefined

  const readElapsed = (): bigint => {
    const outside = runsSince === undefined ? 0 : realTime.read() - runsSince
    const now = present + passed + BigInt(Math.floor(outside * 1000))
    // Time ends at the last date-time that there is.
    return (now > LAST_MICROSECOND ? LAST_MICROSECOND : now) - present
  }
  const read = (): bigint => present + readElapsed()
  const jump = (to: bigint): void => {
    passed = to - present
    if (runsSince !== undefined) runsSince = realTime.read()
  }
  const setAlarm = (): void => {
    cancelAlarm()
    const next = appointments.first()
    if (next === undefined || runsSince === undefined) return
    const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(0, Number(next.due - read()) / 1000))
    cancelAlarm = realTime.after(milliseconds, settle)
  }
  const settle = (): void => {
    if (appointments.first() === undefined) return
    appointments.meet(read, () => undefined)
    setAlarm()
  }
  const appoint = (appointment: Appointment): void => {
    if (appointment.due <= read()) {
      appointment.act()
      return
    }
    appointments.add(appointment)
    setAlarm()
  }
  const cancel = (appointment: Appointment): void => {
    appointments.remove(appointment)
    setAlarm()
  }
  const moveTo = (target: bigint): void => {
    if (target < read()) appointments.postponeWaits(target - read())
    appointments.meet(() => target, jump)
    jump(target)
    setAlarm()
  }

  return {
    microseconds: read,
    elapsed: readElapsed,
    now: () => formatMicroseconds(read()),
    isFrozen: () => runsSince === undefined,
    freeze() {
      passed = readElapsed()
      runsSince = undefined
      cancelAlarm()
    },
    run() {
      runsSince ??= realTime.read()
      settle()
    },
    advance: (milliseconds) => moveTo(assertTime(read() + toMicroseconds(milliseconds))),
    set: (time) => moveTo(parseInstant(time)),
    tick() {
      passed += 1n
    },
    at: (due, act) => appoint({ due, act, isWait: false }),
    waitUntil: (wanted, onGone = STAYS) => {
      const due = wanted > LAST_MICROSECOND ? LAST_MICROSECOND : wanted
      return wait({ due, onGone }, { appoint, cancel })
    },
    settle,
    abandon() {
      cancelAlarm()
      for (const { isWait, act } of appointments.clear()) if (isWait) act()
    },
  }
}

/** The date-time some milliseconds after another one. @throws OptionError where there is none any more */
export function addMilliseconds(timestamp: string, milliseconds: number): string {
  return formatMicroseconds(assertTime(parseMicroseconds(timestamp) + toMicroseconds(milliseconds)))
}

function assertTime(time: bigint): bigint {
  if (time <= LAST_MICROSECOND) return time
  throw new OptionError(
    `Failed to move the clock: it would get beyond the year 9999. Date-times are ${TIME_RANGE}. Move it less far.`,
  )
}

// Settles when the time has come or whoever waits has left, and tells which.
function wait(
  { due, onGone }: { due: bigint; onGone: OnGone },
  clock: { appoint(appointment: Appointment): void; cancel(appointment: Appointment): void },
): Promise<boolean> {
  return new Promise((resolve) => {
    let isOver = false
    let stopWatching = (): void => undefined
    const appointment: Appointment = {
      due,
      isWait: true,
      act() {
        isOver = true
        stopWatching()
        resolve(true)
      },
    }
    clock.appoint(appointment)
    if (isOver) return
    stopWatching = onGone(() => {
      clock.cancel(appointment)
      resolve(false)
    })
  })
}

function toMicroseconds(given: number): bigint {
  if (Number.isFinite(given) && given >= 0) return BigInt(Math.round(Math.min(given, MOST_AHEAD) * 1000))
  throw new OptionError(`Failed to move the clock: ${showValue(given)} is no duration. Give milliseconds, 0 or more.`)
}

function parseInstant(time: string | Date): bigint {
  const text = time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : time
  const parsed = timestampSchema.safeParse(text)
  if (parsed.success) return parseMicroseconds(parsed.data)
  throw new OptionError(
    `Failed to set the clock: ${showValue(text)} is no instant. Give a Date, or a date-time such as 2026-03-02T09:00:00Z, ${TIME_RANGE}.`,
  )
}
