// The clock, what will happen, and what happens when the clock is moved.

import * as z from 'zod'
import type { AnyResource } from '../../define/resource/resource.ts'
import { MOST_MILLISECONDS } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import type { Fields } from '../../input/schemas/schema-walk.ts'
import { timestampSchema } from '../../input/schemas/timestamp.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { ServingSession, Session } from '../../sessions/session.ts'
import type { Steps } from '../../work/steps.ts'
import { collectionOf } from '../../world/collections.ts'
import { listNames } from '../../world/start/world-plan.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { countSchema, integerText } from '../shared/fields.ts'

const MOST_ENTRIES = 1000

const clockSchema = z.strictObject({
  now: z.string().describe('The time on the world’s clock.'),
  frozen: z.boolean().describe('Whether the clock is frozen.'),
})

/** The clock of a session. */
export type ClockState = z.output<typeof clockSchema>

const buildStepFields = ({ resources }: ServiceDeclarations) => ({
  resource: z.enum([...listNames(resources), 'faults'] as const).describe('The kind of the record, or `faults`.'),
  id: z.string().describe('The id of the record or the fault.'),
  name: z
    .string()
    .nullable()
    .describe('The name of the record, or of the one that it belongs to. For a fault, what it does.'),
  set: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The fields that change, or the fault; null if it is removed.'),
  removes: z.boolean().describe('Whether the record or the fault is removed.'),
})

const timelineSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  clockSchema.extend({
    total: countSchema.describe('How many steps are known.'),
    next: z.string().nullable().describe('When the next step happens; null if there is none.'),
    entries: z
      .array(z.strictObject({ due: z.string().describe('When it happens.'), ...buildStepFields(declared) }))
      .describe('The next steps.'),
    staying: stayingSchemaOf(declared),
  }),
)

/** What will happen in a session, as far as it is known. */
export type TimelineState = z.output<ReturnType<typeof timelineSchemaOf>>

const movedSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  clockSchema.extend({
    happened: z
      .strictObject({
        count: countSchema.describe('How many steps happened.'),
        entries: z
          .array(z.strictObject({ at: z.string().describe('When it happened.'), ...buildStepFields(declared) }))
          .describe('The first hundred of them.'),
      })
      .describe('What happened meanwhile.'),
  }),
)

/** The clock of a session after a change, and what happened meanwhile. */
export type MovedClock = z.output<ReturnType<typeof movedSchemaOf>>

const changeSchema = z
  .strictObject({
    set: timestampSchema.optional().describe('The time to set, which may be in the past.'),
    advance: writtenDuration(z.number().min(0).max(MOST_MILLISECONDS))
      .optional()
      .describe('How far to advance, after `set`: milliseconds, or text such as 30s or 1h 30m.'),
    to: z.literal('next').optional().describe('Moves to the time of the next step, if there is one.'),
    frozen: z.boolean().optional().describe('Whether the clock is frozen from then on, or runs in real time.'),
  })
  .superRefine(({ to, set, advance }, context) => {
    if (to === undefined || (set === undefined && advance === undefined)) return
    const message = 'It must not be combined with "set" or "advance"'
    context.addIssue({ code: 'custom', message, path: ['to'], input: to })
  })

export const clockOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getClock',
    request: 'GET /clock',
    summary: 'The clock of the world.',
    responses: { 200: json(clockSchema) },
    run: ({ session }) => readClock(session),
  }),
  defineControl({
    name: 'moveClock',
    request: 'PATCH /clock',
    summary: 'Sets, advances, freezes or runs the clock of the world. Everything that becomes due happens.',
    body: changeSchema,
    responses: { 200: json(movedSchemaOf) },
    async run({ session, inTurns }, { body: { to, set, advance, frozen } }) {
      const by = { ...(set !== undefined && { set }), ...(advance !== undefined && { advance }) }
      const happened = await inTurns(session.moveClock(to ?? by))
      if (frozen === true) session.clock.freeze()
      if (frozen === false) session.clock.run()
      return { ...readClock(session), happened }
    },
  }),
  defineControl({
    name: 'getTimeline',
    request: 'GET /timeline',
    summary:
      'What will happen, as far as it is known: the next step of each record, and planned faults, the soonest first.',
    query: z.strictObject({
      limit: integerText(1, MOST_ENTRIES).default(100).describe('How many steps to return at most.'),
    }),
    responses: { 200: json(timelineSchemaOf) },
    async run({ declared, session, inTurns }, { query }) {
      const staying = await inTurns(countStaying(declared, session))
      return { ...session.clock.timeline(query), ...readClock(session), staying }
    },
  }),
]

function readClock({ clock }: Session): ClockState {
  return { now: clock.now(), frozen: clock.isFrozen() }
}

const stayingSchemaOf = ({ resources }: ServiceDeclarations) =>
  z
    .array(
      z.strictObject({
        resource: z.enum(listNames(resources)),
        state: z.string(),
        count: z.int().min(1).describe('How many records stay in it.'),
      }),
    )
    .describe('The records in a transient state for which nothing is scheduled.')

type Staying = z.output<ReturnType<typeof stayingSchemaOf>>

/** Counts the records in a transient state for which nothing is scheduled. */
function* countStaying({ resources }: ServiceDeclarations, session: ServingSession): Steps<Staying> {
  const found: Staying = []
  for (const resource of resources) {
    const { field, passing = [] } = resource.lifecycle ?? {}
    if (field === undefined || passing.length === 0) continue
    const { by } = yield* session.countTotals(resource, 'auto')
    const moving = countMoving(resources, session, { resource, field })
    for (const state of passing) {
      const count = (by[field]?.[state] ?? 0) - (moving.get(state) ?? 0)
      // The schema of a resource's name has all of them.
      if (count > 0) found.push({ resource: resource.name as Staying[number]['resource'], state, count })
    }
  }
  return found
}

interface MovingField {
  readonly resource: AnyResource
  readonly field: string
}

/** Counts the records for which something is due, by their state: they themselves, or a record that belongs to them. */
function countMoving(
  resources: readonly AnyResource[],
  { clock, db }: ServingSession,
  { resource, field }: MovingField,
): Map<string, number> {
  const ids = new Set<string>()
  for (const entry of clock.timeline({ limit: Number.POSITIVE_INFINITY }).entries) {
    const own = resources.find(({ name }) => name === entry.resource)
    if (own === resource) ids.add(entry.id)
    const parents = Object.entries(own?.belongsTo ?? {}).filter(([, parent]) => parent === resource)
    const record: Fields = own === undefined || parents.length === 0 ? {} : (collectionOf(db, own).get(entry.id) ?? {})
    for (const [parent] of parents) ids.add(String(record[parent]))
  }
  const counts = new Map<string, number>()
  for (const id of ids) {
    const state = String(collectionOf(db, resource).get(id)?.[field])
    counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  return counts
}
