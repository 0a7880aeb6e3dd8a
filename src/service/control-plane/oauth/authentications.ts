// How a user authenticates with an OAuth provider.

import * as z from 'zod'
import { defineRefusal, refuse } from '../../../engine/contract/operation/failure.ts'
import { tryFirst } from '../../../engine/contract/operation/operation.ts'
import { htmlText, object } from '../../../engine/contract/operation/responses.ts'
import type { BodyOf, Parameters, ParameterValues } from '../../../engine/contract/operation/value.ts'
import {
  boolean,
  defineModel,
  list,
  optional,
  text,
  uuid,
  withDefault,
} from '../../../engine/contract/operation/value.ts'
import type { GivenOf } from '../../../engine/define/resource/resource.ts'
import { html, writeHtmlPage } from '../../../engine/http/html.ts'
import { isUuid } from '../../../engine/input/schemas/uuid.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { World } from '../../operation.ts'
import { type AuthenticationRecord, authentications } from '../../resources/authentications.ts'
import { buildPlatformProviders, type OAuthProviderRecord } from '../../resources/providers.ts'
import { drawSecret, type TokenRecord, tokens } from '../../resources/tokens.ts'
import { finishInstallation } from '../picker-sessions.ts'
import { findProvider, providerId, unknownProvider } from '../providers.ts'
import { defineUpstreamOperation } from '../upstream-operation.ts'
import { connectAccount, findConnected } from './connections.ts'
import {
  addToken,
  findUser,
  hasScopes,
  isExpired,
  readToken,
  renewToken,
  SECONDS_OF_ACCESS,
  unknownToken,
} from './token-records.ts'

const authAuthenticateRequest = defineModel('AuthAuthenticateRequest', {
  user_id: optional(text()),
  ls_user_id: optional(text()),
  agent_id: optional(text()),
  provider: text(),
  scopes: list(text()),
  use_agent_builder_public_oauth: withDefault(boolean(), false),
  force_new: withDefault(boolean(), false),
  token_id: optional(uuid()),
  is_default: withDefault(boolean(), true),
})

const oauthFinalizeRequest = defineModel('OAuthFinalizeRequest', {
  code: text(),
  state: text(),
})

