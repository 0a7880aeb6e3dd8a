// Which tokens an agent may use.

import type { World } from '../../../../engine/world/world.ts'
import { type ConnectionRecord, toTokenFields } from '../../../resources/connections/connection.ts'
import { connections } from '../../../resources/connections/connections.ts'
import type { TokenRecord } from '../../../resources/tokens/token.ts'
import { tokens } from '../../../resources/tokens/tokens.ts'
import { removeToken } from '../tokens/tokens.ts'

type Connection = ConnectionRecord

/** Lists the connections of an agent, each with what its token says now. */
export function listConnectionsOf(world: World, agentId: string): Connection[] {
  return world.database.of(connections).find({ agent_id: agentId }).map(withToken(world))
}

/** Connects an agent with a token. A connection that exists already remains. */
export function connect(world: World, agentId: string, token: TokenRecord): Connection {
  const [known] = world.database.of(connections).find({ agent_id: agentId, oauth_token_id: token.id })
  if (known !== undefined) return withToken(world)(known)
  return world.collections.connections.create({ agent_id: agentId, oauth_token_id: token.id })
}

/** Returns the token of a provider that an agent is connected with, if there is one. */
export function findConnected(world: World, agentId: string, providerId: string): TokenRecord | undefined {
  const connection = listConnectionsOf(world, agentId).findLast(({ provider_id }) => provider_id === providerId)
  return connection && world.database.of(tokens).get(connection.oauth_token_id)
}

// The token may have changed since the connection was created.
function withToken({ database }: World): (connection: Connection) => Connection {
  return (connection) => {
    const token = database.of(tokens).get(connection.oauth_token_id)
    return token === undefined ? connection : ({ ...connection, ...toTokenFields(token) } as Connection)
  }
}

/**
 * Ends the connections of an agent to a provider. A token that only agents use is removed with its last
 * connection.
 */
export function disconnect(world: World, agentId: string, providerId: string): void {
  const { database, collections } = world
  for (const { id, oauth_token_id } of database.of(connections).find({ agent_id: agentId, provider_id: providerId })) {
    collections.connections.delete(id)
    const token = database.of(tokens).get(oauth_token_id)
    const isUsed = database.of(connections).find({ oauth_token_id }).length > 0
    if (token?.user_id === null && !isUsed) removeToken(world, token)
  }
}
