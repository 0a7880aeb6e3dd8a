import { z } from 'zod'
import { delayEffect } from '../../behaviour/effects/delay.ts'
import { effects } from '../../behaviour/effects/effects.ts'
import { statusEffect } from '../../behaviour/effects/status.ts'
import { type FaultInput, faultSchema } from '../../behaviour/fault.ts'
import { hasFields } from '../../records/schema-walk.ts'
import { createAbsence } from '../control-failure.ts'
import { type ControlOperation, defineAction, defineControl } from '../control-operation.ts'

const keptSchema = faultSchema.required({ id: true })

const { match, effect, ...others } = faultSchema.shape

// Those that need nothing said about them.
const SIMPLE_EFFECTS = effects.filter(({ kind, schema }) => schema.safeParse({ kind }).success).map(({ kind }) => kind)

/** A fault in short: what has to match and what happens side by side. */
const shortSchema = z
  .strictObject({
    ...match.unwrap().shape,
    ...others,
    status: (statusEffect.schema.shape.status as z.ZodType).optional().describe('The status of the answer.'),
    delay: (delayEffect.schema.shape.milliseconds as z.ZodType).optional().describe('How long it takes.'),
    effect: z
      .union([z.enum(SIMPLE_EFFECTS), effect])
      .optional()
      .describe('What else happens.'),
  })
  .refine((fault) => [fault.status, fault.delay, fault.effect].filter((each) => each !== undefined).length === 1, {
    message: 'It must have "status", "delay" or "effect", and one of them only',
  })

export const faultOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listFaults',
    method: 'GET',
    template: '/faults',
    summary: 'The faults that may still happen.',
    success: { status: 200, schema: z.array(keptSchema) },
    run: ({ session }) => session.faults.list(),
  }),
  defineControl({
    name: 'addFault',
    method: 'POST',
    template: '/faults',
    summary: 'Lets something go wrong.',
    body: z.union([faultSchema, shortSchema]),
    chooseForm: (body) => (hasFields(body) && 'match' in body ? faultSchema : shortSchema),
    success: { status: 201, schema: keptSchema },
    refusals: [409],
    run: ({ session }, { body }) => session.faults.add(body as FaultInput),
  }),
  defineAction({
    name: 'clearFaults',
    method: 'DELETE',
    template: '/faults',
    summary: 'Removes all faults.',
    run: ({ session }) => session.faults.clear(),
  }),
  defineAction({
    name: 'removeFault',
    method: 'DELETE',
    template: '/faults/{id}',
    summary: 'Removes a fault.',
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      if (session.faults.remove(id)) return
      const ids = session.faults.list().map((fault) => fault.id)
      throw createAbsence(`Failed to remove fault "${id}": there is none. Known: ${ids.join(', ') || 'none'}.`)
    },
  }),
]
