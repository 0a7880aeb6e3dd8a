// The time of a world, what moves it, and what happens at certain times.

import { OptionError } from '../../input/options/option-error.ts'
import { FIRST_MICROSECOND, formatMicroseconds, LAST_MICROSECOND } from '../../input/schemas/timestamp.ts'
import { finish, type Steps } from '../../work/steps.ts'
import { findFirst } from '../find-first.ts'

/** The time of the machine. Responses depend on it only if a clock runs. */
export const realTime: RealTime = {
  read: () => performance.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds)
    letProcessEnd(timer)
    return () => clearTimeout(timer)
  },
}

// Read when this file is loaded, because fake timers would run these ones as if they had an end.
const { setInterval: setRealInterval, clearInterval: clearRealInterval } = globalThis

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis

const LONGEST_TIMER = 2 ** 31 - 1

/** Timers that do nothing but hold something for as long as they run. */
export const endlessTimers = {
  /** Keeps an object referenced, without keeping the process alive. @returns a function that ends it */
  holdObject(object: object): () => void {
    const timer = setRealInterval(() => void object, LONGEST_TIMER)
    letProcessEnd(timer)
    return () => clearRealInterval(timer)
  },
  /** Keeps the process alive, at most for some milliseconds. @returns a function that ends it */
  holdProcess(milliseconds = LONGEST_TIMER): () => void {
    return realTimers.after(milliseconds, () => undefined)
  },
}

/** Timers that run in real time, even where a test has fake timers. They keep the process alive. */
export const realTimers = {
  /** Calls a function after some milliseconds. @returns a function that prevents it */
  after(milliseconds: number, act: () => void): () => void {
    const timer = setRealTimeout(act, milliseconds)
    return () => clearRealTimeout(timer)
  },
}

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

  const read = (): bigint => {
    const outside = source === undefined ? 0 : source.read() - since
    const now = present + passed + BigInt(Math.floor(outside * 1000))
    // The clock stops at the last date-time.
    return now > LAST_MICROSECOND ? LAST_MICROSECOND : now
  }

  return {
    read,
    /** What moves it; undefined if it is frozen. */
    movedBy: () => source,
    /** Lets something else move it. Nothing freezes it. */
    moveBy(next: RealTime | undefined) {
      if (next === source) return
      passed = read() - present
      source = next
      since = source?.read() ?? 0
    },
    /** Returns by how many microseconds what moves it was set since the last call. */
    takeJump: (): bigint => (source?.takeJump === undefined ? 0n : BigInt(source.takeJump()) * 1000n),
    jump(to: bigint) {
      passed = to - present
      since = source?.read() ?? 0
    },
    tick() {
      passed += 1n
    },
  }
}

/** Something that happens at a certain time. */
export interface Appointment {
  /** Microseconds since the Unix epoch. */
  due: bigint
  act(): void
  /** Whether it is a wait. If the clock is abandoned, waits end at once, and all other appointments never happen. */
  isWait: boolean
  /** Names it, for who moves the time too far. */
  describe?(): string
  /** Called with the new due time when the clock went back. */
  onPostponed?(due: bigint): void
}

// The maximum delay of a timer in browsers and in Node.
const MOST_MILLISECONDS = 2 ** 31 - 1
// What one move meets at most: seconds of work.
const MOST_MET = 100_000
// What is met at once while the time passes by itself, or for a request. The rest comes right after, so that nobody waits.
const MOST_MET_AT_ONCE = 50

