// TODO checkOAuthTokenExists

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const checkOAuthTokenExists = defineOperation({
  name: 'checkOAuthTokenExists',
  method: 'GET',
  template: whenUpstream('/v2/auth/tokens/exists'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'TODO', isRequired: true },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'checkOAuthTokenExists is not simulated yet.' })
  },
})
