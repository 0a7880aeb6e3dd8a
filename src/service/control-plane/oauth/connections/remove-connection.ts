// Ends the connection of an agent with a token.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { nothing } from '../../../../engine/http/operation-declaration.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import { connections } from '../../../resources/connections/connections.ts'
import { agentId } from './agent.ts'

const unknownConnection = defineRefusal({
  name: 'unknown connection',
  status: 404,
  text: (id: string) => `Connection ID ${cutText(id, MOST_ECHOED)} not found.`,
})

/** Ends the connection of an agent with a token. The token remains. */
export const removeConnection = defineOperation({
  name: 'removeConnection',
  method: 'DELETE',
  template: '/v2/auth/agents/{agent_id}/connections/{connection_id}',
  summary: 'Ends the connection of an agent with a token.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    agent_id: agentId,
    connection_id: { in: 'path', kind: 'text', description: 'The id of the connection.' },
  },
  responses: { 204: nothing },
  refusals: [unknownConnection],
  example({ connections: { list } }) {
    const [connection] = list({ offset: 0, limit: 1 })
    if (connection === undefined) return { missing: 'No connection to end: this world has none.' }
    return { path: { agent_id: connection.agent_id, connection_id: connection.id } }
  },
  run({ world }, { values: { agent_id, connection_id } }) {
    const found = world.database.of(connections).get(connection_id.toLowerCase())
    if (found?.agent_id !== agent_id) refuse(unknownConnection, connection_id)
    world.collections.connections.delete(found.id)
  },
})
