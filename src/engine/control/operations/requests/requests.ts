// The request log, and the explanations of its responses.

import * as z from 'zod'
import { operationNamesOf } from '../../../contract/operation/operation.ts'
import type { Body } from '../../../http/body.ts'
import { nothing } from '../../../http/operation-declaration.ts'
import { quote } from '../../../input/text/quote.ts'
import { HAR_SHARE, writeHar } from '../../../journal/har/har.ts'
import type { RequestFilter, RequestRange, StatusClass } from '../../../journal/journal-filter.ts'
import { REQUEST_STATES } from '../../../journal/request-state.ts'
import { derivedFrom } from '../../../limits/on-demand.ts'
import type { ServiceDeclarations } from '../../../scenario/service.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../../control-operation.ts'
import { createAbsence } from '../../requests/control-failure.ts'
import { json, jsonText } from '../../requests/control-responses.ts'
import { countSchema, integerText } from '../../shared/fields.ts'

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

const stateSchema = z.enum(REQUEST_STATES)

const entrySchema = z.strictObject({
  id: z.int().min(1),
  session: z.string(),
  at: z.string().describe('When it arrived, on the world’s clock.'),
  received: z.string().describe('When it arrived, on the machine’s clock.'),
  state: stateSchema.describe(
    '`pending`: it waits; `finished`: it was answered; `aborted`: the client disconnected before the response.',
  ),
  waitsFor: z
    .strictObject({
      what: z
        .enum(['body', 'clock', 'change', 'handler', 'turn', 'client'])
        .describe(
          '`body`: the rest of its body. `client`: a fault never sends the response, so it ends when the client disconnects.',
        ),
      until: z.string().nullable().describe('Until when at most, on the world’s clock.'),
      fault: z.string().nullable().describe('The id of the fault that makes it wait.'),
    })
    .nullable()
    .describe('What it waits for; null if it is not pending.'),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  operation: z.string().nullable().describe('Null if the request matched no operation.'),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The parsed parameters; null if they were invalid.'),
  body: z.string().nullable(),
  status: z.int().nullable().describe('Null if there was no response, or none yet.'),
  bytes: countSchema.describe('How many bytes of the response’s body were sent.'),
  page: z
    .strictObject({
      returned: z.int().min(0),
      matching: z.int().min(0).nullable().describe('Null if there are too many records to count them.'),
      total: countSchema.describe('How many records there are.'),
    })
    .nullable()
    .describe('For a page: how many records it contains, and how many matched.'),
  milliseconds: z.number().describe('How long the response took; how long it has waited, as long as it is pending.'),
  faults: z.array(z.string()).describe('The ids of the faults that applied.'),
  assumptions: z.array(z.string()).describe('The assumptions that the response depends on.'),
  traceId: z
    .string()
    .nullable()
    .describe('The trace that the client has named in `traceparent`; null if it named none.'),
})

const MOST_LISTED = 1000
const MOST_TEXT = 200

const filterSchemaOf = derivedFrom(({ operations }: ServiceDeclarations) =>
  z.strictObject({
    operation: z.enum(operationNamesOf(operations)).optional().describe('Only requests that matched this operation.'),
    state: stateSchema.optional().describe('Only requests that have got this far.'),
    status: z
      .string()
      .regex(/^(?:[1-5]\d\d|[1-5]xx|none)$/)
      .optional()
      .describe(
        'Only requests with this status, such as `404`, or with one of a class, such as `4xx`. `none`: no response.',
      ),
    text: z
      .string()
      .max(MOST_TEXT)
      .optional()
      .describe('Only requests with this text in the method, the path, the query, the operation or the body.'),
  }),
)

const rangeSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  filterSchemaOf(declared).extend({
    after: integerText(0).optional().describe('Only requests with a greater id.'),
    before: integerText(0).optional().describe('Only requests with a smaller id.'),
    limit: integerText(1, MOST_LISTED).optional().describe('Only so many, the newest ones.'),
  }),
)

