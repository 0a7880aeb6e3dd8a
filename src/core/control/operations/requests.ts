// Reads and clears the journal.

import * as z from 'zod'
import { operations } from '../../contract/operations/operations.ts'
import { nothing } from '../../http/operation.ts'
import { quote } from '../../quote.ts'
import { createAbsence } from '../control-failure.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../control-responses.ts'
import { explanationSchema, withDefined } from './explanation.ts'

const OPERATION_NAMES = operations.map(({ name }) => name)

const entrySchema = z.strictObject({
  id: z.int().min(1),
  session: z.string(),
  at: z.string().describe('When it arrived, on the world’s clock.'),
  received: z.string().describe('When it arrived, on the machine’s clock.'),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  operation: z.string().nullable().describe('Null if the request matched no operation.'),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The parsed parameters; null if they were invalid.'),
  body: z.string().nullable(),
  status: z.int().nullable().describe('Null if there was no response.'),
  milliseconds: z.number(),
  faults: z.array(z.string()).describe('The ids of the faults that applied.'),
  assumptions: z.array(z.string()).describe('The assumptions that the response depends on.'),
})

export const requestOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listRequests',
    method: 'GET',
    template: '/requests',
    summary: 'The requests in the journal, oldest first.',
    query: z.strictObject({
      operation: z.enum(OPERATION_NAMES).optional().describe('Only requests that matched this operation.'),
      status: z.coerce.number().int().min(100).max(599).optional().describe('Only requests that got this status.'),
    }),
    responses: { 200: json(z.array(entrySchema)) },
    run: ({ session }, { query: { operation, status } }) =>
      session.requests
        .list()
        .filter((entry) => operation === undefined || entry.operation === operation)
        .filter((entry) => status === undefined || entry.status === status),
  }),
  defineControl({
    name: 'clearRequests',
    method: 'DELETE',
    template: '/requests',
    summary: 'Clears the journal.',
    responses: { 204: nothing },
    run: ({ session }) => session.requests.clear(),
  }),
  defineControl({
    name: 'getRequest',
    method: 'GET',
    template: '/requests/{id}',
    summary: 'A request, with an explanation of its response.',
    responses: { 200: json(entrySchema.extend({ explanation: explanationSchema })) },
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      const entry = /^\d+$/.test(id) ? session.requests.get(Number(id)) : undefined
      if (entry !== undefined) return { ...entry, explanation: withDefined(entry.explanation) }
      throw createAbsence(
        `Failed to find request ${quote(id)}: it is not in the journal. GET /_simulator/requests lists the journal.`,
      )
    },
  }),
]
