// Effects that respond instead of the operation.

import * as z from 'zod'
import { buildRateFailure, statusTitleOf } from '../../contract/operation/failure.ts'
import type { ServiceResponse } from '../../contract/operation/messages.ts'
import { encodeBody, NO_BODY } from '../../http/body.ts'
import { SECOND } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import { fieldsSchema, jsonSchema } from '../../input/schemas/free-form.ts'
import { timestampSchema } from '../../input/schemas/timestamp.ts'
import { countOf } from '../../input/text/count-of.ts'
import { quote } from '../../input/text/quote.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import { describeMilliseconds } from '../../store/time/duration.ts'
import { countInWindow, rateWindowSchema } from '../rate-window.ts'
import { defineEffect } from './effect.ts'

export const statusEffect = defineEffect({
  kind: 'status',
  title: 'Error status',
  description: 'Responds with a status, in the error format of the service. The operation does not run.',
  continues: 'never',
  settings: {
    status: z
      .int('It must be from 400 to 599, because it is that of an error. Use "respond" for another one')
      .min(400)
      .max(599)
      .meta({ description: 'The status of the response.', examples: [503] }),
    detail: z.string().optional().describe('The detail of the error. Default: the name of the status.'),
    retryAfter: z
      .union([writtenDuration(z.int().min(0), SECOND), timestampSchema])
      .optional()
      .describe(
        'When to try again: in how many seconds, text such as 30s, or a date-time. Default: 1 for 429, and else no Retry-After.',
      ),
  },
  short: { setting: 'status', beside: ['detail', 'retryAfter'], description: 'The status of the response.' },
  example: { status: 503 },
  isProbed: true,
  chaos: { weight: 30, drawSettings: (draw) => ({ status: draw.pick([500, 502, 503, 504]) }) },
  describe({ status, detail, retryAfter }) {
    const wait = retryAfter === undefined ? '' : ` and Retry-After ${writeRetryAfter(retryAfter)}`
    return `responds with ${status}${wait}${detail === undefined ? '' : `: ${quote(detail)}`}`
  },
  apply(
    { status, detail = statusTitleOf(status), retryAfter = status === 429 ? 1 : undefined },
    { respondWith, writeFailure },
  ) {
    const headers = retryAfter === undefined ? {} : { 'retry-after': writeRetryAfter(retryAfter) }
    return respondWith(writeFailure({ status, detail, headers }))
  },
})

function writeRetryAfter(retryAfter: number | string): string {
  return typeof retryAfter === 'number' ? String(retryAfter) : new Date(retryAfter).toUTCString()
}

const MOST_HEADERS = 100

// What a client sees of these depends on the connection and on the bytes of the body, so the adapters set them.
const OWN_HEADERS = /^(?:connection|content-length|keep-alive|te|trailer|transfer-encoding|upgrade)$/i

// As a field of an object, `__proto__` would be lost on the way.
const HEADER_NAME = /^(?!__proto__$)[!#$%&'*+.^_`|~\w-]+$/

const headersSchema = fieldsSchema(z.string(), { type: 'string' }).superRefine((headers, context) => {
  const entries = Object.entries(headers)
  if (entries.length > MOST_HEADERS) {
    context.addIssue({ code: 'custom', message: `It must not have more than ${MOST_HEADERS} headers` })
    return
  }
  for (const [name, value] of entries) {
    const message = findHeaderIssue(name, value)
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name], input: value })
  }
})

function findHeaderIssue(name: string, value: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'Its name must be the name of a header'
  if (OWN_HEADERS.test(name)) return 'It must be left out, because it follows from the body and the connection'
  return /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'It must consist of printable ASCII'
}

// In HTTP, responses with these statuses have no body.
const BODILESS = [204, 205, 304]

export const respondEffect = defineEffect({
  kind: 'respond',
  title: 'Response of your own',
  description: 'Responds with a status, headers and a body of your own. The operation does not run.',
  continues: 'never',
  settings: {
    status: z.int().min(200).max(599).default(200).describe('The status of the response. Default: 200.'),
    headers: headersSchema.optional().describe('The headers of the response. The content type follows from the body.'),
    body: jsonSchema.optional().describe('A string is sent as text, everything else as JSON. Default: no body.'),
  },
  short: { description: 'A response of your own.' },
  example: { status: 404, body: { name: 'x' } },
  isProbed: false,
  // Only a person knows a response of one's own.
  chaos: null,
  describe: ({ status, body }) => `responds with ${status}${body === undefined ? '' : ' and a body of your own'}`,
  apply: (settings, { respondWith }) => respondWith(responseOf(settings)),
})

function buildResponse({
  status,
  headers = {},
  body,
}: {
  status: number
  headers?: Readonly<Record<string, string>> | undefined
  body?: unknown
}): ServiceResponse {
  const ownHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (body === undefined || BODILESS.includes(status)) return { status, headers: ownHeaders, body: NO_BODY }
  const [type, text] =
    typeof body === 'string' ? ['text/plain; charset=utf-8', body] : ['application/json', JSON.stringify(body)]
  return { status, headers: { 'content-type': type, ...ownHeaders }, body: encodeBody(text) }
}

// A body of megabytes is written once for its fault.
const responseOf = derivedFrom(buildResponse)

export const rateLimitEffect = defineEffect({
  kind: 'rate-limit',
  title: 'Rate limit',
  description: 'Responds 429 with Retry-After to requests that exceed the limit of a time window.',
  continues: 'sometimes',
  settings: {
    limit: z.int().min(0).default(0).describe('How many requests in a window are answered normally. Default: none.'),
    window: writtenDuration(z.int().min(1).max(86_400_000))
      .default(60_000)
      .meta({ title: 'Window', description: 'The length of a window: milliseconds, or text such as 30s.' }),
  },
  example: { window: 1000 },
  isProbed: true,
  chaos: { weight: 10, drawSettings: (draw) => ({ window: 1000 * draw.integer(1, 5) }) },
  describe({ limit, window }) {
    if (limit === 0) return 'responds with 429 to all requests'
    const requests = countOf(limit, 'request')
    return `answers ${requests} per ${describeMilliseconds(window)}, and responds with 429 to the others`
  },
  memory: rateWindowSchema,
  apply({ limit, window }, { now, recall, remember, respondWith, writeFailure }) {
    const counted = countInWindow(recall(), now(), { requests: limit, milliseconds: window })
    remember(counted.window)
    return counted.seconds === undefined ? undefined : respondWith(writeFailure(buildRateFailure(counted.seconds)))
  },
})
