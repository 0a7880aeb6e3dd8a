import type { z } from 'zod'
import { oauthProviderSchema } from '../../records/oauth-provider.ts'

/** What a response says of an OAuth provider (interface 2.1). */
export const oauthProviderWire = oauthProviderSchema

/**
 * An OAuth provider in a response, under every preset. `GET /v2/auth/providers` responds with an
 * array of them.
 *
 * Under the assumption `optionalFields: 'absent'`, `provider_type` and `mcp_server_url` are missing
 * instead of null; `unknownFields: 'extra'` adds fields.
 */
export type OAuthProvider = z.output<typeof oauthProviderWire>
