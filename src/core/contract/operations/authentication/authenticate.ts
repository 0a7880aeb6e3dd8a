// TODO authenticate

import { authAuthenticateRequest } from '../../bodies/authentication.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const authenticate = defineOperation({
  name: 'authenticate',
  method: 'POST',
  template: whenUpstream('/v2/auth/authenticate'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: authAuthenticateRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'authenticate is not simulated yet.' })
  },
})
