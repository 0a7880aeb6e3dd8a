// Lists the connections of an agent.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { list } from '../../../../engine/define/operation/responses.ts'
import { connections } from '../../../resources/connections/connections.ts'
import { agentId, tryAgent } from './agent.ts'
import { listConnectionsOf } from './connections.ts'

/** Lists the connections of an agent. An agent that is not known has none. */
export const listConnections = defineOperation({
  name: 'listConnections',
  method: 'GET',
  template: '/v2/auth/agents/{agent_id}/connections',
  summary: 'Lists the connections of an agent.',
  addedBy: { operations: ['upstream'] },
  parameters: { agent_id: agentId },
  responses: { 200: list(connections, () => ({ list: 'data', fields: {} })) },
  example: tryAgent,
  run: ({ world }, { values }) => listConnectionsOf(world, values.agent_id),
})
