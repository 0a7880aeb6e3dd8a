// TODO finalizeOAuthCallback

import { oauthFinalizeRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const finalizeOAuthCallback = defineOperation({
  name: 'finalizeOAuthCallback',
  method: 'POST',
  template: whenUpstream('/v2/auth/callback/{provider_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: oauthFinalizeRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'finalizeOAuthCallback is not simulated yet.' })
  },
})
