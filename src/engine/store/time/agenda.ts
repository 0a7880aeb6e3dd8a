import { FIRST_MICROSECOND, LAST_MICROSECOND } from '../../input/schemas/timestamp.ts'
import { type Appointment, createAppointments } from './appointments.ts'
import type { WorldTime } from './world-time.ts'

/** What happens at a time of the world. While the clock runs, a timer waits for the next appointment. */
export type Agenda = ReturnType<typeof createAgenda>

// The maximum delay of a timer in browsers and in Node.
const MOST_MILLISECONDS = 2 ** 31 - 1

/** Creates an empty agenda. */
export function createAgenda(time: WorldTime) {
  const { read, jump, takeJump } = time
  const appointments = createAppointments()
  const alarm = createAlarm(time, () => settle())
  const setAlarm = (): void => alarm.set(appointments.first())
  const moveTo = (target: bigint): void => {
    if (target < read()) appointments.postponeWaits(target - read())
    appointments.meet(() => target, jump)
    jump(target)
    setAlarm()
  }
  const settle = (): void => {
    if (appointments.first() === undefined) return
    appointments.meet(read, () => undefined)
    setAlarm()
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
    settle,
    /** Moves the time by as much as what moves it was set. */
    catchUp() {
      const by = takeJump()
      if (by !== 0n) moveTo(limit(read() + by))
    },
    /** Ends all waits, and drops all other appointments. */
    abandon() {
      alarm.set(undefined)
      for (const { isWait, act } of appointments.clear()) if (isWait) act()
    },
  }
}

/** Creates an alarm that rings when an appointment is due. */
function createAlarm({ read, movedBy }: WorldTime, ring: () => void) {
  let cancel = (): void => undefined
  return {
    /** Replaces the appointment that it waits for. */
    set(next: Appointment | undefined): void {
      cancel()
      const source = movedBy()
      if (next === undefined || source === undefined) return
      const milliseconds = Math.min(MOST_MILLISECONDS, Math.max(0, Number(next.due - read()) / 1000))
      cancel = source.after(milliseconds, ring)
    },
  }
}

function limit(time: bigint): bigint {
  if (time < FIRST_MICROSECOND) return FIRST_MICROSECOND
  return time > LAST_MICROSECOND ? LAST_MICROSECOND : time
}
