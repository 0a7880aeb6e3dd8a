// The operations on the OAuth tokens of users.

import * as z from 'zod'
import { type Example, tryFirst } from '../../../engine/contract/operation/operation.ts'
import { list, object, record } from '../../../engine/contract/operation/responses.ts'
import type { Parameters } from '../../../engine/contract/operation/value.ts'
import {
  boolean,
  defineModel,
  integer,
  list as listOf,
  map,
  optional,
  text,
  withDefault,
} from '../../../engine/contract/operation/value.ts'
import type { RecordOf } from '../../../engine/define/resource/resource.ts'
import { nothing } from '../../../engine/http/operation-declaration.ts'
import { omitNulls } from '../../../engine/input/schemas/schema-walk.ts'
import type { Filter } from '../../../engine/store/listing/filter.ts'
import type { Collections } from '../../operation.ts'
import { tokenEvents } from '../../resources/token-events.ts'
import { tokens } from '../../resources/tokens.ts'
import { readProvider, unknownProvider } from '../providers.ts'
import { defineLaterOperation, defineUpstreamOperation, idInPath } from '../upstream-operation.ts'
import {
  addToken,
  clearOtherDefaults,
  findUser,
  isOfUser,
  listTokens,
  listUserTokens,
  prepareRemoval,
  readToken,
  removeToken,
  removeTokens,
  unknownToken,
} from './token-records.ts'

const oauthTokenUpdateRequest = defineModel('OAuthTokenUpdateRequest', {
  provider_account_label: optional(text()),
  is_default: optional(boolean()),
})

const oauthTokenStatusBatchRequest = defineModel('OAuthTokenStatusBatchRequest', {
  provider_ids: listOf(text()),
})

const oauthTokenImportRequest = defineModel('OAuthTokenImportRequest', {
  provider_id: text(),
  access_token: text(),
  refresh_token: optional(text()),
  expires_in_seconds: optional(integer()),
  scopes: withDefault(listOf(text()), []),
  metadata: optional(map()),
  is_default: withDefault(boolean(), true),
})

/** The parameter with the provider whose tokens are meant. */
const ownedBy = {
  provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider.', isRequired: true },
} as const satisfies Parameters

const tokenId = { token_id: idInPath(tokens, 'text') } as const satisfies Parameters

/** Returns a request to try for the first provider of a world. */
function tryProviderOf({ providers: { list } }: Collections): Example {
  return { query: { provider_id: list({ offset: 0, limit: 1 })[0]?.provider_id ?? 'google' } }
}

/** The simulator does not know who calls, so it lists the tokens of all users. */
export const listOAuthTokens = defineUpstreamOperation({
  name: 'listOAuthTokens',
  method: 'GET',
  template: '/v2/auth/tokens',
  summary: 'Lists the OAuth tokens of users, without their secrets.',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider. Default: all.' },
  },
  responses: { 200: list(tokens) },
  run: ({ world }, { values }) => listUserTokens(world, values.provider_id),
})

const deletionSchema = z.strictObject({ message: z.string(), provider_id: z.string() })

/** It does not matter whether there are any. */
export const deleteOAuthTokens = defineUpstreamOperation({
  name: 'deleteOAuthTokens',
  method: 'DELETE',
  template: '/v2/auth/tokens',
  summary: 'Deletes the OAuth tokens of users for a provider.',
  parameters: ownedBy,
  responses: { 200: object('OAuthTokensDeleted', deletionSchema) },
  example: tryProviderOf,
  prepare: ({ world, prepared }, { provider_id }) => prepareRemoval(world, provider_id, isOfUser, prepared),
  run({ world, prepared }, { values: { provider_id } }) {
    const count = removeTokens(world, provider_id, isOfUser, prepared)
    const many = count === 1 ? '1 token' : `${count} tokens`
    return { message: `Deleted ${many} of provider '${provider_id}'`, provider_id }
  },
})

/** A field that is null stays as it is. */
export const updateTokenMetadata = defineUpstreamOperation({
  name: 'updateTokenMetadata',
  method: 'PATCH',
  template: '/v2/auth/tokens/{token_id}/metadata',
  summary: 'Changes the label of an OAuth token, or makes it the default one.',
  parameters: tokenId,
  body: oauthTokenUpdateRequest,
  responses: { 200: record(tokens) },
  refusals: [unknownToken],
  example: () => ({ body: { provider_account_label: 'me@example.com' } }),
  run({ world }, { values, body }) {
    const { id } = readToken(world, values.token_id)
    const updated = world.collections.tokens.update(id, omitNulls(body))
    if (updated.is_default) clearOtherDefaults(world, updated)
    return updated
  },
})

export const deleteOAuthToken = defineUpstreamOperation({
  name: 'deleteOAuthToken',
  method: 'DELETE',
  template: '/v2/auth/tokens/{token_id}',
  summary: 'Deletes an OAuth token, and the connections of agents to it.',
  parameters: tokenId,
  responses: { 204: nothing },
  refusals: [unknownToken],
  run: ({ world }, { values }) => removeToken(world, readToken(world, values.token_id)),
})

