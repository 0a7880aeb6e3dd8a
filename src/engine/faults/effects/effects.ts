// The list of effects.

import * as z from 'zod'
import type { Declarations } from '../../contract/operation/declarations.ts'
import { buildRateFailure, statusTitleOf } from '../../contract/operation/failure.ts'
import type { ServiceResponse } from '../../contract/operation/messages.ts'
import { encodeBody, encodeText, NO_BODY } from '../../http/body.ts'
import { SECOND } from '../../input/options/written-duration.ts'
import { writtenDuration } from '../../input/schemas/duration-schema.ts'
import { fieldsSchema, jsonSchema } from '../../input/schemas/free-form.ts'
import { timestampSchema } from '../../input/schemas/timestamp.ts'
import { quote } from '../../input/text/quote.ts'
import { countOf } from '../../input/text/words.ts'
import { derivedFrom, onDemandBy } from '../../limits/on-demand.ts'
import { describeDuration, describeMilliseconds, drawDuration, durationSchema } from '../../store/time/duration.ts'
import { countInWindow, rateWindowSchema } from '../rate-window.ts'
import { type DeclaredEffect, defineEffect, defineTransportEffect, type Effect, replaceBody } from './effect.ts'
import type * as lists from './list-effects.ts'
import { duplicateRecordEffect, emptyEffect, missingRecordEffect, staleEffect } from './list-effects.ts'

