import { z } from 'zod'
import { titleOf } from '../../contract/errors.ts'
import { defineEffect } from './effect.ts'

// HTTP has no body for these.
const BODILESS = [204, 205, 304]

/** Answers with a status in the service's envelope, and does not ask the service. */
export const statusEffect = defineEffect({
  kind: 'status',
  continues: 'never',
  schema: z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599).describe('The status of the answer.'),
    detail: z.string().optional().describe('What it says. Default: the name of the status.'),
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
