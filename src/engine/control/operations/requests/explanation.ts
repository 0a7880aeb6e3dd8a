// The schema of an explanation.

import * as z from 'zod'

const countSchema = z.int().min(0)

/** The schema of an explanation. */
export const explanationSchema = z.strictObject({
  words: z.array(z.string()).describe('The whole explanation in sentences.'),
  summary: z.array(z.string()).describe('Those of them that say more than the figures below.'),
  filters: z
    .array(z.strictObject({ parameter: z.string(), value: z.unknown(), removed: countSchema, left: countSchema }))
    .describe('How many records each filter removed and left.'),
  page: z
    .strictObject({
      total: countSchema,
      matching: countSchema,
      offset: z.number(),
      limit: countSchema,
      returned: countSchema,
    })
    .nullable(),
  assumptions: z.record(z.string(), z.string()).describe('The assumptions that the response depends on.'),
  faults: z.array(
    z.strictObject({
      id: z.string(),
      effect: z.string().describe('The kind of its effect.'),
      applied: countSchema
        .nullable()
        .describe('How often it had applied then, this time included; null if chaos has drawn it.'),
      times: countSchema.nullable().describe('How often it applies in all; null if that is not limited.'),
    }),
  ),
  handler: z.string().nullable().describe('The MSW handler that answered instead of the service.'),
  hasNotRun: z
    .boolean()
    .describe('Whether a fault, a limit or a handler responded, so that the operation did not run.'),
})

/** Returns an explanation with the type of the schema. Every assumption that is present has a value. */
export function withDefined<Explanation extends { assumptions: object }>(explanation: Explanation) {
  return { ...explanation, assumptions: explanation.assumptions as Readonly<Record<string, string>> }
}
