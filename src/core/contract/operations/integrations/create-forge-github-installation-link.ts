// TODO createForgeGithubInstallationLink

import { githubInstallLinkRequest } from '../../bodies/integrations.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createForgeGithubInstallationLink = defineOperation({
  name: 'createForgeGithubInstallationLink',
  method: 'POST',
  template: whenUpstream('/v2/integrations/forge-github/installation-link'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: githubInstallLinkRequest,
  isBodyOptional: true,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createForgeGithubInstallationLink is not simulated yet.' })
  },
})
