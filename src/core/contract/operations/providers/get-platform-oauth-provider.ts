// TODO getPlatformOAuthProvider

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getPlatformOAuthProvider = defineOperation({
  name: 'getPlatformOAuthProvider',
  method: 'GET',
  template: whenUpstream('/v2/auth/platform-providers/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getPlatformOAuthProvider is not simulated yet.' })
  },
})
