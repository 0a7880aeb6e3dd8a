// TODO listProjectRevisionBuildLogs

import { logsRequest } from '../../bodies/logs.ts'
import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listProjectRevisionBuildLogs = defineOperation({
  name: 'listProjectRevisionBuildLogs',
  method: 'POST',
  template: whenUpstream('/v1/projects/{project_id}/revisions/{revision_id}/build_logs'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    project_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    revision_id: { in: 'path', kind: 'uuid', description: 'TODO' },
  },
  body: logsRequest,
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listProjectRevisionBuildLogs is not simulated yet.' })
  },
})
