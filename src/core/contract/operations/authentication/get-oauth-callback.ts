// TODO getOAuthCallback

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getOAuthCallback = defineOperation({
  name: 'getOAuthCallback',
  method: 'GET',
  template: whenUpstream('/v2/auth/callback/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
    code: { in: 'query', kind: 'text', description: 'TODO' },
    state: { in: 'query', kind: 'text', description: 'TODO' },
    error: { in: 'query', kind: 'text', description: 'TODO' },
    error_description: { in: 'query', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getOAuthCallback is not simulated yet.' })
  },
})
