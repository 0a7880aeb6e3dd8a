// TODO removeConnection

import { nothing } from '../../../http/operation.ts'
import { ServiceError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const removeConnection = defineOperation({
  name: 'removeConnection',
  method: 'DELETE',
  template: whenUpstream('/v2/auth/agents/{agent_id}/connections/{connection_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    agent_id: { in: 'path', kind: 'text', description: 'TODO' },
    connection_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 204: nothing },
  run() {
    throw new ServiceError({ status: 501, detail: 'removeConnection is not simulated yet.' })
  },
})
