import { z } from 'zod'
import { type AssumptionOverrides, listEntries, presetValue } from '../../contract/register/assumptions.ts'
import { assumptionsSchema } from '../../contract/register/assumptions-schema.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'

const entrySchema = z.strictObject({
  id: z.string(),
  section: z.string().describe('The section of the interface that leaves it open.'),
  question: z.string(),
  value: z.string().describe('The value that it has.'),
  preset: z.string().describe('The value that the preset gives it.'),
  values: z.record(z.string(), z.string()).describe('The values that it can have, each with what it means.'),
  free: z.string().nullable().describe('What else it can have, in words.'),
})

/** An entry of the register with the value that it has in a session. */
export type AssumptionEntry = z.output<typeof entrySchema>

export const assumptionOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listAssumptions',
    method: 'GET',
    template: '/assumptions',
    summary: 'Everything that the interface leaves open, with the value that it has.',
    success: { status: 200, schema: z.array(entrySchema) },
    run: listAssumptions,
  }),
  defineControl({
    name: 'assume',
    method: 'PATCH',
    template: '/assumptions',
    summary: 'Sets assumptions; the others stay, and so does the data.',
    body: assumptionsSchema,
    success: { status: 200, schema: z.array(entrySchema) },
    *run(context, { body }) {
      // The schema is made of the register, and allows what the type does.
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
