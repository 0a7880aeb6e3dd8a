// Returns a listener.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { listeners } from '../../resources/listeners/listeners.ts'
import { findListener, listenerId, unknownListener } from './find-listener.ts'

/** Returns a listener. */
export const getListener = defineOperation({
  name: 'getListener',
  method: 'GET',
  template: '/v2/listeners/{listener_id}',
  summary: 'Returns a listener.',
  addedBy: { operations: ['upstream'] },
  parameters: { listener_id: listenerId },
  responses: { 200: record(listeners) },
  refusals: [unknownListener],
  run: ({ world }, { values }) => findListener(world, values.listener_id),
})
