import { findFirst } from '../listing/find-first.ts'

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

/** The pending appointments, in the order in which they are due. */
export type Appointments = ReturnType<typeof createAppointments>

/** Creates an empty list of appointments. */
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
    /** Removes an appointment, if it is in the list. */
    remove(appointment: Appointment) {
      const place = appointments.indexOf(
        appointment,
        findPlace((due) => due >= appointment.due),
      )
      if (place >= 0) appointments.splice(place, 1)
    },
    /**
     * Removes and runs the appointments that are due until a time.
     *
     * @param until returns the time, which may advance meanwhile
     * @param arrive called with the time of each appointment before it runs
     */
    meet(until: () => bigint, arrive: (due: bigint) => void) {
      for (let next = appointments[0]; next !== undefined && next.due <= until(); next = appointments[0]) {
        appointments.shift()
        arrive(next.due)
        next.act()
      }
    },
    /** Removes all appointments and returns them. */
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
