// TODO createConnection

import { createAgentConnectionRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createConnection = defineOperation({
  name: 'createConnection',
  method: 'POST',
  template: whenUpstream('/v2/auth/agents/{agent_id}/connections'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    agent_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: createAgentConnectionRequest,
  responses: { 201: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createConnection is not simulated yet.' })
  },
})
