// Counts of records.

import * as z from 'zod'
import type { ServiceDeclarations } from '../../../define/service.ts'
import { listNames } from '../../../world/start/world-plan.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { createAbsence, describeUnknownName } from '../../requests/control-failure.ts'
import { json } from '../../requests/control-responses.ts'

const countSchema = z.int().min(0)

const totalsSchema = z.strictObject({
  total: countSchema,
  by: z
    .record(z.string(), z.record(z.string(), countSchema))
    .describe('For each field with few values: how many records have each value.'),
  created: z.strictObject({
    per: z.enum(['hour', 'day', 'month']),
    from: z.string().nullable().describe('The start of the first period; null if there is none.'),
    counts: z
      .array(z.strictObject({ at: z.string().describe('The start of the period.'), count: countSchema }))
      .describe('At most sixty periods without gaps, the oldest first. Older records are not counted.'),
  }),
})

export const buildTotalsOperations = ({ resources }: ServiceDeclarations): readonly ControlOperation[] => [
  defineControl({
    name: 'countRecords',
    method: 'GET',
    template: '/totals/{resource}',
    pathValues: listNames(resources),
    summary: 'How many records of a resource there are: by their fields, and by the time of their creation.',
    query: z.strictObject({
      per: z.enum(['hour', 'day', 'month', 'auto']).default('auto').describe('How long a period is.'),
    }),
    responses: { 200: json(totalsSchema) },
    refusals: [404],
    run({ session, inTurns }, { path: { resource: name = '' }, query: { per } }) {
      const resource = resources.find((each) => each.name === name)
      if (resource !== undefined) return inTurns(session.countTotals(resource, per))
      throw createAbsence(describeUnknownName('count the records of', name, listNames(resources)))
    },
  }),
]
