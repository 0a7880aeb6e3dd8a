// TODO listProjectRevisionDeployLogs

import { logsRequest } from '../../bodies/logs.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listProjectRevisionDeployLogs = defineOperation({
  name: 'listProjectRevisionDeployLogs',
  method: 'POST',
  template: whenUpstream('/v1/projects/{project_id}/revisions/{revision_id}/deploy_logs'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    project_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    revision_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: logsRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listProjectRevisionDeployLogs is not simulated yet.' })
  },
})