const authenticateSchema = z.strictObject({
  status: z.enum(['completed', 'pending', 'connection_required', 'token_expired']),
  url: z.string().nullable().describe('Where the user continues.'),
  auth_id: z.string().nullable().describe('The id to wait for.'),
  token: z.string().nullable().describe('The access token.'),
  user_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

const NOTHING_STARTED = { url: null, auth_id: null, token: null, metadata: null }

/** Only a token that has the scopes is returned. */
export const authenticate = defineUpstreamOperation({
  name: 'authenticate',
  method: 'POST',
  template: '/v2/auth/authenticate',
  summary: 'Returns the token of a user, or starts an authentication.',
  body: authAuthenticateRequest,
  responses: { 200: object('AuthAuthenticateResponse', authenticateSchema) },
  refusals: [unknownProvider, unknownToken],
  example: (db) =>
    tryFirst(db.providers, 'No provider to authenticate with: this world has none.', (provider) => ({
      body: { provider: provider.provider_id, scopes: ['email'], user_id: 'my-user' },
    })),
  run({ assumptions, world }, { body, findOrigin }) {
    const provider = findProviderOf(world, body)
    const user_id = findUser(world, body.user_id ?? body.ls_user_id)
    const chosen = chooseToken(world, { ...body, user_id })
    if (chosen.status === 'completed') {
      const { access_token, metadata } = chosen.token
      return { ...NOTHING_STARTED, status: 'completed' as const, token: access_token, user_id, metadata }
    }
    if (chosen.status === 'connection_required') return { ...NOTHING_STARTED, status: chosen.status, user_id }
    const fields = {
      user_id,
      agent_id: body.agent_id,
      scopes: [...body.scopes],
      is_default: body.is_default,
      token_id: chosen.tokenId,
    }
    const started = beginAuthentication(world, provider, { fields, origin: findOrigin(), assumptions })
    return { ...NOTHING_STARTED, status: chosen.status, ...started, user_id }
  },
})

/** Finds the provider of the workspace, or the one of the platform that a request asks for. @throws ServiceError */
function findProviderOf(
  world: World,
  { provider: id, use_agent_builder_public_oauth: isOfPlatform }: BodyOf<typeof authAuthenticateRequest>,
): OAuthProviderRecord {
  const found = isOfPlatform
    ? buildPlatformProviders(world.baseline.context).find(({ provider_id }) => provider_id === id)
    : findProvider(world, id)
  return found ?? refuse(unknownProvider, id)
}

const waitSchema = z.strictObject({
  status: z.enum(['completed', 'pending', 'timeout', 'not_found']),
  token: z.string().nullable().describe('The access token.'),
})

/** The time passes on the world's clock. Nobody waits for an authentication that was refused. */
export const waitForAuthCompletion = defineUpstreamOperation({
  name: 'waitForAuthCompletion',
  method: 'GET',
  template: '/v2/auth/wait/{auth_id}',
  summary: 'Waits until a user has authenticated.',
  parameters: {
    auth_id: { in: 'path', kind: 'text', description: 'The `auth_id` of the authentication.' },
    timeout: {
      in: 'query',
      kind: 'integer',
      description: 'How many seconds to wait at most. With 0, the response comes at once.',
      fallback: 30n,
    },
  },
  responses: { 200: object('AuthWaitResponse', waitSchema) },
  example: () => ({ path: { auth_id: '00000000-0000-4000-8000-000000000000' }, query: { timeout: '5' } }),
  run({ world }, { values: { auth_id, timeout } }) {
    const authentication = findAuthentication(world, auth_id)
    const { status, token_id } = authentication ?? { status: 'denied' }
    if (status === 'pending') return without(timeout > 0n ? 'timeout' : 'pending')
    const token = status === 'denied' ? undefined : world.database.of(tokens).get(String(token_id))
    return token === undefined ? without('not_found') : { status: 'completed' as const, token: token.access_token }
  },
  waits: ({ status }, { timeout }) => (status === 'timeout' ? Number(timeout) * 1000 : 0),
})

function without<Status extends string>(status: Status) {
  return { status, token: null }
}

const unknownState = defineRefusal({ name: 'unknown state', status: 400, text: 'Invalid or expired state.' })

interface RequestedAuthentication {
  readonly fields: GivenOf<typeof authentications>
  readonly origin: string
  readonly assumptions: Assumptions
}

/** Starts an authentication, and returns where the user continues it. */
function beginAuthentication(
  world: World,
  provider: OAuthProviderRecord,
  { fields, origin, assumptions }: RequestedAuthentication,
): { auth_id: string; url: string } {
  const started = world.collections.authentications.create({ ...fields, provider_id: provider.provider_id })
  const callback = `${origin}/v2/auth/callback/${encodeURIComponent(provider.provider_id)}`
  const url =
    assumptions.authorizationUrl === 'callback'
      ? withQuery(callback, { code: drawSecret(world.baseline.context, started.id, 0, 'code'), state: started.id })
      : buildAuthorizationUrl(provider, { callback, started, world })
  return { auth_id: started.id, url }
}

interface StartedAuthentication {
  readonly callback: string
  readonly started: AuthenticationRecord
  readonly world: World
}

function buildAuthorizationUrl(
  { auth_url, client_id, uses_pkce, code_challenge_method }: OAuthProviderRecord,
  { callback, started, world }: StartedAuthentication,
): string {
  const challenge = drawSecret(world.baseline.context, started.id, 0, 'code_challenge')
  return withQuery(auth_url, {
    response_type: 'code',
    client_id,
    redirect_uri: callback,
    scope: started.scopes.join(' '),
    state: started.id,
    ...(uses_pkce && { code_challenge: challenge, code_challenge_method: code_challenge_method ?? 'S256' }),
  })
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
}

function findAuthentication({ database }: World, id: string): AuthenticationRecord | undefined {
  return isUuid(id) ? database.of(authentications).get(id) : undefined
}

/** Returns the authentication that a callback of a provider is for. @throws ServiceError if there is none */
function readAuthentication(world: World, providerId: string, state: string): AuthenticationRecord {
  const found = findAuthentication(world, state)
  if (found?.provider_id === providerId && found.status !== 'denied') return found
  return refuse(unknownState)
}

/** Completes an authentication: the user gets a token, and the agent a connection to it. */
function completeAuthentication(world: World, authentication: AuthenticationRecord): void {
  const { id, status, provider_id, user_id, agent_id, scopes, is_default, token_id } = authentication
  // A page that is loaded again repeats its request.
  if (status === 'completed') return
  const before = token_id === null ? undefined : world.database.of(tokens).get(token_id)
  const token: TokenRecord =
    before === undefined
      ? addToken(world, { provider_id, user_id, scopes, is_default, expires_in_seconds: SECONDS_OF_ACCESS })
      : renewToken(world, before, scopes)
  if (agent_id !== null) connectAccount(world, agent_id, token)
  world.collections.authentications.update(id, { status: 'completed', token_id: token.id })
}

/** Ends an authentication that the user or the provider has refused. */
function denyAuthentication({ collections }: World, { id, status }: AuthenticationRecord): void {
  if (status === 'pending') collections.authentications.update(id, { status: 'denied' })
}

const finalizeSchema = z.strictObject({ status: z.literal('completed'), provider_id: z.string() })

export const finalizeOAuthCallback = defineUpstreamOperation({
  name: 'finalizeOAuthCallback',
  method: 'POST',
  template: '/v2/auth/callback/{provider_id}',
  summary: 'Completes an authentication for a client that has received the callback itself.',
  parameters: { provider_id: providerId },
  body: oauthFinalizeRequest,
  responses: { 200: object('OAuthFinalizeResponse', finalizeSchema) },
  refusals: [unknownState],
  example: () => ({
    path: { provider_id: 'google' },
    body: { code: 'my-code', state: '00000000-0000-4000-8000-000000000000' },
  }),
  run({ world }, { values: { provider_id }, body: { state } }) {
    completeAuthentication(world, readAuthentication(world, provider_id, state))
    return { status: 'completed' as const, provider_id }
  },
})

/** With `force_new`, an existing token is not good enough. */
type TokenRequest = BodyOf<typeof authAuthenticateRequest> & { readonly user_id: string }

/** The token to return, or why there is none. `tokenId` is the token that an authentication would renew. */
type TokenChoice =
  | { readonly status: 'completed'; readonly token: TokenRecord }
  | { readonly status: 'pending' | 'token_expired'; readonly tokenId: string | null }
  | { readonly status: 'connection_required' }

/** Chooses the token that a client names, that of its agent, or the best of its user. @throws ServiceError */
function chooseToken(world: World, request: TokenRequest): TokenChoice {
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

const result = {
  code: { in: 'query', kind: 'text', description: 'The authorization code.' },
  state: { in: 'query', kind: 'text', description: 'The `auth_id` of the authentication.' },
} as const satisfies Parameters

const failure = {
  error: { in: 'query', kind: 'text', description: 'Why the provider refuses access, such as `access_denied`.' },
  error_description: { in: 'query', kind: 'text', description: 'The same in words.' },
} as const satisfies Parameters

/** The parameters of a callback, in the order of the real service. */
const callbackQuery = { ...result, ...failure }

/** The parameters of a callback of a GitHub app, in the order of the real service. */
const setupQuery = {
  ...result,
  setup_action: { in: 'query', kind: 'text', description: 'What the user has done: `install` or `update`.' },
  installation_id: { in: 'query', kind: 'integer', description: 'The installation.' },
  ...failure,
} as const satisfies Parameters

/** Writes the page that a user sees after authenticating. */
function writeCallbackPage(title: string, text: string): string {
  return writeHtmlPage(title, html`<p>${text}</p>`)
}

type Callback = ParameterValues<typeof callbackQuery> & { readonly provider_id: string }

const missingCode = defineRefusal({ name: 'no code or no state', status: 400, text: 'Missing code or state.' })

const refusalsOfCallback = [missingCode, unknownState]

/** Completes or ends an authentication, and returns the page for the user. @throws ServiceError if there is none */
function receiveCallback(world: World, { provider_id, code, state, error, error_description }: Callback): string {
  if (error !== null) {
    if (state !== null) denyAuthentication(world, readAuthentication(world, provider_id, state))
    const reason = cutText(error_description ?? error, MOST_ECHOED)
    return writeCallbackPage('Authentication failed', `${provider_id} has refused access: ${reason}.`)
  }
  if (code === null || state === null) refuse(missingCode)
  completeAuthentication(world, readAuthentication(world, provider_id, state))
  return writeCallbackPage('Authentication completed', 'You can close this window.')
}

/**
 * With the state of a picker session, the installation is added. After an update there is nothing to do, and
 * anything else is like the callback of an OAuth provider.
 */
export const setupOAuthCallback = defineUpstreamOperation({
  name: 'setupOAuthCallback',
  method: 'GET',
  template: '/v2/auth/setup/{provider_id}',
  summary: 'Receives a user from the setup page of a GitHub app.',
  isOpen: true,
  parameters: { provider_id: providerId, ...setupQuery },
  responses: { 200: htmlText },
  refusals: refusalsOfCallback,
  example: () => ({ path: { provider_id: 'github' }, query: { setup_action: 'update', installation_id: '1' } }),
  run({ world }, { values }) {
    const { setup_action, state, error } = values
    if (setup_action === 'update' && error === null) {
      return writeCallbackPage('Installation updated', 'You can close this window.')
    }
    if (setup_action === 'install' && error === null && state !== null && finishInstallation(world, state)) {
      return writeCallbackPage('Installation completed', 'You can close this window.')
    }
    return receiveCallback(world, values)
  },
})

/** The browser that sends it has no credentials. */
export const getOAuthCallback = defineUpstreamOperation({
  name: 'getOAuthCallback',
  method: 'GET',
  template: '/v2/auth/callback/{provider_id}',
  summary: 'Receives a user from an OAuth provider, and completes the authentication.',
  isOpen: true,
  parameters: { provider_id: providerId, ...callbackQuery },
  responses: { 200: htmlText },
  refusals: refusalsOfCallback,
  example: () => ({ path: { provider_id: 'google' }, query: { error: 'access_denied' } }),
  run: ({ world }, { values }) => receiveCallback(world, values),
})
