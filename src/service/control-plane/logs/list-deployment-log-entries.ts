// The log lines of a deployment, in pages with cursors.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { unknownDeployment } from '../deployments/find-deployment.ts'
import { unknownRevision } from '../revisions/find-revision.ts'
import { cursorOfAnotherLog } from './log-cursor.ts'
import { order, search, timeRange } from './log-parameters.ts'
import { logEntries, toLogEntries } from './log-responses.ts'
import { readLogs } from './read-logs.ts'

/** Lists what a deployment or one of its revisions logged. */
export const listDeploymentLogEntries = defineOperation({
  name: 'listDeploymentLogEntries',
  method: 'GET',
  template: '/v2/deployment-logs',
  summary: 'Lists the log lines of a deployment, in pages with cursors.',
  addedBy: { operations: ['upstream'] },
  changesWithTime: true,
  parameters: {
    deployment_id: { in: 'query', kind: 'uuid', description: 'The id of the deployment.', isRequired: true },
    revision_id: { in: 'query', kind: 'uuid', description: 'The id of a revision. Default: all.' },
    log_type: {
      in: 'query',
      kind: 'choice',
      description: 'The log of the build, or that of the deployment.',
      choices: ['BUILD', 'DEPLOY'],
      fallback: 'DEPLOY',
    },
    ...timeRange,
    sort_order: order,
    page_size: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of lines to return.',
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    cursor: { in: 'query', kind: 'text', description: 'The `next_cursor` of the previous page, to get the next page.' },
    ...search,
  },
  responses: { 200: logEntries },
  refusals: [cursorOfAnotherLog, unknownDeployment, unknownRevision],
  example(db) {
    const [deployment] = db.deployments.list({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No logs to list: this world has no deployment.' }
    return { query: { deployment_id: deployment.id } }
  },
  run(context, { values }) {
    const found = readLogs(context, {
      deploymentId: values.deployment_id,
      revisionId: values.revision_id,
      kind: values.log_type === 'BUILD' ? 'build' : 'deploy',
      order: values.sort_order,
      limit: Number(values.page_size),
      place: { refusal: cursorOfAnotherLog, value: values.cursor },
      startTime: values.start_time,
      endTime: values.end_time,
      query: values.query,
      level: values.level,
      runId: values.run_id,
    })
    return toLogEntries(found, context.assumptions)
  },
})
