// OAuth providers in responses.

import * as z from 'zod'
import type { Preset, PresetValue } from '../../assumptions/register.ts'
import { oauthProviderSchema } from './oauth-provider.ts'

/** An OAuth provider in a response (contract section 2.1), for each value of the assumption `recordShape`. */
export const oauthProviderWire = {
  written: oauthProviderSchema,
  upstream: oauthProviderSchema,
  newer: oauthProviderSchema.extend({ allowed_redirect_uris: z.array(z.string()) }),
} as const

/**
 * An OAuth provider in a response, under the presets `spec` and `langsmith` by default.
 * `GET /v2/auth/providers` returns an array of them. `OAuthProvider<'langsmith-next'>` has one more field.
 *
 * With the assumption `optionalFields: 'absent'`, `provider_type` and `mcp_server_url` can be absent
 * instead of null; `unknownFields: 'extra'` adds fields.
 */
export type OAuthProvider<Name extends Preset = 'spec'> = z.output<
  (typeof oauthProviderWire)[PresetValue<'recordShape', Name>]
>
