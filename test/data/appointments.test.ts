import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Appointment, createAppointments } from '../../src/core/data/appointments.ts'

type Made = Appointment & { number: number }

const steps = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('add' as const), due: fc.bigInt(0n, 20n), isWait: fc.boolean() }),
    fc.record({ what: fc.constant('take' as const) }),
    fc.record({ what: fc.constant('shift' as const), by: fc.bigInt(-9n, 9n) }),
  ),
  { maxLength: 100 },
)

test('appointments come in the order in which they fall due, and then in that in which they were made', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const appointments = createAppointments()
      const expected: Made[] = []
      const sort = () => expected.sort((a, b) => Number(a.due - b.due) || a.number - b.number)
      for (const [number, step] of all.entries()) {
        if (step.what === 'add') {
          const made = { due: step.due, isWait: step.isWait, act: () => undefined, number }
          appointments.add(made)
          expected.push(made)
        } else if (step.what === 'take') {
          expect(appointments.take()).toBe(expected.shift())
        } else {
          // Both lists hold the same appointments, which are moved once.
          appointments.shiftWaits(step.by)
        }
        sort()
        expect([appointments.count(), appointments.first()]).toEqual([expected.length, expected[0]])
      }
      const rest = Array.from(expected, () => appointments.take())
      expect(rest).toEqual(expected)
    }),
  )
})
