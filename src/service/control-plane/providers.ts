// The OAuth providers of a workspace, and those of the platform.

import * as z from 'zod'
import { defineRefusal, refuse } from '../../engine/contract/operation/failure.ts'
import { type Example, tryFirst } from '../../engine/contract/operation/operation.ts'
import { list, object, record } from '../../engine/contract/operation/responses.ts'
import { boolean, choice, defineModel, optional, text, withDefault } from '../../engine/contract/operation/value.ts'
import { omitNulls } from '../../engine/input/schemas/schema-walk.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import type { Collections, World } from '../operation.ts'
import { buildPlatformProviders, type OAuthProviderRecord, providers } from '../resources/providers.ts'
import { listTokens, removeToken } from './oauth/token-records.ts'
import {
  defineBareOperation,
  defineLaterOperation,
  defineUnknown,
  defineUpstreamOperation,
} from './upstream-operation.ts'

const oauthProviderCreateRequest = defineModel('OAuthProviderCreateRequest', {
  provider_id: text(),
  name: text(),
  client_id: text(),
  client_secret: optional(text()),
  auth_url: text(),
  token_url: text(),
  uses_pkce: withDefault(boolean(), false),
  code_challenge_method: withDefault(text(), 'S256'),
  provider_type: optional(choice(['microsoft', 'salesforce', 'slack'])),
  token_endpoint_auth_method: withDefault(
    choice(['none', 'client_secret_basic', 'client_secret_post']),
    'client_secret_post',
  ),
})

const oauthProviderUpdateRequest = defineModel('OAuthProviderUpdateRequest', {
  name: optional(text()),
  client_id: optional(text()),
  client_secret: optional(text()),
  auth_url: optional(text()),
  token_url: optional(text()),
  uses_pkce: optional(boolean()),
  code_challenge_method: optional(text()),
})

const mcpOAuthProviderCreateRequest = defineModel('MCPOAuthProviderCreateRequest', {
  provider_id: text(),
  name: text(),
  mcp_server_url: text(),
})

export const unknownProvider = defineUnknown('Provider')

/** The parameter with the `provider_id` of an OAuth provider. */
export const providerId = {
  in: 'path',
  kind: 'text',
  description: 'The `provider_id` of the OAuth provider.',
} as const

/** Returns the provider with a `provider_id`; undefined if there is none. */
export function findProvider({ database }: World, id: string): OAuthProviderRecord | undefined {
  return database.of(providers).find({ provider_id: id })[0]
}

/** Returns the provider with a `provider_id`. @throws ServiceError if there is none */
export function readProvider(world: World, id: string): OAuthProviderRecord {
  return findProvider(world, id) ?? refuse(unknownProvider, id)
}

function tryProvider(db: Collections, body?: object): Example {
  return tryFirst(db.providers, 'No OAuth provider to try this with: this world has none.', (provider) => ({
    path: { provider_id: provider.provider_id },
    ...(body !== undefined && { body }),
  }))
}

/** The refusal of a taken id (assumption `duplicateProvider`). */
const takenProviderId = defineRefusal({
  name: 'provider ID taken',
  status: ({ duplicateProvider }) => Number(duplicateProvider),
  text: (id: string) => `OAuth provider with provider ID '${cutText(id, MOST_ECHOED)}' already exists.`,
})

/** Checks that no other provider has an id. @throws ServiceError if one has */
function assertFreeProviderId(id: string, world: World): void {
  if (findProvider(world, id) !== undefined) refuse(takenProviderId, id)
}

/** Its client secret is not stored, because nothing in the simulator uses it. */
export const createOAuthProvider = defineUpstreamOperation({
  name: 'createOAuthProvider',
  method: 'POST',
  template: '/v2/auth/providers',
  summary: 'Creates an OAuth provider.',
  body: oauthProviderCreateRequest,
  // The real service does not respond 201, and clients reject it.
  responses: { 200: record(providers) },
  refusals: [takenProviderId],
  example: () => ({
    body: {
      provider_id: 'my-provider',
      name: 'My provider',
      client_id: 'my-client',
      client_secret: 'my-secret',
      auth_url: 'https://sso.example.com/authorize',
      token_url: 'https://sso.example.com/token',
    },
  }),
  run({ world }, { body: { client_secret, ...fields } }) {
    assertFreeProviderId(fields.provider_id, world)
    return world.collections.providers.create({ ...fields, mcp_server_url: null, is_dynamic_client: false })
  },
})

