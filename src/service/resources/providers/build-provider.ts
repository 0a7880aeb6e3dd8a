// OAuth providers.

import { oauthProviderFixtures } from '../../../../fixtures/oauth-providers.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { ageFromOldest, reconcileTimes } from '../../../engine/world/factory/ages.ts'
import type { FactoryContext } from '../../../engine/world/factory/context.ts'
import type { OAuthProviderRecordInput } from './oauth-provider.ts'

const HALFWAY = 6

/**
 * Builds the OAuth provider with a number. Higher numbers are younger. After the last well-known
 * provider, they repeat with other clients.
 */
export function buildProvider(
  context: FactoryContext,
  index: number,
  fields: Partial<OAuthProviderRecordInput> = {},
): OAuthProviderRecordInput {
  const open = (field: string) => context.open('provider', index, field)
  const age = ageFromOldest(index, HALFWAY, open('created_at').next())
  const createdAt = context.now - BigInt(age)
  return {
    ...buildIdentity(context, 'provider', index),
    ...fields,
    ...reconcileTimes(fields, {
      created_at: formatMicroseconds(createdAt),
      updated_at: formatMicroseconds(createdAt + BigInt(Math.floor(age * open('updated_at').next() * 0.9))),
    }),
  }
}

/** Builds the `index`-th provider that is created after the start of a world, without its times. */
export function buildCreatedProvider(
  context: FactoryContext,
  index: number,
): Omit<OAuthProviderRecordInput, 'created_at' | 'updated_at'> {
  // Starts at the end of the list, because the world probably has the first ones already.
  return buildIdentity(context, 'created-provider', index, oauthProviderFixtures.length - 1 - index)
}

/** Builds a well-known provider, without its times. */
export function buildIdentity(context: FactoryContext, kind: string, index: number, position = index) {
  const open = (field: string) => context.open(kind, index, field)
  const count = oauthProviderFixtures.length
  const fixture = oauthProviderFixtures[((position % count) + count) % count] as (typeof oauthProviderFixtures)[number]
  const round = Math.floor(index / count)
  const isMcp = fixture.mcp_server_url !== undefined

  return {
    id: open('id').uuid(),
    organization_id: context.organizationId,
    provider_id: round === 0 ? fixture.provider_id : `${fixture.provider_id}-${round + 1}`,
    name: round === 0 ? fixture.name : `${fixture.name} ${round + 1}`,
    client_id: `mock-${context.fake(open('client_id')).string.alphanumeric({ length: 24, casing: 'lower' })}`,
    auth_url: fixture.auth_url,
    token_url: fixture.token_url,
    uses_pkce: fixture.uses_pkce,
    code_challenge_method: fixture.uses_pkce ? 'S256' : null,
    provider_type: isMcp ? 'mcp' : null,
    mcp_server_url: fixture.mcp_server_url ?? null,
    token_endpoint_auth_method: fixture.token_endpoint_auth_method,
    is_dynamic_client: isMcp,
  }
}
