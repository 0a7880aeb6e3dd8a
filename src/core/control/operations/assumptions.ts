// The register, with the values of a session.

import * as z from 'zod'
import { type AssumptionOverrides, listEntries, presetValue } from '../../register/assumptions.ts'
import { assumptionsSchema } from '../../register/assumptions-schema.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'

const entrySchema = z.strictObject({
  id: z.string(),
  section: z.string().describe('The section of the contract that leaves it open.'),
  question: z.string(),
  value: z.string().describe('Its current value.'),
  preset: z.string().describe('The value of the preset.'),
  values: z.record(z.string(), z.string()).describe('The named values, each with its meaning.'),
  free: z.string().nullable().describe('Describes which other values are allowed.'),
})

/** An entry of the register with its value in a session. */
export type AssumptionEntry = z.output<typeof entrySchema>

export const assumptionOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listAssumptions',
    method: 'GET',
    template: '/assumptions',
    summary: 'Everything that the contract leaves open, with its current value.',
    responses: { 200: json(z.array(entrySchema)) },
    run: listAssumptions,
  }),
  defineControl({
    name: 'assume',
    method: 'PATCH',
    template: '/assumptions',
    summary: 'Sets assumptions. The others and the data stay unchanged.',
    body: assumptionsSchema,
    responses: { 200: json(z.array(entrySchema)) },
    *run(context, { body }) {
      // The schema is built from the register, so its output has this type.
      yield* context.whenBuilt(() => context.session.assume(body as AssumptionOverrides))
      return listAssumptions(context)
    },
  }),
]

function listAssumptions({ session }: ControlContext): AssumptionEntry[] {
  return listEntries().map(([id, entry]) => {
    const { section, question, values, freeValue, planned = {} } = entry
    return {
      id,
      section,
      question,
      value: session.assumptions[id],
      preset: presetValue(entry, session.preset),
      values: Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(planned, name))),
      free: freeValue?.form ?? null,
    }
  })
}
