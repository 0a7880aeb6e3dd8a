// TODO listPlatformOAuthProviders

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listPlatformOAuthProviders = defineOperation({
  name: 'listPlatformOAuthProviders',
  method: 'GET',
  template: whenUpstream('/v2/auth/platform-providers'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listPlatformOAuthProviders is not simulated yet.' })
  },
})
