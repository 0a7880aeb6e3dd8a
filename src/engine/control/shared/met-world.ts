// The id of a request whose world is wanted.

import * as z from 'zod'

const WORLD_OF = 'The id of a request in the request log, for the state that it met. Default: the current state.'

/** The id in a body. */
export const metSchema = z.int().min(1).describe(WORLD_OF)

/** The query of operations that read a world. */
export const metQuerySchema = z.strictObject({
  request: z.coerce.number().int().min(1).optional().describe(WORLD_OF),
})
