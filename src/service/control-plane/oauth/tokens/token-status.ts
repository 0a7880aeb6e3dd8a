// Whether there is a token.

import * as z from 'zod'

/** Whether there is a token. */
export const tokenStatusSchema = z.strictObject({ has_token: z.boolean() })