const harSchema = z.strictObject({ log: z.record(z.string(), z.unknown()) })

const countsSchema = z.strictObject({
  total: countSchema,
  byStatus: z
    .record(z.string(), countSchema)
    .describe('`none` counts the requests without a response, and those that wait for one.'),
  byOperation: z.record(z.string(), countSchema).describe('`none` counts the unhandled requests.'),
  byAssumption: z.record(z.string(), countSchema).describe('How many requests depended on each assumption.'),
})

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

const detailedSchema = entrySchema.extend({
  explanation: explanationSchema,
  request: z.strictObject({
    headers: headersSchema.describe('In the order in which they were received: at most 100, and at most 16 KiB.'),
  }),
  response: z.strictObject({
    status: z.int().nullable().describe('Null if there was no response.'),
    headers: headersSchema,
    body: z.string().nullable().describe('Null if it was empty, or if it is no longer kept.'),
    bytes: countSchema.describe('How many bytes of the body were sent.'),
    isWhole: z.boolean().describe('Whether `body` has all bytes. At most 1 MiB is kept, as long as there is memory.'),
    isBinary: z.boolean().describe('Whether the body is not UTF-8.'),
  }),
})

export const requestOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'listRequests',
    request: 'GET /requests',
    summary: 'The requests in the request log, oldest first.',
    query: rangeSchemaOf,
    responses: { 200: json(z.array(entrySchema)) },
    run: ({ session }, { query: { status, ...filter } }) =>
      session.requests.list({ ...filter, status: toStatus(status) }),
  }),
  defineControl({
    name: 'exportRequests',
    request: 'GET /requests.har',
    summary:
      'The requests in the request log as an HTTP archive (HAR 1.2), which browsers open. Credentials, cookies and other secrets are hidden.',
    query: rangeSchemaOf,
    responses: { 200: jsonText(harSchema) },
    run: (context, { query: { status, ...filter } }) =>
      exportRequests(context, { ...filter, status: toStatus(status) }),
  }),
  defineControl({
    name: 'countRequests',
    request: 'GET /request-counts',
    summary: 'How many requests are in the request log, by status, operation and assumption.',
    query: filterSchemaOf,
    responses: { 200: json(countsSchema) },
    run({ session }, { query: { status, ...filter } }) {
      const counts = session.requests.counts({ ...filter, status: toStatus(status) })
      return { ...counts, byAssumption: counts.byAssumption as Readonly<Record<string, number>> }
    },
  }),
  defineControl({
    name: 'clearRequests',
    request: 'DELETE /requests',
    summary: 'Clears the request log.',
    responses: { 204: nothing },
    run: ({ session }) => session.requests.clear(),
  }),
  defineControl({
    name: 'getRequest',
    request: 'GET /requests/{id}',
    summary: 'A request, with an explanation of its response, and with the response that was sent.',
    responses: { 200: json(detailedSchema) },
    refusals: [404],
    run({ session }, { path: { id = '' } }) {
      const entry = /^\d+$/.test(id) ? session.requests.get(Number(id)) : undefined
      if (entry !== undefined) return { ...entry, explanation: withDefined(entry.explanation) }
      throw createAbsence({
        attempt: `find request ${quote(id)}`,
        received: 'it is not in the request log',
        advice: 'GET /_simulator/requests lists the request log.',
      })
    },
  }),
]

function exportRequests(
  { session, declared, host, request, budget }: ControlContext,
  filter: RequestFilter & RequestRange,
): Body {
  const urlOf = () => request.origin + request.basePath
  const most = budget.read().limit / HAR_SHARE
  const building = {
    urlOf,
    access: declared.access,
    secrets: 'hide',
    version: host.readVersion?.() ?? '',
    most,
  } as const
  return writeHar(session.selectRequests(filter), building).body
}

// The schema allows only statuses and classes.
function toStatus(text: string | undefined): RequestFilter['status'] {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : (text as StatusClass | undefined)
}
