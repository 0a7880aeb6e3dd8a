// Lists listeners.

import { listeners } from '../../../resources/listeners/listeners.ts'
import { page } from '../../responses.ts'
import { findNextOffset, findPage } from '../list-page.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** Lists the listeners, newest first. */
export const listListeners = defineOperation({
  name: 'listListeners',
  method: 'GET',
  template: whenUpstream('/v2/listeners'),
  summary: 'Lists the listeners, newest first.',
  addedBy: 'operations',
  parameters: {
    limit: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of listeners to return.',
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
  responses: { 200: page(listeners) },
  run({ assumptions, world }, { values }) {
    const { offset, limit } = values
    const found = findPage(world, listeners, {
      filters: [],
      ordering: 'createdDescending',
      offset,
      limit: Number(limit),
    })
    return found.withOffset(findNextOffset(values, found, assumptions))
  },
})