export const listPlatformOAuthProviders = defineLaterOperation({
  name: 'listPlatformOAuthProviders',
  method: 'GET',
  template: '/v2/auth/platform-providers',
  summary: 'Lists the OAuth providers of the platform.',
  responses: { 200: list(providers) },
  run: ({ world }) => buildPlatformProviders(world.baseline.context),
})

export const getPlatformOAuthProvider = defineBareOperation({
  name: 'getPlatformOAuthProvider',
  method: 'GET',
  template: '/v2/auth/platform-providers/{provider_id}',
  summary: 'Returns an OAuth provider of the platform.',
  parameters: { provider_id: providerId },
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: () => ({ path: { provider_id: 'google' } }),
  run: ({ world }, { values: { provider_id } }) =>
    buildPlatformProviders(world.baseline.context).find((each) => each.provider_id === provider_id) ??
    refuse(unknownProvider, provider_id),
})

const notServer = defineRefusal({
  name: 'not the URL of a server',
  status: 400,
  text: (url: string) =>
    `Failed to discover OAuth endpoints of MCP server '${cutText(url, MOST_ECHOED)}': not an http(s) URL.`,
})

/**
 * The real service asks the server for its endpoints and registers a client there. Here, the endpoints are the
 * usual ones of the server's origin.
 */
export const createMcpOAuthProvider = defineUpstreamOperation({
  name: 'createMcpOAuthProvider',
  method: 'POST',
  template: '/v2/auth/providers/mcp-discover',
  summary: 'Creates an OAuth provider for an MCP server.',
  body: mcpOAuthProviderCreateRequest,
  responses: { 200: record(providers) },
  refusals: [takenProviderId, notServer],
  example: () => ({
    body: { provider_id: 'my-mcp', name: 'My MCP server', mcp_server_url: 'https://mcp.example.com/mcp' },
  }),
  run({ world }, { body: { provider_id, name, mcp_server_url } }) {
    const origin = findOrigin(mcp_server_url)
    assertFreeProviderId(provider_id, world)
    return world.collections.providers.create({
      provider_id,
      name,
      auth_url: `${origin}/authorize`,
      token_url: `${origin}/token`,
      uses_pkce: true,
      code_challenge_method: 'S256',
      provider_type: 'mcp',
      mcp_server_url,
      token_endpoint_auth_method: 'none',
      is_dynamic_client: true,
    })
  },
})

function findOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'https:' || parsed?.protocol === 'http:') return parsed.origin
  return refuse(notServer, url)
}

export const getOAuthProvider = defineUpstreamOperation({
  name: 'getOAuthProvider',
  method: 'GET',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Returns an OAuth provider.',
  parameters: { provider_id: providerId },
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db),
  run: ({ world }, { values }) => readProvider(world, values.provider_id),
})

/** Like in other changes of the service, a field that is null stays as it is. */
export const updateOAuthProvider = defineUpstreamOperation({
  name: 'updateOAuthProvider',
  method: 'PATCH',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Changes an OAuth provider.',
  parameters: { provider_id: providerId },
  body: oauthProviderUpdateRequest,
  responses: { 200: record(providers) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db, { name: 'My provider' }),
  run({ world }, { values, body: { client_secret, ...fields } }) {
    const { id } = readProvider(world, values.provider_id)
    return world.collections.providers.update(id, omitNulls(fields))
  },
})

export const deleteOAuthProvider = defineUpstreamOperation({
  name: 'deleteOAuthProvider',
  method: 'DELETE',
  template: '/v2/auth/providers/{provider_id}',
  summary: 'Deletes an OAuth provider with all of its tokens.',
  parameters: { provider_id: providerId },
  // The real service does not respond 204: clients read the message.
  responses: { 200: object('OAuthProviderDeleted', z.strictObject({ message: z.string() })) },
  refusals: [unknownProvider],
  example: (db) => tryProvider(db),
  run({ world }, { values: { provider_id } }) {
    const { id } = readProvider(world, provider_id)
    for (const token of listTokens(world, provider_id)) removeToken(world, token)
    world.collections.providers.delete(id)
    return { message: `OAuth provider '${provider_id}' deleted successfully` }
  },
})
