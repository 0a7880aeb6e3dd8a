// What an OAuth token is.

import * as z from 'zod'
import { freeFormSchema } from '../../../engine/input/schemas/free-form.ts'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'

/** An OAuth token in the database. The contract has no operation for tokens, so this is the real service's form. */
export const tokenSchema = z.strictObject({
  id: uuidSchema,
  provider_id: z.string().describe('The `provider_id` of its OAuth provider.'),
  user_id: optional(z.string()).describe('The user that it belongs to; null if only agents use it.'),
  access_token: z.string(),
  refresh_token: optional(z.string()),
  scopes: z.array(z.string()).default([]),
  provider_account_label: optional(z.string()),
  metadata: optional(freeFormSchema),
  expires_at: optional(timestampSchema),
  is_default: z.boolean().default(false),
  created_at: timestampSchema,
  updated_at: timestampSchema,
})

export type TokenRecord = Frozen<z.output<typeof tokenSchema>>
export type TokenRecordInput = Frozen<z.input<typeof tokenSchema>>

const { shape } = tokenSchema

/** An OAuth token in a response. It contains no secret. */
export const tokenWire = z.strictObject({
  id: shape.id,
  provider_id: shape.provider_id,
  created_at: shape.created_at,
  updated_at: shape.updated_at,
  provider_account_label: shape.provider_account_label,
  scopes: shape.scopes,
  expires_at: shape.expires_at,
  is_default: shape.is_default,
})
