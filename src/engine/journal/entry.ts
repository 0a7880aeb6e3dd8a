// The requests of a request log as JSON, and other answers: schemas, and the types that follow from them.

import * as z from 'zod'
import type { Frozen } from '../input/schemas/schema-walk.ts'

const countSchema = z.int().min(0)

const headersSchema = z.array(z.tuple([z.string(), z.string()]))

const appliedFaultSchema = z.strictObject({
  id: z.string().describe('The id of the fault.'),
  effect: z.string().describe('The kind of its effect.'),
  applied: countSchema
    .nullable()
    .describe('How often it had applied then, this time included; null if chaos has drawn it.'),
  times: countSchema.nullable().describe('How often it applies in all; null if that is not limited.'),
})

const explanationSchema = z.strictObject({
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
  decided: z
    .array(z.string())
    .nullable()
    .describe(
      'Those of them that decided something: with another value, the response would differ. Null if nobody asked, and if it cannot be told: because of a fault, or in a large world.',
    ),
  basis: z.string().nullable().describe('Where it is known from: `documented: ...`, `seen: ...`, or `guessed`.'),
  faults: z.array(appliedFaultSchema),
  handler: z.string().nullable().describe('The MSW handler that answered instead of the service.'),
  hasNotRun: z
    .boolean()
    .describe('Whether a fault, a limit or a handler responded, so that the operation did not run.'),
})

/** Explains a response. */
export type Explanation = Frozen<z.output<typeof explanationSchema>>

/** A fault that applied. */
export type AppliedFault = Frozen<z.output<typeof appliedFaultSchema>>

export const stateSchema = z.enum(['pending', 'finished', 'aborted'])

/** `pending`: it waits; `finished`: it was answered; `aborted`: the client disconnected before the response. */
export type RequestState = z.output<typeof stateSchema>

const waitSchema = z.strictObject({
  what: z
    .enum(['body', 'clock', 'change', 'handler', 'turn', 'client'])
    .describe(
      '`body`: the rest of its body. `client`: a fault never sends the response, so it ends when the client disconnects.',
    ),
  until: z.string().nullable().describe('Until when at most, on the world’s clock.'),
  fault: z.string().nullable().describe('The id of the fault that makes it wait.'),
})

/** What a pending request waits for. */
export type RequestWait = Frozen<z.output<typeof waitSchema>>

export const entrySchema = z.strictObject({
  id: z.int().min(1).describe('The number of the request in its session.'),
  session: z.string().describe('The name of its session.'),
  at: z.string().describe('When it arrived, on the world’s clock.'),
  received: z.string().describe('When it arrived, on the machine’s clock.'),
  state: stateSchema.describe(
    '`pending`: it waits; `finished`: it was answered; `aborted`: the client disconnected before the response.',
  ),
  waitsFor: waitSchema.nullable().describe('What it waits for; null if it is not pending.'),
  method: z.string().describe('The method of the request.'),
  path: z.string().describe('The path, without the prefix of the session.'),
  query: z.string().describe('The query, without the question mark.'),
  operation: z.string().nullable().describe('Null if the request matched no operation.'),
  parameters: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('The parsed parameters; null if they were invalid.'),
  body: z.string().nullable().describe('The body as text; null if there is none, or if it is too long.'),
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

/** A request in the journal. */
export type JournalEntry = Frozen<z.output<typeof entrySchema>>

/** A request with an explanation of its response. */
export type ExplainedEntry = JournalEntry & Pick<DetailedEntry, 'explanation'>

const sentSchema = z.strictObject({
  status: z.int().nullable().describe('Null if there was no response.'),
  headers: headersSchema.describe('The headers, in their order.'),
  body: z.string().nullable().describe('Null if it was empty, or if it is no longer kept.'),
  bytes: countSchema.describe('How many bytes of the body were sent.'),
  isWhole: z.boolean().describe('Whether `body` has all bytes. At most 1 MiB is kept, as long as there is memory.'),
  isBinary: z.boolean().describe('Whether the body is not UTF-8.'),
})

/** A response as it was sent: after faults. */
export type SentResponse = Frozen<z.output<typeof sentSchema>>

export const detailedSchema = entrySchema.extend({
  explanation: explanationSchema.describe('Why the response is what it is.'),
  request: z
    .strictObject({
      headers: headersSchema.describe('In the order in which they were received: at most 100, and at most 16 KiB.'),
    })
    .describe('The request as it was received.'),
  response: sentSchema.describe('The response as it was sent.'),
})

/** An explained request with its headers, and with the response that was sent. */
export type DetailedEntry = Frozen<z.output<typeof detailedSchema>>

export const answerSchema = z.strictObject({
  status: z.int().describe('The status of the response.'),
  headers: headersSchema.describe('The headers, in their order.'),
  body: z.string().describe('The body as text.'),
  isWhole: z.boolean().describe('Whether the body is complete. Only the first 5 MiB are returned.'),
  milliseconds: z.number().describe('How long the response took.'),
  operation: z.string().nullable().describe('Null if the request matches no operation.'),
  parameters: entrySchema.shape.parameters.describe('The parsed parameters; null if they are invalid.'),
  explanation: explanationSchema.describe('Why the response is what it is.'),
})

/** What the service answers. */
export type Answer = Frozen<z.output<typeof answerSchema>>

export const countsSchema = z.strictObject({
  total: countSchema.describe('How many requests there are.'),
  byStatus: z
    .record(z.string(), countSchema)
    .describe('`none` counts the requests without a response, and those that wait for one.'),
  byOperation: z.record(z.string(), countSchema).describe('`none` counts the unhandled requests.'),
  byAssumption: z.record(z.string(), countSchema).describe('How many requests depended on each assumption.'),
})

/** How many requests of a journal there are. */
export type RequestCounts = Frozen<z.output<typeof countsSchema>>
