// Lists listeners.

import { findPage, pageParameters } from '../../../engine/contract/list-page.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { page } from '../../../engine/define/operation/responses.ts'
import { pageEnvelope } from '../../envelopes.ts'
import { findNextOffset } from '../../listing/next-offset.ts'
import { listeners } from '../../resources/listeners/listeners.ts'

/** Lists the listeners, newest first. */
export const listListeners = defineOperation({
  name: 'listListeners',
  method: 'GET',
  template: '/v2/listeners',
  summary: 'Lists the listeners, newest first.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    ...pageParameters('listeners'),
  },
  responses: { 200: page(listeners, pageEnvelope) },
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
