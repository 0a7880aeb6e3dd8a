// TODO checkWorkspaceSlackTokensExist

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const checkWorkspaceSlackTokensExist = defineOperation({
  name: 'checkWorkspaceSlackTokensExist',
  method: 'GET',
  template: whenUpstream('/v2/auth/tokens/workspace/slack/exists'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'checkWorkspaceSlackTokensExist is not simulated yet.' })
  },
})
