// The log lines that the first version of the service's API lists, where a deployment is a project.

import type { BodyOf } from '../../../engine/define/operation/body-value.ts'
import { defineOperation, type OperationContext } from '../../../engine/define/operation/operation.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import { unknownDeployment } from '../deployments/find-deployment.ts'
import { unknownRevision } from '../revisions/find-revision.ts'
import { logsRequest } from './bodies.ts'
import { offsetOfAnotherLog } from './log-cursor.ts'
import { findRevisionExample, logs, toLogs } from './log-responses.ts'
import { type LogQuery, readLogs } from './read-logs.ts'

const project_id = { in: 'path', kind: 'uuid', description: 'The id of the deployment.', of: deployments } as const
const revision_id = { in: 'path', kind: 'uuid', description: 'The id of the revision.', of: revisions } as const

/** Lists what the revisions of a deployment logged while they were deployed and running. */
export const listProjectDeployLogs = defineOperation({
  name: 'listProjectDeployLogs',
  method: 'POST',
  template: '/v1/projects/{project_id}/deploy_logs',
  summary: 'Lists what the revisions of a deployment logged.',
  addedBy: { operations: ['upstream'] },
  changesWithTime: true,
  parameters: { project_id },
  body: logsRequest,
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment],
  example(db) {
    const [deployment] = db.deployments.list({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No logs to list: this world has no deployment.' }
    return { path: { project_id: deployment.id }, body: { limit: 100, order: 'desc' } }
  },
  run: (context, { values, body }) =>
    readPage(context, body, { deploymentId: values.project_id, revisionId: null, kind: 'deploy' }),
})

/** Lists the deploy log of a revision. */
export const listProjectRevisionDeployLogs = defineProjectRevisionLogs('listProjectRevisionDeployLogs', 'deploy')

/** Lists the build log of a revision. */
export const listProjectRevisionBuildLogs = defineProjectRevisionLogs('listProjectRevisionBuildLogs', 'build')

function defineProjectRevisionLogs<const Name extends string>(name: Name, kind: LogQuery['kind']) {
  return defineOperation({
    name,
    method: 'POST',
    template: `/v1/projects/{project_id}/revisions/{revision_id}/${kind}_logs`,
    summary: `Lists the lines of the ${kind} log of a revision.`,
    addedBy: { operations: ['upstream'] },
    changesWithTime: true,
    parameters: { project_id, revision_id },
    body: logsRequest,
    responses: { 200: logs },
    refusals: [offsetOfAnotherLog, unknownDeployment, unknownRevision],
    example(db) {
      const example = findRevisionExample(db, 'project_id')
      return 'missing' in example ? example : { ...example, body: { limit: 100, order: 'desc' } }
    },
    run: (context, { values, body }) =>
      readPage(context, body, { deploymentId: values.project_id, revisionId: values.revision_id, kind }),
  })
}

function readPage(
  context: OperationContext,
  { order, limit, offset, start_time, end_time, query, level, run_id }: BodyOf<typeof logsRequest>,
  which: Pick<LogQuery, 'deploymentId' | 'revisionId' | 'kind'>,
) {
  const found = readLogs(context, {
    ...which,
    order,
    limit,
    place: { refusal: offsetOfAnotherLog, value: offset },
    startTime: start_time,
    endTime: end_time,
    query,
    level,
    runId: run_id,
  })
  return toLogs(found, context.assumptions)
}
