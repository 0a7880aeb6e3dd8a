import { findFirst } from './find-first.ts'

/** Something that happens at a time. */
export interface Appointment {
  /** Microseconds since the Unix epoch. */
  due: bigint
  act(): void
  /** Whether it is met early rather than never. */
  isWait: boolean
}

/** What is to come, in the order in which it falls due. */
export interface Appointments {
  first(): Appointment | undefined
  /** Adds one, after all others that are due at the same time. */
  add(appointment: Appointment): void
  /** Takes one out, if it is there. */
  remove(appointment: Appointment): void
  /**
   * Takes out what is due until a time, and does it.
   *
   * @param until the time, which may move on meanwhile
   * @param arrive called with the time of each, before it happens
   */
  meet(until: () => bigint, arrive: (due: bigint) => void): void
  /** Takes all out. */
  clear(): readonly Appointment[]
  /** Lets everybody who waits wait longer, by a number of microseconds. */
  postponeWaits(by: bigint): void
}

/** Creates an empty list of appointments. */
export function createAppointments(): Appointments {
  const appointments: Appointment[] = []
  const findPlace = (holds: (due: bigint) => boolean) =>
    findFirst(appointments.length, (index) => holds((appointments[index] as Appointment).due))

  return {
    first: () => appointments[0],
    add(appointment) {
      appointments.splice(
        findPlace((due) => due > appointment.due),
        0,
        appointment,
      )
    },
    remove(appointment) {
      const place = appointments.indexOf(
        appointment,
        findPlace((due) => due >= appointment.due),
      )
      if (place >= 0) appointments.splice(place, 1)
    },
    meet(until, arrive) {
      for (let next = appointments[0]; next !== undefined && next.due <= until(); next = appointments[0]) {
        appointments.shift()
        arrive(next.due)
        next.act()
      }
    },
    clear: () => appointments.splice(0),
    postponeWaits(by) {
      for (const appointment of appointments) if (appointment.isWait) appointment.due += by
      appointments.sort((a, b) => Number(a.due - b.due))
    },
  }
}
