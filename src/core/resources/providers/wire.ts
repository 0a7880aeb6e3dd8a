// OAuth providers in responses.

import type { z } from 'zod'
import { oauthProviderSchema } from './oauth-provider.ts'

/** An OAuth provider in a response (contract section 2.1). */
export const oauthProviderWire = oauthProviderSchema

/**
 * An OAuth provider in a response, under every preset. `GET /v2/auth/providers` returns an array of
 * them.
 *
 * With the assumption `optionalFields: 'absent'`, `provider_type` and `mcp_server_url` can be absent
 * instead of null; `unknownFields: 'extra'` adds fields.
 */
export type OAuthProvider = z.output<typeof oauthProviderWire>
