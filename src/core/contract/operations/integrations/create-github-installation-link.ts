// TODO createGithubInstallationLink

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createGithubInstallationLink = defineOperation({
  name: 'createGithubInstallationLink',
  method: 'POST',
  template: whenUpstream('/v2/integrations/github/installation-link'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createGithubInstallationLink is not simulated yet.' })
  },
})
