// TODO listRevisions

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listRevisions = defineOperation({
  name: 'listRevisions',
  method: 'GET',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'TODO' },
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of records to return.',
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    offset: {
      in: 'query',
      kind: 'integer',
      description: 'The `offset` of the previous page, to get the next page.',
      fallback: 0n,
      minimum: 0,
    },
    status: { in: 'query', kind: 'text', description: 'TODO' },
    remote_reconciled: { in: 'query', kind: 'boolean', description: 'TODO' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listRevisions is not simulated yet.' })
  },
})
