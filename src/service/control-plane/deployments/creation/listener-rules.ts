// The listener of a new deployment.

import type { Assumptions } from '../../../../engine/assumptions/assumptions.ts'
import { refuse } from '../../../../engine/define/operation/failure.ts'
import type { World } from '../../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../../fastapi/errors/cut-input.ts'
import { listeners } from '../../../resources/listeners/listeners.ts'
import { unknownListener } from '../../listeners/find-listener.ts'
import type { CreateBody } from '../bodies/deployments.ts'
import { wrongSource } from './source-rules.ts'

/**
 * Checks the listener that deploys an image of another registry, and its namespace.
 *
 * @throws ServiceError if a workspace with listeners gets none, or an unknown one
 */
export function assertListener(
  { source, source_config: { listener_id, listener_config } }: CreateBody,
  { database }: World,
  { creationReferences }: Assumptions,
): void {
  const table = database.of(listeners)
  if (listener_id === null) {
    if (source !== 'external_docker' || table.count() === 0) return
    const ids = writeList(table.all().map(({ id }) => id))
    // The real service's own words.
    refuse(wrongSource, `'source_config.listener_id' is required for workspace with available listener IDs: ${ids}`)
  }
  if (creationReferences === 'unchecked') return
  const listener = table.get(listener_id)
  if (listener === undefined) refuse(unknownListener, listener_id)
  const { k8s_namespaces } = listener.compute_config
  const namespace = listener_config?.k8s_namespace ?? null
  if (namespace === null || k8s_namespaces === null || k8s_namespaces.includes(namespace)) return
  const allowed = writeList(k8s_namespaces)
  refuse(wrongSource, `'source_config.listener_config.k8s_namespace' must be one of ${allowed}`)
}

// As Python writes it.
function writeList(items: readonly string[]): string {
  return cutText(`[${items.map((item) => `'${item}'`).join(', ')}]`, MOST_ECHOED)
}
