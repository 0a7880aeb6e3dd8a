// TODO getListener

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getListener = defineOperation({
  name: 'getListener',
  method: 'GET',
  template: whenUpstream('/v2/listeners/{listener_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    listener_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getListener is not simulated yet.' })
  },
})
