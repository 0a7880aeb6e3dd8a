// TODO listTokenEvents

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listTokenEvents = defineOperation({
  name: 'listTokenEvents',
  method: 'GET',
  template: whenUpstream('/v2/auth/token-events'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    provider_id: { in: 'query', kind: 'text', description: 'TODO' },
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of records to return.',
      fallback: 50n,
      minimum: 1,
      maximum: 200,
    },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listTokenEvents is not simulated yet.' })
  },
})
