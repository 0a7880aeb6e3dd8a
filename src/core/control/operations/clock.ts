import { z } from 'zod'
import { addMilliseconds } from '../../data/clock.ts'
import { timestampSchema } from '../../records/timestamp.ts'
import type { Session } from '../../sessions/session.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'

// A hundred years: whatever a test waits for, and no instant without a name.
const MOST_MILLISECONDS = 3_155_760_000_000

const clockSchema = z.strictObject({
  now: z.string().describe('The present of the world.'),
  frozen: z.boolean().describe('Whether it stands still until somebody moves it.'),
})

/** The time of a session. */
export type ClockState = z.output<typeof clockSchema>

const changeSchema = z.strictObject({
  set: timestampSchema.optional().describe('The instant to go to, back too.'),
  advance: z.number().min(0).max(MOST_MILLISECONDS).optional().describe('Milliseconds to move on by, after that.'),
  frozen: z.boolean().optional().describe('Whether time stands still from then on, or passes as it does outside.'),
})

/** What is done to the time of a session. */
export type ClockChange = z.input<typeof changeSchema>

export const clockOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getClock',
    method: 'GET',
    template: '/clock',
    summary: 'The time of the world.',
    success: { status: 200, schema: clockSchema },
    run: ({ session }) => readClock(session),
  }),
  defineControl({
    name: 'moveClock',
    method: 'PATCH',
    template: '/clock',
    summary: 'Moves the time of the world, freezes it or lets it run. What falls due on the way happens.',
    body: changeSchema,
    success: { status: 200, schema: clockSchema },
    run({ session }, { body: { set, advance, frozen } }) {
      const { clock } = session
      if (set !== undefined) clock.set(addMilliseconds(set, advance ?? 0))
      else if (advance !== undefined) clock.advance(advance)
      if (frozen === true) clock.freeze()
      if (frozen === false) clock.run()
      return readClock(session)
    },
  }),
]

function readClock({ clock }: Session): ClockState {
  return { now: clock.now(), frozen: clock.isFrozen() }
}
