// The time of a world, what moves it, and what happens at certain times.

import { FIRST_MICROSECOND, LAST_MICROSECOND } from '../../input/schemas/timestamp.ts'
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
  /** Called with the new due time when the clock went back. */
  onPostponed?(due: bigint): void
}

// The maximum delay of a timer in browsers and in Node.
const MOST_MILLISECONDS = 2 ** 31 - 1

/** Creates an empty agenda. While the clock runs, a timer waits for the next appointment. */
export function createAgenda(time: WorldTime) {
  const { read, jump, takeJump } = time
  const appointments = createAppointments()
  let cancelAlarm = (): void => undefined
  const setAlarm = (): void => {
    cancelAlarm()
    const [next, source] = [appointments.first(), time.movedBy()]
    if (next === undefined || source === undefined) return
    const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(0, Number(next.due - read()) / 1000))
    cancelAlarm = source.after(milliseconds, meetDue)
  }
  const moveTo = (target: bigint): void => {
    if (target < read()) appointments.postponeWaits(target - read())
    appointments.meet(() => target, jump)
    jump(target)
    setAlarm()
  }
  const meetDue = (): void => {
    appointments.meet(read, () => undefined)
    setAlarm()
  }
  const catchUp = (): void => {
    const by = takeJump()
    if (by !== 0n) moveTo(limit(read() + by))
  }

  return {
    /** Adds an appointment, or runs it at once if its time has passed. @returns a function that cancels it */
    appoint(appointment: Appointment): () => void {
      if (appointment.due <= read()) appointment.act()
      else appointments.add(appointment)
      setAlarm()
      return () => {
        appointments.remove(appointment)
        setAlarm()
      }
    },
    /** Moves the time. Everything that becomes due on the way happens. */
    moveTo,
    /** Runs everything that is due. */
    settle() {
      const next = appointments.first()
      if (next !== undefined && next.due <= read()) meetDue()
    },
    /** Lets something else move the time. */
    moveBy(source: RealTime | undefined) {
      catchUp()
      time.moveBy(source)
      meetDue()
    },
    /** Moves the time by as much as what moves it was set. */
    catchUp,
    /** Ends all waits, and drops all other appointments. */
    abandon() {
      const left = appointments.clear()
      setAlarm()
      for (const { isWait, act } of left) if (isWait) act()
    },
  }
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
    /** Removes and runs what is due until a time, which may advance meanwhile, and arrives at each time before that. */
    meet(until: () => bigint, arrive: (due: bigint) => void) {
      for (let next = appointments[0]; next !== undefined && next.due <= until(); next = appointments[0]) {
        appointments.shift()
        arrive(next.due)
        next.act()
      }
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
