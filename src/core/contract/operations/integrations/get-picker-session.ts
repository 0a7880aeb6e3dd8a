// TODO getPickerSession

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const getPickerSession = defineOperation({
  name: 'getPickerSession',
  method: 'GET',
  template: whenUpstream('/v2/integrations/forge-github/picker-sessions/{session_id}'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    session_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'getPickerSession is not simulated yet.' })
  },
})
