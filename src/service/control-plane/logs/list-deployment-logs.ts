// The log lines of a deployment and of one of its revisions, in pages with offsets.

import { defineOperation, type OperationContext } from '../../../engine/define/operation/operation.ts'
import type { ParameterValues } from '../../../engine/define/operation/parameter.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import { LOG_KINDS } from '../../rollouts/log-lines.ts'
import { unknownDeployment } from '../deployments/find-deployment.ts'
import { unknownRevision } from '../revisions/find-revision.ts'
import { offsetOfAnotherLog } from './log-cursor.ts'
import { offsetPages } from './log-parameters.ts'
import { findRevisionExample, logs, toLogs } from './log-responses.ts'
import { type LogQuery, readLogs } from './read-logs.ts'

const deployment_id = { in: 'path', kind: 'uuid', description: 'The id of the deployment.', of: deployments } as const

/** Lists what the revisions of a deployment logged while they were deployed and running. */
export const listDeploymentLogs = defineOperation({
  name: 'listDeploymentLogs',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/logs',
  summary: 'Lists what the revisions of a deployment logged.',
  addedBy: { operations: ['upstream'] },
  changesWithTime: true,
  parameters: { deployment_id, ...offsetPages },
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment],
  run: (context, { values }) => readPage(context, values, { revisionId: null, kind: 'deploy' }),
})

/** Lists the build log or the deploy log of a revision. */
export const listRevisionLogs = defineOperation({
  name: 'listRevisionLogs',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/logs',
  summary: 'Lists the lines of a log of a revision.',
  addedBy: { operations: ['upstream'] },
  changesWithTime: true,
  parameters: {
    deployment_id,
    revision_id: { in: 'path', kind: 'uuid', description: 'The id of the revision.', of: revisions },
    ...offsetPages,
    type: {
      in: 'query',
      kind: 'choice',
      description: 'The log of the build, or that of the deployment.',
      choices: LOG_KINDS,
      isRequired: true,
    },
  },
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment, unknownRevision],
  example: (db) => findRevisionExample(db, 'deployment_id', { type: 'build' }),
  run: (context, { values }) =>
    readPage(context, values, { revisionId: values.revision_id, kind: values.type === 'build' ? 'build' : 'deploy' }),
})

type Values = ParameterValues<typeof offsetPages & { deployment_id: typeof deployment_id }>

function readPage(context: OperationContext, values: Values, which: Pick<LogQuery, 'revisionId' | 'kind'>) {
  const found = readLogs(context, {
    ...which,
    deploymentId: values.deployment_id,
    order: values.order,
    limit: Number(values.limit),
    place: { refusal: offsetOfAnotherLog, value: values.offset },
    startTime: values.start_time,
    endTime: values.end_time,
    query: values.query,
    level: values.level,
    runId: values.run_id,
  })
  return toLogs(found, context.assumptions)
}
