// TODO getOAuthProvider

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getOAuthProvider = defineOperation({
  name: 'getOAuthProvider',
  method: 'GET',
  template: whenUpstream('/v2/auth/providers/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getOAuthProvider is not simulated yet.' })
  },
})
