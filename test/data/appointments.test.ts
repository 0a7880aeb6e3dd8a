import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Appointment, createAppointments } from '../../src/engine/store/time/world-time.ts'

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('add' as const), due: fc.bigInt(0n, 20n), isWait: fc.boolean() }),
    fc.record({ what: fc.constant('remove' as const), at: fc.nat(30) }),
    fc.record({ what: fc.constant('meet' as const), until: fc.bigInt(0n, 20n) }),
    fc.record({ what: fc.constant('postpone' as const), by: fc.bigInt(-9n, 9n) }),
  ),
  { maxLength: 100 },
)

function meetUntil(appointments: ReturnType<typeof createAppointments>, until: bigint, arrived: bigint[]): void {
  while (appointments.isDue(until)) appointments.meet((time) => arrived.push(time))
}

test('appointments happen in the order of their times, and those at the same time in the order in which they were made', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const appointments = createAppointments()
      const happened: Appointment[] = []
      let coming: Appointment[] = []
      const inOrder = (list: Appointment[]) => list.toSorted((a, b) => Number(a.due - b.due))
      for (const step of all) {
        if (step.what === 'add') {
          const made: Appointment = { due: step.due, isWait: step.isWait, act: () => void happened.push(made) }
          appointments.add(made)
          coming = inOrder([...coming, made])
        } else if (step.what === 'remove') {
          const removed = coming[step.at] ?? { due: 1n, isWait: true, act: () => undefined }
          appointments.remove(removed)
          coming = coming.filter((each) => each !== removed)
        } else if (step.what === 'meet') {
          const due = coming.filter((each) => each.due <= step.until)
          coming = coming.filter((each) => each.due > step.until)
          const arrived: bigint[] = []
          meetUntil(appointments, step.until, arrived)
          expect(happened.splice(0)).toEqual(due)
          expect(arrived).toEqual(due.map((each) => each.due))
        } else {
          // The list and the model share the appointments, so they are moved only once.
          appointments.postponeWaits(step.by)
          coming = inOrder(coming)
        }
        expect(appointments.first()).toBe(coming[0])
      }
      expect(appointments.clear()).toEqual(coming)
      expect(appointments.first()).toBeUndefined()
    }),
  )
})
