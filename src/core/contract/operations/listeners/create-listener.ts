// TODO createListener

import { listenerCreateRequest } from '../../bodies/listeners.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createListener = defineOperation({
  name: 'createListener',
  method: 'POST',
  template: whenUpstream('/v2/listeners'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {},
  body: listenerCreateRequest,
  responses: { 201: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createListener is not simulated yet.' })
  },
})
