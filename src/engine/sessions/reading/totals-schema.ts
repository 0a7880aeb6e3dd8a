// The schema of how many records there are, which only the control API and its document need.

import * as z from 'zod'

const countSchema = z.int().min(0)

export const totalsSchema = z.strictObject({
  total: countSchema.describe('How many records there are.'),
  by: z
    .record(z.string(), z.record(z.string(), countSchema))
    .describe('For each field with few values: how many records have each value.'),
  created: z
    .strictObject({
      per: z.enum(['hour', 'day', 'month']).describe('The length of a period.'),
      from: z.string().nullable().describe('The start of the first period; null if there is none.'),
      counts: z
        .array(z.strictObject({ at: z.string().describe('The start of the period.'), count: countSchema }))
        .describe('At most sixty periods without gaps, the oldest first. Older records are not counted.'),
    })
    .describe('How many records were created in each period.'),
})