/** Creates an empty agenda. While the clock runs, a timer waits for the next appointment. */
export function createAgenda(time: WorldTime) {
  const { read, jump, takeJump } = time
  const appointments = createAppointments()
  let cancelAlarm = (): void => undefined
  // Where the last move goes that is still under way.
  let heading: bigint | undefined
  const setAlarm = (): void => {
    cancelAlarm()
    const [next, source] = [appointments.first(), time.movedBy()]
    if (next === undefined || source === undefined) return
    const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(0, Number(next.due - read()) / 1000))
    cancelAlarm = source.after(milliseconds, meetDue)
  }
  // In between, the time may pass by itself, and others may move it.
  const jumpAhead = (to: bigint): void => {
    if (to > read()) jump(to)
  }
  const moveTo = function* (target: bigint): Steps<void> {
    const isBack = target < read()
    if (isBack) appointments.postponeWaits(target - read())
    heading = target
    try {
      for (let met = 0; appointments.isDue(target); met += 1) {
        if (met === MOST_MET) refuseMove(appointments.first(), read())
        appointments.meet(jumpAhead)
        yield undefined
      }
      // What happened may have taken microseconds.
      const isAlone = heading === target && time.movedBy() === undefined
      if (isBack || isAlone) jump(target)
      else jumpAhead(target)
    } finally {
      if (heading === target) heading = undefined
      setAlarm()
    }
  }
  const meetDue = (): void => {
    for (let met = 0; met < MOST_MET_AT_ONCE && appointments.isDue(read()); ) {
      if (appointments.first()?.isWait === false) met += 1
      appointments.meet(() => undefined)
    }
    setAlarm()
  }
  const readNow = (): bigint => {
    const by = takeJump()
    if (by !== 0n) finish(moveTo(limit(read() + by)))
    return read()
  }

  return {
    /** Adds an appointment. A wait ends at once if its time has passed. @returns a function that cancels it */
    appoint(appointment: Appointment): () => void {
      if (appointment.isWait && appointment.due <= read()) appointment.act()
      else appointments.add(appointment)
      setAlarm()
      return () => {
        appointments.remove(appointment)
        setAlarm()
      }
    },
    /** Moves the time in steps. Everything that becomes due on the way happens. @throws OptionError if that is too much */
    moveTo,
    /** Where the time will be when all moves have ended. */
    readAhead: () => heading ?? read(),
    /** Runs what is due. If that is much, the rest comes later. */
    settle() {
      // A move gets there in its turn.
      if (heading === undefined && appointments.isDue(read())) meetDue()
    },
    /** Lets something else move the time. */
    moveBy(source: RealTime | undefined) {
      readNow()
      time.moveBy(source)
      meetDue()
    },
    /** Returns the time, after it was moved by as much as what moves it was set. */
    readNow,
    /** Ends all waits, and drops all other appointments. */
    abandon() {
      const left = appointments.clear()
      setAlarm()
      for (const { isWait, act } of left) if (isWait) act()
    },
  }
}

function refuseMove(next: Appointment | undefined, now: bigint): never {
  throw new OptionError({
    attempt: 'move the clock',
    received: `something is due ${MOST_MET} times until ${formatMicroseconds(now)}, where it stays. The next is ${next?.describe?.() ?? 'a request that waits'}`,
    advice: 'Move it less far, or let its changes be further apart.',
  })
}

function limit(time: bigint): bigint {
  if (time < FIRST_MICROSECOND) return FIRST_MICROSECOND
  return time > LAST_MICROSECOND ? LAST_MICROSECOND : time
}

export function createAppointments() {
  const appointments: Appointment[] = []
  const findPlace = (isMet: (due: bigint) => boolean) =>
    findFirst(appointments.length, (index) => isMet((appointments[index] as Appointment).due))

  return {
    first: () => appointments[0],
    /** Adds an appointment, after all others that are due at the same time. */
    add(appointment: Appointment) {
      appointments.splice(
        findPlace((due) => due > appointment.due),
        0,
        appointment,
      )
    },
    remove(appointment: Appointment) {
      const place = appointments.indexOf(
        appointment,
        findPlace((due) => due >= appointment.due),
      )
      if (place >= 0) appointments.splice(place, 1)
    },
    isDue(at: bigint): boolean {
      const [next] = appointments
      return next !== undefined && next.due <= at
    },
    /** Removes and runs the first one, and arrives at its time before that. */
    meet(arrive: (due: bigint) => void) {
      const next = appointments.shift()
      if (next === undefined) return
      arrive(next.due)
      next.act()
    },
    clear: () => appointments.splice(0),
    /** Moves the due times of all waits by a number of microseconds. */
    postponeWaits(by: bigint) {
      for (const appointment of appointments) {
        if (!appointment.isWait) continue
        appointment.due += by
        appointment.onPostponed?.(appointment.due)
      }
      appointments.sort((a, b) => Number(a.due - b.due))
    },
  }
}

/** Allows the process to exit while a timer is still running. */
export function letProcessEnd(timer: unknown): void {
  // In a browser, a timer is a number.
  if (typeof timer !== 'object' || timer === null || !('unref' in timer)) return
  if (typeof timer.unref === 'function') timer.unref()
}
