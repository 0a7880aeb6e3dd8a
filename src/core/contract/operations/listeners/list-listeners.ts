// TODO listListeners

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listListeners = defineOperation({
  name: 'listListeners',
  method: 'GET',
  template: whenUpstream('/v2/listeners'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
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
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listListeners is not simulated yet.' })
  },
})
