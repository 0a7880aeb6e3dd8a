// The request log with the explanations of its responses, and what the service would answer.

import * as z from 'zod'
import { operationNameSchemaOf } from '../../contract/unmatched.ts'
import type { Body } from '../../http/body.ts'
import { nothing } from '../../http/operation-declaration.ts'
import { quote } from '../../input/text/quote.ts'
import {
  answerSchema,
  countsSchema,
  detailedSchema,
  type Explanation,
  entrySchema,
  stateSchema,
} from '../../journal/entry.ts'
import { addDecided, DECIDED } from '../../journal/explanation.ts'
import { STATUS, STATUS_ADVICE } from '../../journal/journal-filter.ts'
import type { RequestFilter, RequestRange, StatusClass } from '../../journal/request-filter.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { HAR_SHARE, writeHarInSteps } from '../../reports/har.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import { questionSchema } from '../../sessions/serving/ask.ts'
import { announce, type Steps } from '../../work/steps.ts'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json, writtenJson } from '../requests/control-responses.ts'
import { buildAbsentFailure } from '../shared/control-failure.ts'
import { integerText } from '../shared/fields.ts'

const MOST_LISTED = 1000
const MOST_TEXT = 200

const filterSchemaOf = derivedFrom((declared: ServiceDeclarations) =>
  z.strictObject({
    operation: operationNameSchemaOf(declared).optional().describe('Only requests that matched this operation.'),
    state: stateSchema.optional().describe('Only requests that have got this far.'),
    status: z
      .string()
      .regex(STATUS, STATUS_ADVICE)
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
    responses: { 200: writtenJson(harSchema) },
    run: (context, { query: { status, ...filter } }) =>
      context.inTurns(exportAlone(context, { ...filter, status: toStatus(status) })),
  }),
  defineControl({
    name: 'countRequests',
    request: 'GET /request-counts',
    summary: 'How many requests are in the request log, by status, operation and assumption.',
    query: filterSchemaOf,
    responses: { 200: json(countsSchema) },
    run: ({ session }, { query: { status, ...filter } }) =>
      session.requests.counts({ ...filter, status: toStatus(status) }),
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
    query: z.strictObject({ decided: z.literal('true').optional().describe(DECIDED) }),
    responses: { 200: json(detailedSchema) },
    refusals: [404],
    async run({ session, inTurns }, { path: { id = '' }, query }) {
      const entry = /^\d+$/.test(id) ? session.requests.get(Number(id)) : undefined
      if (entry !== undefined) {
        if (query.decided === undefined) return entry
        const decided = (await inTurns(session.findDeciding(entry.id))) as Explanation['decided'] | undefined
        return { ...entry, explanation: addDecided(entry.explanation, decided) }
      }
      throw buildAbsentFailure({
        attempt: `find request ${quote(id)}`,
        received: 'it is not in the request log',
        advice: 'GET /_simulator/requests lists the request log.',
      })
    },
  }),
]

type Selection = RequestFilter & RequestRange

const EXPORT = 'an archive'

// One after another, because each may take a share of the memory.
function* exportAlone(context: ControlContext, filter: Selection): Steps<Body> {
  const { exporting } = context
  for (;;) {
    const other = exporting.get(EXPORT)
    if (other === undefined) return yield* announce(exporting, EXPORT, exportRequests(context, filter))
    yield other
  }
}

function* exportRequests({ declared, session, host, request, budget }: ControlContext, filter: Selection): Steps<Body> {
  const { origin, basePath } = request.address()
  const urlOf = () => origin + basePath
  const most = budget.read().limit / HAR_SHARE
  const building = {
    access: declared.access,
    urlOf,
    secrets: 'hide',
    version: host.readVersion?.() ?? '',
    most,
  } as const
  return (yield* writeHarInSteps(session.readState().journal.select(filter), building)).body
}

// The schema allows only statuses and classes.
function toStatus(text: string | undefined): RequestFilter['status'] {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : (text as StatusClass | undefined)
}

export const askOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'ask',
    request: 'POST /ask',
    summary:
      'What the service answers to a request, without a trace: no fault, latency or rate limit applies, and the request log stays as it is.',
    body: questionSchema,
    responses: { 200: json(answerSchema) },
    run: ({ session, request }, { body }) => session.inquire({ question: body, ...request.address() }),
  }),
]
