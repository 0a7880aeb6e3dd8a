// How a user authenticates with an OAuth provider.

import type { Assumptions } from '../../../../engine/assumptions/assumptions.ts'
import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { isUuid } from '../../../../engine/input/schemas/uuid.ts'
import type { World } from '../../../../engine/world/world.ts'
import type { AuthenticationRecord } from '../../../resources/authentications/authentications.ts'
import { authentications } from '../../../resources/authentications/authentications.ts'
import type { OAuthProviderRecord } from '../../../resources/providers/oauth-provider.ts'
import { drawSecret } from '../../../resources/tokens/secrets.ts'
import type { TokenRecord } from '../../../resources/tokens/token.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'
import { connect } from '../connections/connections.ts'
import { addToken, renewToken } from '../tokens/tokens.ts'

type Authentication = AuthenticationRecord

/** The refusal of a callback that is not for an authentication. */
export const unknownState = defineRefusal({ name: 'unknown state', status: 400, text: 'Invalid or expired state.' })

/** How long the access of a token lasts. */
export const SECONDS_OF_ACCESS = 3600

/** Starts an authentication, and returns where the user continues it. */
export function beginAuthentication(
  world: World,
  provider: OAuthProviderRecord,
  {
    fields,
    origin,
    assumptions,
  }: {
    fields: Pick<AuthenticationRecord, 'user_id' | 'agent_id' | 'scopes' | 'token_id' | 'is_default'>
    /** What comes before the paths of the service. */
    origin: string
    assumptions: Assumptions
  },
): { auth_id: string; url: string } {
  const started = world.collections.authentications.create({ ...fields, provider_id: provider.provider_id })
  const callback = `${origin}/v2/auth/callback/${encodeURIComponent(provider.provider_id)}`
  const url =
    assumptions.authorizationUrl === 'callback'
      ? withQuery(callback, { code: drawSecret(world.baseline.context, started.id, 0, 'code'), state: started.id })
      : buildAuthorizationUrl(provider, { callback, started, world })
  return { auth_id: started.id, url }
}

function buildAuthorizationUrl(
  { auth_url, client_id, uses_pkce, code_challenge_method }: OAuthProviderRecord,
  { callback, started, world }: { callback: string; started: Authentication; world: World },
): string {
  const challenge = drawSecret(world.baseline.context, started.id, 0, 'code_challenge')
  return withQuery(auth_url, {
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: started.scopes.join(' '),
    state: started.id,
    ...(uses_pkce ? { code_challenge: challenge, code_challenge_method: code_challenge_method ?? 'S256' } : {}),
  })
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
}

/** Returns the authentication with an id; undefined if there is none. */
export function findAuthentication({ database }: World, id: string): Authentication | undefined {
  return isUuid(id) ? database.of(authentications).get(id) : undefined
}

/** Returns the authentication that a callback of a provider is for. @throws ServiceError if there is none */
export function readAuthentication(world: World, providerId: string, state: string): Authentication {
  const found = findAuthentication(world, state)
  if (found?.provider_id === providerId && found.status !== 'denied') return found
  return refuse(unknownState)
}

/** Completes an authentication: the user gets a token, and the agent a connection to it. */
export function completeAuthentication(world: World, authentication: Authentication): void {
  const { id, status, provider_id, user_id, agent_id, scopes, is_default, token_id } = authentication
  // A page that is loaded again repeats its request.
  if (status === 'completed') return
  const expires_in_seconds = SECONDS_OF_ACCESS
  const before = token_id === null ? undefined : world.database.of(tokens).get(token_id)
  const token: TokenRecord =
    before === undefined
      ? addToken(world, { provider_id, user_id, scopes, is_default, expires_in_seconds })
      : renewToken(world, before, { scopes, expires_in_seconds })
  if (agent_id !== null) connect(world, agent_id, token)
  world.collections.authentications.update(id, { status: 'completed', token_id: token.id })
}

/** Ends an authentication that the user or the provider has refused. */
export function denyAuthentication({ collections }: World, { id, status }: Authentication): void {
  if (status === 'pending') collections.authentications.update(id, { status: 'denied' })
}
