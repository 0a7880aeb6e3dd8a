// TODO createPickerSessionSelection

import { forgeGithubPickerSelectionRequest } from '../../bodies/integrations.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const createPickerSessionSelection = defineOperation({
  name: 'createPickerSessionSelection',
  method: 'POST',
  template: whenUpstream('/v2/integrations/forge-github/picker-sessions/{session_id}/selection'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    session_id: { in: 'path', kind: 'text', description: 'TODO' },
  },
  body: forgeGithubPickerSelectionRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'createPickerSessionSelection is not simulated yet.' })
  },
})
