// TODO listConnections

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listConnections = defineOperation({
  name: 'listConnections',
  method: 'GET',
  template: whenUpstream('/v2/auth/agents/{agent_id}/connections'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    agent_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listConnections is not simulated yet.' })
  },
})
