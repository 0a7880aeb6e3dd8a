// Asks the service without a trace.

import { answerSchema } from '../../../journal/entry.ts'
import { questionSchema } from '../../../sessions/serving/ask.ts'
import { type ControlOperation, defineControl } from '../../control-operation.ts'
import { json } from '../../requests/control-responses.ts'

export const askOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'ask',
    request: 'POST /ask',
    summary:
      'What the service answers to a request, without a trace: no fault, latency or rate limit applies, and the request log stays as it is.',
    body: questionSchema,
    responses: { 200: json(answerSchema) },
    run: ({ session, request: { origin, basePath } }, { body }) =>
      session.inquire({ question: body, origin, basePath }),
  }),
]
