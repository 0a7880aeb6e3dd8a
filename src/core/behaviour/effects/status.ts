import { z } from 'zod'
import { titleOf } from '../../contract/errors.ts'
import { defineEffect } from './effect.ts'

// In HTTP, responses with these statuses have no body.
const BODILESS = [204, 205, 304]

/** Responds with a status, in the service's error format. The operation does not run. */
export const statusEffect = defineEffect({
  kind: 'status',
  continues: 'never',
  schema: z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599).describe('The status of the response.'),
    detail: z.string().optional().describe('The detail of the error. Default: the name of the status.'),
  }),
  create:
    ({ status, detail }) =>
    ({ respondWith, writeFailure }) =>
      respondWith(
        BODILESS.includes(status)
          ? { status, headers: {}, body: '' }
          : writeFailure({ status, detail: detail ?? titleOf(status) }),
      ),
})
