// TODO listRevisionLogs

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listRevisionLogs = defineOperation({
  name: 'listRevisionLogs',
  method: 'GET',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions/{revision_id}/logs'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    revision_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    start_time: { in: 'query', kind: 'dateTime', description: 'TODO' },
    end_time: { in: 'query', kind: 'dateTime', description: 'TODO' },
    order: { in: 'query', kind: 'choice', description: 'TODO', choices: ['asc', 'desc'], fallback: 'asc' },
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of records to return.',
      fallback: 50n,
      minimum: 1,
      maximum: 1000,
    },
    offset: { in: 'query', kind: 'text', description: 'The `offset` of the previous page, to get the next page.' },
    query: { in: 'query', kind: 'text', description: 'TODO' },
    level: {
      in: 'query',
      kind: 'choice',
      description: 'TODO',
      choices: ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'],
    },
    run_id: { in: 'query', kind: 'text', description: 'TODO' },
    type: { in: 'query', kind: 'choice', description: 'TODO', choices: ['build', 'deploy'], isRequired: true },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listRevisionLogs is not simulated yet.' })
  },
})
