// Connects an agent with a token.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { connections } from '../../../resources/connections/connections.ts'
import { createAgentConnectionRequest } from '../bodies.ts'
import { readToken, unknownToken } from '../tokens/tokens.ts'
import { agentId, findAgent } from './agent.ts'
import { connect } from './connections.ts'

/** Connects an agent with a token, which it may then use. If it already is, its connection remains. */
export const createConnection = defineOperation({
  name: 'createConnection',
  method: 'POST',
  template: '/v2/auth/agents/{agent_id}/connections',
  summary: 'Connects an agent with a token.',
  addedBy: { operations: ['upstream'] },
  parameters: { agent_id: agentId },
  body: createAgentConnectionRequest,
  responses: { 201: record(connections) },
  refusals: [unknownToken],
  example(db) {
    const [token] = db.tokens.list({ offset: 0, limit: 1 })
    if (token === undefined) return { missing: 'No token to connect an agent with: this world has none.' }
    return { path: { agent_id: findAgent(db) }, body: { oauth_token_id: token.id } }
  },
  run: ({ world }, { values, body }) => connect(world, values.agent_id, readToken(world, body.oauth_token_id)),
})
