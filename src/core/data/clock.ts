import { OptionError } from '../option-error.ts'
import {
  formatMicroseconds,
  LAST_MICROSECOND,
  parseMicroseconds,
  TIME_RANGE,
  timestampSchema,
} from '../records/timestamp.ts'
import { showValue } from './describe-issues.ts'
import { findFirst } from './find-first.ts'

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
  /** Settles at a time, at once when that has passed, at the end of time at the latest, or when the clock is abandoned. */
  waitUntil(due: bigint): Promise<void>
  /** Does what has fallen due. */
  settle(): void
  /** Ends the clock of a world that is left: nobody waits any longer, and nothing happens any more. */
  abandon(): void
}

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

interface Appointment {
  due: bigint
  act(): void
  /** Whether it is met early rather than never. */
  isWait: boolean
}

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
  const appointments: Appointment[] = []
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
  const meet = (until: () => bigint, arrive: (due: bigint) => void): void => {
    for (let next = appointments[0]; next !== undefined && next.due <= until(); next = appointments[0]) {
      appointments.shift()
      arrive(next.due)
      next.act()
    }
  }
  const setAlarm = (): void => {
    cancelAlarm()
    const [next] = appointments
    if (next === undefined || runsSince === undefined) return
    const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(0, Number(next.due - read()) / 1000))
    cancelAlarm = realTime.after(milliseconds, settle)
  }
  const settle = (): void => {
    if (appointments.length === 0) return
    meet(read, () => undefined)
    setAlarm()
  }
  const appoint = (appointment: Appointment): void => {
    if (appointment.due <= read()) {
      appointment.act()
      return
    }
    const place = findFirst(appointments.length, (index) => (appointments[index] as Appointment).due > appointment.due)
    appointments.splice(place, 0, appointment)
    setAlarm()
  }
  const moveTo = (target: bigint): void => {
    if (target < read()) shiftWaits(appointments, target - read())
    meet(() => target, jump)
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
    waitUntil: (wanted) => {
      const due = wanted > LAST_MICROSECOND ? LAST_MICROSECOND : wanted
      return new Promise((resolve) => appoint({ due, act: resolve, isWait: true }))
    },
    settle,
    abandon() {
      cancelAlarm()
      for (const { isWait, act } of appointments.splice(0)) if (isWait) act()
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

// Who waits goes on waiting for as long, whichever time it is then.
function shiftWaits(appointments: Appointment[], by: bigint): void {
  for (const appointment of appointments) if (appointment.isWait) appointment.due += by
  appointments.sort((a, b) => Number(a.due - b.due))
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
