// TODO importOAuthToken

import { oauthTokenImportRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const importOAuthToken = defineOperation({
  name: 'importOAuthToken',
  method: 'POST',
  template: whenUpstream('/v2/auth/tokens/import'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: oauthTokenImportRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'importOAuthToken is not simulated yet.' })
  },
})
