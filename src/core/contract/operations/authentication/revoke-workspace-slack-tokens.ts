// TODO revokeWorkspaceSlackTokens

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const revokeWorkspaceSlackTokens = defineOperation({
  name: 'revokeWorkspaceSlackTokens',
  method: 'DELETE',
  template: whenUpstream('/v2/auth/tokens/workspace/slack'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'revokeWorkspaceSlackTokens is not simulated yet.' })
  },
})
