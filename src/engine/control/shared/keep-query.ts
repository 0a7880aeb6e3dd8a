// What continues when the state of a session is replaced, as a query.

import * as z from 'zod'
import type { ReplaceOptions } from '../../sessions/session.ts'

/** The query of operations that replace the state of a session. */
export const keepQuerySchema = z.strictObject({
  keep: z
    .literal('requests')
    .optional()
    .describe('Keeps the request log, so that its requests can still be explained.'),
})

/** Turns the query into options. */
export function readKeepQuery({ keep }: z.output<typeof keepQuerySchema>): ReplaceOptions {
  return { keepRequests: keep === 'requests' }
}
