import { oauthProviderFixtures } from '../../../../fixtures/oauth-providers.ts'
import type { OAuthProviderInput } from '../../records/oauth-provider.ts'
import { formatMicroseconds } from '../../records/timestamp.ts'
import type { FactoryContext } from './context.ts'

const YEARS_BACK = 3 * 365 * 86_400_000_000

/**
 * Builds the OAuth provider with the given number: the well-known ones first, the oldest
 * first, and then once more each with a further client.
 */
export function buildProvider(context: FactoryContext, index: number): OAuthProviderInput {
  const field = (name: string) => context.open('provider', index, name)
  const fixture = oauthProviderFixtures[index % oauthProviderFixtures.length] as (typeof oauthProviderFixtures)[number]
  const round = Math.floor(index / oauthProviderFixtures.length)
  const isMcp = fixture.mcp_server_url !== undefined
  const age = Math.floor(ageOf(index) - (ageOf(index) - ageOf(index + 1)) * field('created_at').next() * 0.9)
  const createdAt = context.now - age

  return {
    id: field('id').uuid(),
    organization_id: context.organizationId,
    provider_id: round === 0 ? fixture.provider_id : `${fixture.provider_id}-${round + 1}`,
    name: round === 0 ? fixture.name : `${fixture.name} ${round + 1}`,
    client_id: `mock-${context.fake(field('client_id')).string.alphanumeric({ length: 24, casing: 'lower' })}`,
    auth_url: fixture.auth_url,
    token_url: fixture.token_url,
    uses_pkce: fixture.uses_pkce,
    code_challenge_method: fixture.uses_pkce ? 'S256' : null,
    created_at: formatMicroseconds(createdAt),
    updated_at: formatMicroseconds(createdAt + Math.floor(age * field('updated_at').next() * 0.9)),
    provider_type: isMcp ? 'mcp' : null,
    mcp_server_url: fixture.mcp_server_url ?? null,
    token_endpoint_auth_method: fixture.token_endpoint_auth_method,
    is_dynamic_client: isMcp,
  }
}

// Provider 0 is the oldest, and each further one is younger by less and less.
function ageOf(index: number): number {
  return (YEARS_BACK * 6) / (6 + index)
}