const statusEffect = defineEffect({
  kind: 'status',
  title: 'Error status',
  description: 'Responds with a status, in the error format of the service. The operation does not run.',
  reachesNext: 'never',
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

// In HTTP, responses with these statuses have no body.
const BODILESS = [204, 205, 304]

const respondEffect = defineEffect({
  kind: 'respond',
  title: 'Response of your own',
  description: 'Responds with a status, headers and a body of your own. The operation does not run.',
  reachesNext: 'never',
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

// A body of megabytes is written once for its fault.
const responseOf = derivedFrom(buildResponse)

const rateLimitEffect = defineEffect({
  kind: 'rate-limit',
  title: 'Rate limit',
  description: 'Responds 429 with Retry-After to requests that exceed the limit of a time window.',
  reachesNext: 'sometimes',
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

const delayEffect = defineEffect({
  kind: 'delay',
  title: 'Delay',
  description: 'Responds after a delay.',
  settings: {
    milliseconds: durationSchema.meta({
      description: 'Milliseconds or text such as 2s, { min, max }, or { median, sigma } with a long tail.',
      examples: [1000],
    }),
  },
  short: { setting: 'milliseconds', description: 'The delay: milliseconds, or text such as 2s.' },
  example: { milliseconds: 1000 },
  isProbed: true,
  chaos: { weight: 20, drawSettings: (draw) => ({ milliseconds: draw.integer(50, 1000) }) },
  waits: true,
  describe: ({ milliseconds }) => `waits ${describeDuration(milliseconds)} before the response`,
  async apply({ milliseconds }, { draw, wait, respond }) {
    await wait(drawDuration(milliseconds, draw))
    return respond()
  },
})

const stallEffect = defineTransportEffect({
  kind: 'stall',
  title: 'No response',
  description: 'Never sends the response. The operation still runs.',
  settings: {},
  example: {},
  isProbed: true,
  chaos: { weight: 2, drawSettings: () => ({}) },
  describe: () => 'never sends the response',
  spoil: () => ({ kind: 'stall' }),
})

const resetEffect = defineTransportEffect({
  kind: 'reset',
  title: 'Cut connection',
  description: 'Cuts the connection before the response, or in the middle of its body. The operation still runs.',
  settings: {
    when: z.enum(['before', 'during']).default('before').describe('Before the response, or in the middle of its body.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 10, drawSettings: (draw) => ({ when: draw.pick(['before', 'during'] as const) }) },
  describe: ({ when }) =>
    `cuts the connection ${when === 'before' ? 'before the response' : 'in the middle of the body'}`,
  spoil: ({ body }, { when }) =>
    when === 'before' ? { kind: 'reset' } : { kind: 'cut', after: Math.floor(body.length / 2) },
})

const wrongLengthEffect = defineTransportEffect({
  kind: 'wrong-length',
  title: 'Wrong length',
  description: 'Announces a length that the body does not have, and ends the connection after the body.',
  settings: {
    by: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((by) => by !== 0, 'It must not be 0')
      .default(10)
      .meta({ title: 'Bytes', description: 'How many more bytes are announced than sent; fewer if negative.' }),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: (draw) => ({ by: draw.pick([-1, 1]) * draw.integer(1, 50) }) },
  describe({ by }) {
    const bytes = countOf(Math.abs(by), 'byte')
    return `announces ${bytes} ${by > 0 ? 'more' : 'less'} than it sends`
  },
  spoil: ({ body }, { by }) => ({ kind: 'wrong-length', announced: Math.max(0, body.length + by) }),
})

const truncateEffect = defineEffect({
  kind: 'truncate',
  title: 'Cut body',
  description: 'Sends only the start of the body. Content-Length matches it.',
  settings: {
    share: z.number().min(0).max(0.99).default(0.5).describe('The share of the body that is sent, from 0 to 0.99.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: (draw) => ({ share: draw.integer(0, 99) / 100 }) },
  describe: ({ share }) =>
    share === 0 ? 'sends no body' : `sends only the first ${Math.round(share * 100)} % of the body`,
  apply: ({ share }, context) => replaceBody(context, (body) => body.slice(0, Math.floor(body.length * share))),
})

// Proxies between a client and a service respond like this when they fail.
const PAGE = '<!doctype html><html><head><title>Bad gateway</title></head><body></body></html>'

const malformedEffect = defineEffect({
  kind: 'malformed',
  title: 'Malformed body',
  description: 'Sends a body that is not JSON, although the content type says so.',
  settings: {
    body: z.string().default(PAGE).describe('The body that is sent. Default: an HTML page.'),
  },
  example: {},
  isProbed: true,
  chaos: { weight: 5, drawSettings: () => ({}) },
  describe: () => 'sends a body that is not JSON',
  apply: ({ body }, context) => replaceBody(context, () => encodeText(body)),
})

// `typeof` keeps the descriptions of the settings in the declarations.
type EffectOf<Module> = Module extends unknown ? Module[keyof Module] : never
export type CommonEffect =
  | typeof statusEffect
  | typeof respondEffect
  | typeof delayEffect
  | typeof stallEffect
  | typeof resetEffect
  | typeof truncateEffect
  | typeof malformedEffect
  | typeof wrongLengthEffect
  | typeof rateLimitEffect
  | EffectOf<typeof lists>

// By kind, so that the compiler misses an effect that is in the type and not here, in the order of documents.
const byKind: { readonly [Each in CommonEffect as Each['kind']]: Each } = {
  status: statusEffect,
  respond: respondEffect,
  delay: delayEffect,
  stall: stallEffect,
  reset: resetEffect,
  truncate: truncateEffect,
  malformed: malformedEffect,
  'wrong-length': wrongLengthEffect,
  'rate-limit': rateLimitEffect,
  stale: staleEffect,
  empty: emptyEffect,
  'duplicate-record': duplicateRecordEffect,
  'missing-record': missingRecordEffect,
}

export const commonEffects: readonly CommonEffect[] = Object.values(byKind)

export interface EffectDeclarations extends Declarations {
  /** What faults can do besides what they can do to any service. */
  readonly effects: readonly DeclaredEffect[]
}

type DeclaredEffects = Pick<EffectDeclarations, 'operations' | 'effects'>

/** Returns all effects: those that any service can have, and the service's own. */
export const effectsOf = derivedFrom(({ operations, effects }: DeclaredEffects): readonly Effect[] => {
  // Effects that apply to the same requests share the function that says so.
  const fitsOf = onDemandBy((fits: NonNullable<DeclaredEffect['fits']>): NonNullable<Effect['fits']> => {
    return (request, name) => operations.some((each) => each.name === name && fits(request, each))
  })
  return [...commonEffects, ...effects].map(({ operations: of, fits, ...effect }: DeclaredEffect) => ({
    ...effect,
    ...(of !== undefined && { operations: typeof of === 'function' ? of(operations) : of }),
    ...(fits !== undefined && { fits: fitsOf.get(fits) }),
  }))
})

interface EffectName {
  readonly kind: string
}

/** Returns the effect with these settings, which the schema has accepted, so that there is one. */
export function findEffect(declared: EffectDeclarations, { kind }: EffectName): Effect {
  return effectsOf(declared).find((each) => each.kind === kind) as Effect
}

function writeRetryAfter(retryAfter: number | string): string {
  return typeof retryAfter === 'number' ? String(retryAfter) : new Date(retryAfter).toUTCString()
}

function findHeaderIssue(name: string, value: string): string | undefined {
  if (!HEADER_NAME.test(name)) return 'Its name must be the name of a header'
  if (OWN_HEADERS.test(name)) return 'It must be left out, because it follows from the body and the connection'
  return /^[\t\x20-\x7e]*$/.test(value) ? undefined : 'It must consist of printable ASCII'
}

interface FaultResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

function buildResponse({ status, headers = {}, body }: FaultResponse): ServiceResponse {
  const ownHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  if (body === undefined || BODILESS.includes(status)) return { status, headers: ownHeaders, body: NO_BODY }
  const [type, text] =
    typeof body === 'string' ? ['text/plain; charset=utf-8', body] : ['application/json', JSON.stringify(body)]
  return { status, headers: { 'content-type': type, ...ownHeaders }, body: encodeBody(text) }
}
