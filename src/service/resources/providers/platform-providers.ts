// The OAuth providers of the platform.

import { oauthProviderFixtures } from '../../../../fixtures/oauth-providers.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import { buildIdentity } from './build-provider.ts'
import { type OAuthProviderRecord, oauthProviderSchema } from './oauth-provider.ts'

const OFFERED: readonly string[] = ['google', 'github', 'slack', 'microsoft', 'linear-mcp']
const MICROSECONDS_OLD = 2n * 365n * 86_400_000_000n

/**
 * Builds the OAuth providers that the platform offers to all workspaces. No request changes them, so they are not
 * in the database.
 */
export function buildPlatformProviders(context: FactoryContext): OAuthProviderRecord[] {
  const created_at = formatMicroseconds(context.now - MICROSECONDS_OLD)
  const organization_id = context.open('platform', 0, 'id').uuid()
  return oauthProviderFixtures.flatMap(({ provider_id }, index) => {
    if (!OFFERED.includes(provider_id)) return []
    const identity = buildIdentity(context, 'platform-provider', index)
    return oauthProviderSchema.parse({ ...identity, organization_id, created_at, updated_at: created_at })
  })
}
