// TODO upsertAgentProviderToken

import { upsertAgentProviderTokenRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const upsertAgentProviderToken = defineOperation({
  name: 'upsertAgentProviderToken',
  method: 'POST',
  template: whenUpstream('/v2/auth/agents/{agent_id}/providers/{provider_id}/tokens'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    agent_id: { in: 'path', kind: 'text', description: 'TODO' },
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: upsertAgentProviderTokenRequest,
  responses: { 201: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'upsertAgentProviderToken is not simulated yet.' })
  },
})
