import * as z from 'zod'
import { timestampSchema } from '../../schemas/timestamp.ts'
import type { Session } from '../../sessions/session.ts'
import { addMilliseconds } from '../../store/clock.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'

// A hundred years: enough for every test.
const MOST_MILLISECONDS = 3_155_760_000_000

const clockSchema = z.strictObject({
  now: z.string().describe('The time on the world’s clock.'),
  frozen: z.boolean().describe('Whether the clock is frozen.'),
})

/** The clock of a session. */
export type ClockState = z.output<typeof clockSchema>

const changeSchema = z.strictObject({
  set: timestampSchema.optional().describe('The time to set, which may be in the past.'),
  advance: z.number().min(0).max(MOST_MILLISECONDS).optional().describe('The milliseconds to advance by, after `set`.'),
  frozen: z.boolean().optional().describe('Whether the clock is frozen from then on, or runs in real time.'),
})

/** A change of the clock of a session. */
export type ClockChange = z.input<typeof changeSchema>

export const clockOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getClock',
    method: 'GET',
    template: '/clock',
    summary: 'The clock of the world.',
    responses: { 200: json(clockSchema) },
    run: ({ session }) => readClock(session),
  }),
  defineControl({
    name: 'moveClock',
    method: 'PATCH',
    template: '/clock',
    summary: 'Sets, advances, freezes or runs the clock of the world. Everything that becomes due happens.',
    body: changeSchema,
    responses: { 200: json(clockSchema) },
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
