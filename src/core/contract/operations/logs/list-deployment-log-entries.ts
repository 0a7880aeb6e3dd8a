// TODO listDeploymentLogEntries

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listDeploymentLogEntries = defineOperation({
  name: 'listDeploymentLogEntries',
  method: 'GET',
  template: whenUpstream('/v2/deployment-logs'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'query', kind: 'uuid', description: 'TODO', isRequired: true },
    revision_id: { in: 'query', kind: 'uuid', description: 'TODO' },
    log_type: { in: 'query', kind: 'choice', description: 'TODO', choices: ['BUILD', 'DEPLOY'], fallback: 'DEPLOY' },
    start_time: { in: 'query', kind: 'dateTime', description: 'TODO' },
    end_time: { in: 'query', kind: 'dateTime', description: 'TODO' },
    sort_order: { in: 'query', kind: 'choice', description: 'TODO', choices: ['asc', 'desc'], fallback: 'asc' },
    page_size: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of records to return.',
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    cursor: { in: 'query', kind: 'text', description: 'The `next_cursor` of the previous page, to get the next page.' },
    query: { in: 'query', kind: 'text', description: 'TODO' },
    level: {
      in: 'query',
      kind: 'choice',
      description: 'TODO',
      choices: ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'],
    },
    run_id: { in: 'query', kind: 'text', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listDeploymentLogEntries is not simulated yet.' })
  },
})
