// The OAuth tokens that agents use, which they are connected with.

import { refuse } from '../../../engine/contract/operation/failure.ts'
import { type Example, tryFirst } from '../../../engine/contract/operation/operation.ts'
import { list, record } from '../../../engine/contract/operation/responses.ts'
import {
  defineModel,
  integer,
  list as listOf,
  map,
  optional,
  text,
  withDefault,
} from '../../../engine/contract/operation/value.ts'
import { nothing } from '../../../engine/http/operation-declaration.ts'
import type { Collections, World } from '../../operation.ts'
import { type ConnectionRecord, connections, toTokenFields } from '../../resources/connections.ts'
import { type TokenRecord, tokens } from '../../resources/tokens.ts'
import { providerId, readProvider, unknownProvider } from '../providers.ts'
import { defineLaterOperation, defineUnknown, defineUpstreamOperation } from '../upstream-operation.ts'
import { addToken, readToken, removeToken, unknownToken } from './token-records.ts'

const createAgentConnectionRequest = defineModel('CreateAgentConnectionRequest', {
  oauth_token_id: text(),
})

const upsertAgentProviderTokenRequest = defineModel('UpsertAgentProviderTokenRequest', {
  access_token: text(),
  refresh_token: optional(text()),
  expires_in_seconds: optional(integer()),
  scopes: withDefault(listOf(text()), []),
  provider_account_label: optional(text()),
  metadata: optional(map()),
})

/** The parameter with the id of an agent. The service accepts any text. */
const agentId = { in: 'path', kind: 'text', description: 'The id of the agent.' } as const

/** The agent of requests to try: that of the first connection of a world. */
function findAgent({ connections: { list } }: Collections): string {
  return list({ offset: 0, limit: 1 })[0]?.agent_id ?? 'my-agent'
}

function tryAgent(db: Collections): Example {
  return { path: { agent_id: findAgent(db) } }
}

/** Lists the connections of an agent, each with what its token says now. */
function listConnectionsOf(world: World, agentId: string): ConnectionRecord[] {
  return world.database.of(connections).find({ agent_id: agentId }).map(withToken(world))
}

/** Connects an agent with a token. A connection that exists already remains. */
export function connectAccount(world: World, agentId: string, token: TokenRecord): ConnectionRecord {
  const [known] = world.database.of(connections).find({ agent_id: agentId, oauth_token_id: token.id })
  if (known !== undefined) return withToken(world)(known)
  return world.collections.connections.create({ agent_id: agentId, oauth_token_id: token.id })
}

export function findConnected(world: World, agentId: string, providerId: string): TokenRecord | undefined {
  const { database } = world
  const found = database.of(connections).find({ agent_id: agentId, provider_id: providerId })
  return database.of(tokens).get(found.at(-1)?.oauth_token_id ?? '')
}

// The token may have changed since the connection was created.
function withToken({ database }: World): (connection: ConnectionRecord) => ConnectionRecord {
  return (connection) => {
    const token = database.of(tokens).get(connection.oauth_token_id)
    return token === undefined ? connection : ({ ...connection, ...toTokenFields(token) } as ConnectionRecord)
  }
}

/** Ends the connections of an agent to a provider. A token that only agents use is removed with its last connection. */
function disconnect(world: World, agentId: string, providerId: string): void {
  const { database, collections } = world
  for (const { id, oauth_token_id } of database.of(connections).find({ agent_id: agentId, provider_id: providerId })) {
    collections.connections.delete(id)
    const token = database.of(tokens).get(oauth_token_id)
    if (token?.user_id === null && !database.of(connections).has({ oauth_token_id })) removeToken(world, token)
  }
}

/** An agent that is not known has none. */
export const listConnections = defineUpstreamOperation({
  name: 'listConnections',
  method: 'GET',
  template: '/v2/auth/agents/{agent_id}/connections',
  summary: 'Lists the connections of an agent.',
  parameters: { agent_id: agentId },
  responses: { 200: list(connections, () => ({ list: 'data', fields: {} })) },
  example: tryAgent,
  run: ({ world }, { values }) => listConnectionsOf(world, values.agent_id),
})

/** If it is connected already, its connection remains. */
export const createConnection = defineUpstreamOperation({
  name: 'createConnection',
  method: 'POST',
  template: '/v2/auth/agents/{agent_id}/connections',
  summary: 'Connects an agent with a token.',
  parameters: { agent_id: agentId },
  body: createAgentConnectionRequest,
  responses: { 201: record(connections) },
  refusals: [unknownToken],
  example: (db) =>
    tryFirst(db.tokens, 'No token to connect an agent with: this world has none.', (token) => ({
      path: { agent_id: findAgent(db) },
      body: { oauth_token_id: token.id },
    })),
  run: ({ world }, { values, body }) => connectAccount(world, values.agent_id, readToken(world, body.oauth_token_id)),
})

const unknownConnection = defineUnknown('Connection')

/** The token remains. */
export const removeConnection = defineUpstreamOperation({
  name: 'removeConnection',
  method: 'DELETE',
  template: '/v2/auth/agents/{agent_id}/connections/{connection_id}',
  summary: 'Ends the connection of an agent with a token.',
  parameters: {
    agent_id: agentId,
    connection_id: { in: 'path', kind: 'text', description: 'The id of the connection.' },
  },
  responses: { 204: nothing },
  refusals: [unknownConnection],
  example: (db) =>
    tryFirst(db.connections, 'No connection to end: this world has none.', (connection) => ({
      path: { agent_id: connection.agent_id, connection_id: connection.id },
    })),
  run({ world }, { values: { agent_id, connection_id } }) {
    const found = world.database.of(connections).get(connection_id.toLowerCase())
    if (found?.agent_id !== agent_id) refuse(unknownConnection, connection_id)
    world.collections.connections.delete(found.id)
  },
})

export const upsertAgentProviderToken = defineLaterOperation({
  name: 'upsertAgentProviderToken',
  method: 'POST',
  template: '/v2/auth/agents/{agent_id}/providers/{provider_id}/tokens',
  summary: 'Adds a token that only an agent uses, in place of its previous one.',
  parameters: { agent_id: agentId, provider_id: providerId },
  body: upsertAgentProviderTokenRequest,
  responses: { 201: record(connections) },
  refusals: [unknownProvider],
  example: (db) =>
    tryFirst(db.providers, 'No provider to add a token for: this world has none.', (provider) => ({
      path: { agent_id: findAgent(db), provider_id: provider.provider_id },
      body: { access_token: 'my-token', scopes: ['email'] },
    })),
  run({ world }, { values: { agent_id, provider_id }, body }) {
    readProvider(world, provider_id)
    disconnect(world, agent_id, provider_id)
    return connectAccount(world, agent_id, addToken(world, { ...body, provider_id, user_id: null, is_default: false }))
  },
})
