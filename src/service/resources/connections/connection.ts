// What an agent connection is.

import * as z from 'zod'
import type { Fields } from '../../../engine/define/resource/resource.ts'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../../engine/input/schemas/uuid.ts'

/** The permission of an agent to use a token, with the fields of a response. */
export const connectionSchema = z.strictObject({
  id: uuidSchema,
  agent_id: z.string(),
  oauth_token_id: uuidSchema,
  provider_id: z.string(),
  provider_account_label: optional(z.string()),
  scopes: z.array(z.string()).default([]),
  expires_at: optional(timestampSchema),
  created_by: z.string(),
  created_at: timestampSchema,
})

export type ConnectionRecord = Frozen<z.output<typeof connectionSchema>>
export type ConnectionRecordInput = Frozen<z.input<typeof connectionSchema>>

/** Returns what a connection contains of its token. */
export function toTokenFields({ id, provider_id, provider_account_label, scopes, expires_at }: Fields) {
  return { oauth_token_id: id, provider_id, provider_account_label, scopes, expires_at }
}
