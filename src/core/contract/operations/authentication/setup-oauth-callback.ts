// TODO setupOAuthCallback

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const setupOAuthCallback = defineOperation({
  name: 'setupOAuthCallback',
  method: 'GET',
  template: whenUpstream('/v2/auth/setup/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
    code: { in: 'query', kind: 'text', description: 'TODO' },
    state: { in: 'query', kind: 'text', description: 'TODO' },
    setup_action: { in: 'query', kind: 'text', description: 'TODO' },
    installation_id: { in: 'query', kind: 'integer', description: 'TODO', fallback: null },
    error: { in: 'query', kind: 'text', description: 'TODO' },
    error_description: { in: 'query', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'setupOAuthCallback is not simulated yet.' })
  },
})
