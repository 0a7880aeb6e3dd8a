// TODO listGithubIntegrations

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listGithubIntegrations = defineOperation({
  name: 'listGithubIntegrations',
  method: 'GET',
  template: whenUpstream('/v1/integrations/github/install'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listGithubIntegrations is not simulated yet.' })
  },
})
