// Asks the service without a trace.

import * as z from 'zod'
import { questionSchema } from '../../../sessions/serving/ask.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { json } from '../../requests/control-responses.ts'
import { explanationSchema, withDefined } from './requests.ts'

const answerSchema = z.strictObject({
  status: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().describe('The body as text.'),
  isWhole: z.boolean().describe('Whether the body is complete. Only the first 5 MiB are returned.'),
  milliseconds: z.number(),
  operation: z.string().nullable().describe('Null if the request matches no operation.'),
  parameters: z.record(z.string(), z.unknown()).nullable().describe('The parsed parameters; null if they are invalid.'),
  explanation: explanationSchema,
})

export const askOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'ask',
    request: 'POST /ask',
    summary:
      'What the service answers to a request, without a trace: no fault, latency or rate limit applies, and the request log stays as it is.',
    body: questionSchema,
    responses: { 200: json(answerSchema) },
    async run({ session, request: { origin, basePath } }, { body }) {
      const answer = await session.inquire({ question: body, origin, basePath })
      return {
        ...answer,
        headers: answer.headers.map((each) => [...each]),
        explanation: withDefined(answer.explanation),
      }
    },
  }),
]
