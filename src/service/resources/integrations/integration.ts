// What repositories belong to.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { anyIdSchema } from '../../../engine/input/schemas/uuid.ts'

/** The two kinds of integration whose repositories can be listed (contract sections 4.2 and 4.3). */
export const INTEGRATION_KINDS = ['standard', 'alternate'] as const

/**
 * An integration with a code host. No operation of the contract returns one: `integration_id` refers
 * to it, and repositories belong to it.
 */
export const integrationSchema = z.strictObject({
  id: anyIdSchema,
  kind: z.enum(INTEGRATION_KINDS),
  name: z.string(),
})

export type IntegrationKind = (typeof INTEGRATION_KINDS)[number]
export type IntegrationRecord = Frozen<z.output<typeof integrationSchema>>
