// Effects that respond instead of the operation.

import * as z from 'zod'
import { buildRateFailure, titleOf } from '../../contract/errors.ts'
import { NO_BODY } from '../../http/body.ts'
import { quote } from '../../quote.ts'
import { describeMilliseconds } from '../duration.ts'
import { createRateWindow } from '../rate-window.ts'
import { defineEffect } from './effect.ts'

// In HTTP, responses with these statuses have no body.
const BODILESS = [204, 205, 304]

/** Responds with a status, in the service's error format. The operation does not run. */
export const statusEffect = defineEffect({
  kind: 'status',
  title: 'Error status',
  description: 'Responds with a status, in the error format of the service. The operation does not run.',
  continues: 'never',
  schema: z.strictObject({
    kind: z.literal('status'),
    status: z
      .int()
      .min(200)
      .max(599)
      .meta({ description: 'The status of the response.', examples: [503] }),
    detail: z.string().optional().describe('The detail of the error. Default: the name of the status.'),
  }),
  describe: ({ status, detail }) => `responds with ${status}${detail === undefined ? '' : `: ${quote(detail)}`}`,
  create:
    ({ status, detail }) =>
    ({ respondWith, writeFailure }) =>
      respondWith(
        BODILESS.includes(status)
          ? { status, headers: {}, body: NO_BODY }
          : writeFailure({ status, detail: detail ?? titleOf(status) }),
      ),
})

/** Responds 429 with Retry-After to requests that exceed the limit of a time window. */
export const rateLimitEffect = defineEffect({
  kind: 'rate-limit',
  title: 'Rate limit',
  description: 'Responds 429 with Retry-After to requests that exceed the limit of a time window.',
  continues: 'sometimes',
  schema: z.strictObject({
    kind: z.literal('rate-limit'),
    limit: z.int().min(0).default(0).describe('How many requests in a window are answered normally. Default: none.'),
    window: z
      .int()
      .min(1)
      .max(86_400_000)
      .default(60_000)
      .meta({ title: 'Window in ms', description: 'The length of a window in milliseconds.' }),
  }),
  describe({ limit, window }) {
    if (limit === 0) return 'responds with 429 to all requests'
    const requests = limit === 1 ? '1 request' : `${limit} requests`
    return `answers ${requests} per ${describeMilliseconds(window)}, and responds with 429 to the others`
  },
  create({ limit, window }) {
    const { count } = createRateWindow(limit, window)
    return ({ now, respondWith, writeFailure }) => {
      const seconds = count(now())
      return seconds === undefined ? undefined : respondWith(writeFailure(buildRateFailure(seconds)))
    }
  },
})
