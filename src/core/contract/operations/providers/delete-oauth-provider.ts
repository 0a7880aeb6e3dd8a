// TODO deleteOAuthProvider

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteOAuthProvider = defineOperation({
  name: 'deleteOAuthProvider',
  method: 'DELETE',
  template: whenUpstream('/v2/auth/providers/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteOAuthProvider is not simulated yet.' })
  },
})
