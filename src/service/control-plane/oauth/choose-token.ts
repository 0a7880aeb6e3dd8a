// Which token an authentication returns.

import type { BodyOf } from '../../../engine/contract/operation/body-value.ts'
import type { World } from '../../operation.ts'
import { type TokenRecord, tokens } from '../../resources/tokens.ts'
import type { authAuthenticateRequest } from './bodies.ts'
import { findConnected } from './connections.ts'
import { hasScopes, isExpired, readToken, renewToken } from './token-records.ts'

/** With `force_new`, an existing token is not good enough. */
type TokenRequest = BodyOf<typeof authAuthenticateRequest> & { readonly user_id: string }

/** The token to return, or why there is none. `tokenId` is the token that an authentication would renew. */
export type Choice =
  | { readonly status: 'completed'; readonly token: TokenRecord }
  | { readonly status: 'pending' | 'token_expired'; readonly tokenId: string | null }
  | { readonly status: 'connection_required' }

/** Chooses the token that a client names, that of its agent, or the best of its user. @throws ServiceError */
export function chooseToken(world: World, request: TokenRequest): Choice {
  const { token_id, agent_id, provider, scopes, force_new } = request
  const token = token_id === null ? undefined : readToken(world, token_id)
  const known = token ?? (agent_id === null ? undefined : findConnected(world, agent_id, provider))
  if (force_new) return { status: 'pending', tokenId: token?.id ?? null }
  const best = known ?? findBest(world, request)
  if (best === undefined || !hasScopes(best, scopes)) return { status: 'pending', tokenId: known?.id ?? null }
  // The agent must not use a token of the user that it is not connected with.
  if (known === undefined && agent_id !== null) return { status: 'connection_required' }
  if (!isExpired(world, best)) return { status: 'completed', token: best }
  if (best.refresh_token === null) return { status: 'token_expired', tokenId: best.id }
  return { status: 'completed', token: renewToken(world, best, scopes) }
}

// The default token, and of several others the newest.
function findBest(world: World, { provider, user_id, scopes }: TokenRequest): TokenRecord | undefined {
  const ofUser = world.database.of(tokens).find({ provider_id: provider, user_id })
  const candidates = ofUser.filter((token) => hasScopes(token, scopes))
  return candidates.find(({ is_default }) => is_default) ?? candidates.at(-1)
}
