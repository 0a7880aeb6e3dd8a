import { z } from 'zod'
import { buildRateFailure } from '../../contract/errors.ts'
import { createRateWindow } from '../rate-window.ts'
import { defineEffect } from './effect.ts'

/** Responds 429 with Retry-After to requests that exceed the limit of a time window. */
export const rateLimitEffect = defineEffect({
  kind: 'rate-limit',
  continues: 'sometimes',
  schema: z.strictObject({
    kind: z.literal('rate-limit'),
    limit: z.int().min(0).default(0).describe('How many requests in a window are answered normally. Default: none.'),
    window: z.int().min(1).max(86_400_000).default(60_000).describe('The length of a window in milliseconds.'),
  }),
  create({ limit, window }) {
    const { count } = createRateWindow(limit, window)
    return ({ now, respondWith, writeFailure }) => {
      const seconds = count(now())
      return seconds === undefined ? undefined : respondWith(writeFailure(buildRateFailure(seconds)))
    }
  },
})