const tokenStatusSchema = z.strictObject({ has_token: z.boolean() })

/** A token that has expired counts. */
export const checkOAuthTokenExists = defineUpstreamOperation({
  name: 'checkOAuthTokenExists',
  method: 'GET',
  template: '/v2/auth/tokens/exists',
  summary: 'Returns whether a user has a token for a provider.',
  parameters: ownedBy,
  responses: { 200: object('OAuthTokenStatus', tokenStatusSchema) },
  example: tryProviderOf,
  run: ({ world }, { values }) => ({ has_token: listUserTokens(world, values.provider_id).length > 0 }),
})

const batchSchema = z.strictObject({
  statuses: z.record(z.string(), tokenStatusSchema).describe('The status of each requested provider, by its id.'),
})

export const checkOAuthTokensExistBatch = defineLaterOperation({
  name: 'checkOAuthTokensExistBatch',
  method: 'POST',
  template: '/v2/auth/tokens/exists/batch',
  summary: 'Returns for each of several providers whether a user has a token.',
  body: oauthTokenStatusBatchRequest,
  responses: { 200: object('OAuthTokenStatusBatch', batchSchema) },
  example: () => ({ body: { provider_ids: ['google', 'github'] } }),
  run({ world }, { body: { provider_ids } }) {
    const hasToken = (id: string) => listUserTokens(world, id).length > 0
    return { statuses: Object.fromEntries(provider_ids.map((id) => [id, { has_token: hasToken(id) }])) }
  },
})

/** The response contains its id, but no secret. */
export const importOAuthToken = defineLaterOperation({
  name: 'importOAuthToken',
  method: 'POST',
  template: '/v2/auth/tokens/import',
  summary: 'Adds a token that a client has obtained itself.',
  body: oauthTokenImportRequest,
  responses: { 200: object('OAuthTokenImported', z.strictObject({ token_id: z.string() })) },
  refusals: [unknownProvider],
  example: (db) =>
    tryFirst(db.providers, 'No provider to import a token for: this world has none.', (provider) => ({
      body: { provider_id: provider.provider_id, access_token: 'my-token', expires_in_seconds: 3600 },
    })),
  run({ world }, { body }) {
    readProvider(world, body.provider_id)
    return { token_id: addToken(world, { ...body, user_id: findUser(world, null) }).id }
  },
})

/** The provider whose tokens belong to the whole workspace. */
const SLACK = 'slack'

export const checkWorkspaceSlackTokensExist = defineUpstreamOperation({
  name: 'checkWorkspaceSlackTokensExist',
  method: 'GET',
  template: '/v2/auth/tokens/workspace/slack/exists',
  summary: 'Returns whether anybody in the workspace has a token for Slack.',
  responses: { 200: object('OAuthTokenStatus', tokenStatusSchema) },
  run: ({ world }) => ({ has_token: listTokens(world, SLACK).length > 0 }),
})

const revocationSchema = z.strictObject({ message: z.string(), revoked_count: z.int() })

export const revokeWorkspaceSlackTokens = defineUpstreamOperation({
  name: 'revokeWorkspaceSlackTokens',
  method: 'DELETE',
  template: '/v2/auth/tokens/workspace/slack',
  summary: 'Deletes the tokens of everybody in the workspace for Slack.',
  responses: { 200: object('WorkspaceSlackTokensRevoked', revocationSchema) },
  prepare: ({ world, prepared }) => prepareRemoval(world, SLACK, () => true, prepared),
  run: ({ world, prepared }) => ({
    message: 'Slack tokens of the workspace revoked',
    revoked_count: removeTokens(world, SLACK, () => true, prepared),
  }),
})

// Most belong to users.
const EVENTS_AT_ONCE = 200

export const listTokenEvents = defineLaterOperation({
  name: 'listTokenEvents',
  method: 'GET',
  template: '/v2/auth/token-events',
  summary: 'Lists what has happened to the OAuth tokens of users, newest first.',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'The `provider_id` of the OAuth provider. Default: all.' },
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of events to return.',
      fallback: 50n,
      minimum: 1,
      maximum: 200,
    },
  },
  responses: { 200: list(tokenEvents) },
  run({ world }, { values: { provider_id, limit } }) {
    const filter: Filter = provider_id === null ? [] : [{ field: 'provider_id', match: 'equals', value: provider_id }]
    const range = { filters: [{ filter }], ordering: 'createdDescending', limit: EVENTS_AT_ONCE }
    const found: RecordOf<typeof tokenEvents>[] = []
    for (let offset = 0n; ; offset += BigInt(EVENTS_AT_ONCE)) {
      const page = world.listingOf(tokenEvents).page({ ...range, offset })
      const events = page.found.map(world.database.of(tokenEvents).read)
      found.push(...events.filter(({ user_id }) => user_id !== null))
      if (!page.hasMore || found.length >= Number(limit)) return found.slice(0, Number(limit))
    }
  },
})
