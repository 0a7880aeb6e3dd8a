// TODO deleteListener

import { nothing } from '../../../http/operation.ts'
import { ServiceError } from '../../errors.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const deleteListener = defineOperation({
  name: 'deleteListener',
  method: 'DELETE',
  template: whenUpstream('/v2/listeners/{listener_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    listener_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  responses: { 204: nothing },
  run() {
    throw new ServiceError({ status: 501, detail: 'deleteListener is not simulated yet.' })
  },
})
