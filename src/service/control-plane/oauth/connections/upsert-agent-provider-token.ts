// Adds a token that only one agent uses.

import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { record } from '../../../../engine/define/operation/responses.ts'
import { connections } from '../../../resources/connections/connections.ts'
import { providerId, readProvider, unknownProvider } from '../../providers/find-provider.ts'
import { upsertAgentProviderTokenRequest } from '../bodies.ts'
import { addToken } from '../tokens/tokens.ts'
import { agentId, findAgent } from './agent.ts'
import { connect, disconnect } from './connections.ts'

/** Adds a token that only an agent uses, in place of its previous connection to the provider. */
export const upsertAgentProviderToken = defineOperation({
  name: 'upsertAgentProviderToken',
  method: 'POST',
  template: '/v2/auth/agents/{agent_id}/providers/{provider_id}/tokens',
  summary: 'Adds a token that only an agent uses, in place of its previous one.',
  addedBy: { operations: ['upstream'] },
  parameters: { agent_id: agentId, provider_id: providerId },
  body: upsertAgentProviderTokenRequest,
  responses: { 201: record(connections) },
  refusals: [unknownProvider],
  example(db) {
    const [provider] = db.providers.list({ offset: 0, limit: 1 })
    if (provider === undefined) return { missing: 'No provider to add a token for: this world has none.' }
    const path = { agent_id: findAgent(db), provider_id: provider.provider_id }
    return { path, body: { access_token: 'my-token', scopes: ['email'] } }
  },
  run({ world }, { values: { agent_id, provider_id }, body }) {
    readProvider(world, provider_id)
    disconnect(world, agent_id, provider_id)
    return connect(world, agent_id, addToken(world, { ...body, provider_id, user_id: null, is_default: false }))
  },
})
