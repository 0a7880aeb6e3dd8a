// Deletes a listener.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { nothing } from '../../../engine/http/operation-declaration.ts'
import { findListener, listenerId, unknownListener } from './find-listener.ts'

/**
 * Deletes a listener. Deployments that use it keep its id: the service documents no error for them, and a
 * listener that ends does not stop what it has deployed.
 */
export const deleteListener = defineOperation({
  name: 'deleteListener',
  method: 'DELETE',
  template: '/v2/listeners/{listener_id}',
  summary: 'Deletes a listener.',
  addedBy: { operations: ['upstream'] },
  parameters: { listener_id: listenerId },
  responses: { 204: nothing },
  refusals: [unknownListener],
  run({ world }, { values }) {
    world.collections.listeners.delete(findListener(world, values.listener_id).id)
  },
})
