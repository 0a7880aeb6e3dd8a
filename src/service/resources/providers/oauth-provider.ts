// Section 2.1 of the contract.

import * as z from 'zod'
import type { Frozen } from '../../../engine/input/schemas/freeze.ts'
import { optional } from '../../../engine/input/schemas/optional.ts'
import { timestampSchema } from '../../../engine/input/schemas/timestamp.ts'

/** An OAuth provider with the fields of a response (contract section 2.1). */
export const oauthProviderSchema = z.strictObject({
  id: z.string().min(1),
  organization_id: z.string(),
  provider_id: z.string(),
  name: z.string(),
  client_id: z.string(),
  auth_url: z.string(),
  token_url: z.string(),
  uses_pkce: z.boolean(),
  code_challenge_method: z.string().nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  provider_type: optional(z.string()),
  mcp_server_url: optional(z.string()),
  token_endpoint_auth_method: z.string().default('client_secret_post'),
  is_dynamic_client: z.boolean().default(false),
})

export type OAuthProviderRecord = Frozen<z.output<typeof oauthProviderSchema>>
export type OAuthProviderRecordInput = Frozen<z.input<typeof oauthProviderSchema>>
