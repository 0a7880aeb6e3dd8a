// TODO patchListener

import { listenerPatchRequest } from '../../bodies/listeners.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const patchListener = defineOperation({
  name: 'patchListener',
  method: 'PATCH',
  template: whenUpstream('/v2/listeners/{listener_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    listener_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: listenerPatchRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'patchListener is not simulated yet.' })
  },
})
