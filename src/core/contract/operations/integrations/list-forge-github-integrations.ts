// TODO listForgeGithubIntegrations

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listForgeGithubIntegrations = defineOperation({
  name: 'listForgeGithubIntegrations',
  method: 'GET',
  template: whenUpstream('/v1/integrations/forge/github/install'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listForgeGithubIntegrations is not simulated yet.' })
  },
})
