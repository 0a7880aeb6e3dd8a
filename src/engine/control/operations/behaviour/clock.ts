// The clock, what will happen, and what happens when the clock is moved.

import * as z from 'zod'
import type { ServiceDeclarations } from '../../../define/service.ts'
import { timestampSchema } from '../../../input/schemas/timestamp.ts'
import type { Session } from '../../../sessions/session.ts'
import { addMilliseconds } from '../../../store/time/clock.ts'
import { listNames } from '../../../world/start/world-plan.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { json } from '../../requests/control-responses.ts'
import { buildStayingSchema, countStaying } from '../world/staying.ts'

// A hundred years: enough for every test.
const MOST_MILLISECONDS = 3_155_760_000_000
const MOST_ENTRIES = 1000

const clockSchema = z.strictObject({
  now: z.string().describe('The time on the world’s clock.'),
  frozen: z.boolean().describe('Whether the clock is frozen.'),
})

/** The clock of a session. */
export type ClockState = z.output<typeof clockSchema>

const buildStepFields = ({ resources }: ServiceDeclarations) => ({
  resource: z.enum(listNames(resources)),
  id: z.string(),
  name: z.string().nullable().describe('The name of the record, or of the one that it belongs to.'),
  set: z.record(z.string(), z.unknown()).nullable().describe('The fields that change; null if the record is removed.'),
  removes: z.boolean().describe('Whether the record is removed.'),
})

const countSchema = z.int().min(0)

const buildTimelineSchema = (declared: ServiceDeclarations) =>
  clockSchema.extend({
    total: countSchema.describe('How many steps are known.'),
    next: z.string().nullable().describe('When the next step happens; null if there is none.'),
    entries: z.array(z.strictObject({ due: z.string().describe('When it happens.'), ...buildStepFields(declared) })),
    staying: buildStayingSchema(declared),
  })

/** What will happen to the records of a session, as far as it is known. */
export type TimelineState = z.output<ReturnType<typeof buildTimelineSchema>>

const buildMovedSchema = (declared: ServiceDeclarations) =>
  clockSchema.extend({
    happened: z.strictObject({
      count: countSchema.describe('How many steps happened.'),
      entries: z
        .array(z.strictObject({ at: z.string().describe('When it happened.'), ...buildStepFields(declared) }))
        .describe('The first hundred of them.'),
    }),
  })

/** The clock of a session after a change, and what happened meanwhile. */
export type MovedClock = z.output<ReturnType<typeof buildMovedSchema>>

const changeSchema = z
  .strictObject({
    set: timestampSchema.optional().describe('The time to set, which may be in the past.'),
    advance: z
      .number()
      .min(0)
      .max(MOST_MILLISECONDS)
      .optional()
      .describe('The milliseconds to advance by, after `set`.'),
    to: z.literal('next').optional().describe('Moves to the time of the next step, if there is one.'),
    frozen: z.boolean().optional().describe('Whether the clock is frozen from then on, or runs in real time.'),
  })
  .superRefine(({ to, set, advance }, context) => {
    if (to === undefined || (set === undefined && advance === undefined)) return
    const message = 'It must not be combined with "set" or "advance"'
    context.addIssue({ code: 'custom', message, path: ['to'], input: to })
  })

/** A change of the clock of a session. */
export type ClockChange = z.input<typeof changeSchema>

export const buildClockOperations = (declared: ServiceDeclarations): readonly ControlOperation[] => [
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
    responses: { 200: json(buildMovedSchema(declared)) },
    run({ session }, { body }) {
      const happened = session.clock.watch(() => moveClock(session, body))
      return { ...readClock(session), happened }
    },
  }),
  defineControl({
    name: 'getTimeline',
    method: 'GET',
    template: '/timeline',
    summary: 'What will happen to the records, as far as it is known: the next step of each, the soonest first.',
    query: z.strictObject({
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_ENTRIES)
        .default(100)
        .describe('How many steps to return at most.'),
    }),
    responses: { 200: json(buildTimelineSchema(declared)) },
    async run({ session, inTurns }, { query }) {
      const staying = await inTurns(countStaying(declared, session))
      return { ...session.clock.timeline(query), ...readClock(session), staying }
    },
  }),
]

function moveClock({ clock }: Session, { set, advance, to, frozen }: z.output<typeof changeSchema>): void {
  if (to === 'next') clock.next()
  if (set !== undefined) clock.set(addMilliseconds(set, advance ?? 0))
  else if (advance !== undefined) clock.advance(advance)
  if (frozen === true) clock.freeze()
  if (frozen === false) clock.run()
}

function readClock({ clock }: Session): ClockState {
  return { now: clock.now(), frozen: clock.isFrozen() }
}
