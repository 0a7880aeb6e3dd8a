// Changes a listener.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { listeners } from '../../resources/listeners/listeners.ts'
import { listenerPatchRequest } from './bodies.ts'
import { findListener, listenerId, unknownListener } from './find-listener.ts'

/** Changes a listener. Like in other changes of the service, a field that is null stays as it is. */
export const patchListener = defineOperation({
  name: 'patchListener',
  method: 'PATCH',
  template: '/v2/listeners/{listener_id}',
  summary: 'Changes the version or the namespaces of a listener.',
  addedBy: { operations: ['upstream'] },
  parameters: { listener_id: listenerId },
  body: listenerPatchRequest,
  responses: { 200: record(listeners) },
  refusals: [unknownListener],
  example({ listeners: { list } }) {
    const [listener] = list({ offset: 0, limit: 1 })
    if (listener === undefined) return { missing: 'No listener to change: this world has no listener.' }
    return { path: { listener_id: listener.id }, body: { compute_config: { k8s_namespaces: ['agents', 'previews'] } } }
  },
  run({ world }, { values, body: { version, compute_config } }) {
    const { id } = findListener(world, values.listener_id)
    return world.collections.listeners.update(id, {
      ...(version === null ? {} : { version }),
      ...(compute_config === null ? {} : { compute_config: copyConfig(compute_config) }),
    })
  },
})

/** Copies the namespaces of a body, which are read-only. */
function copyConfig({ k8s_namespaces }: { readonly k8s_namespaces: readonly string[] | null }) {
  return { k8s_namespaces: k8s_namespaces === null ? null : [...k8s_namespaces] }
}
