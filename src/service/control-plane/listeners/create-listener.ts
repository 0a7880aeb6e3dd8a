// Creates a listener.

import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import { ServiceError } from '../../../engine/define/failure.ts'
import { defineOperation } from '../../../engine/define/operation.ts'
import { record } from '../../../engine/define/responses.ts'
import type { World } from '../../../engine/world/world.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { listeners } from '../../resources/listeners/listeners.ts'
import { whenUpstream } from '../when-upstream.ts'
import { listenerCreateRequest } from './bodies.ts'

/** Creates a listener, if the workspace may have any (assumption `listenerCreation`). */
export const createListener = defineOperation({
  name: 'createListener',
  method: 'POST',
  template: whenUpstream('/v2/listeners'),
  summary: 'Creates a listener.',
  addedBy: 'operations',
  parameters: {},
  body: listenerCreateRequest,
  responses: { 201: record(listeners) },
  refusals: ({ listenerCreation }) => ({
    ...(listenerCreation === 'forbidden' ? { 'listeners are not allowed': 403 } : { 'compute ID taken': 409 }),
  }),
  example: () => ({
    body: { compute_type: 'k8s', compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } },
  }),
  run({ assumptions, world }, { body: { version, compute_type, compute_id, compute_config } }) {
    assertAllowed(world, assumptions)
    assertFree(compute_id, world)
    const { k8s_namespaces } = compute_config
    return world.collections.listeners.create({
      version,
      compute_type,
      compute_id,
      compute_config: { k8s_namespaces: k8s_namespaces === null ? null : [...k8s_namespaces] },
    })
  },
})

// Both texts are the real service's own.
function assertAllowed({ baseline }: World, { listenerCreation }: Assumptions): void {
  if (listenerCreation === 'allowed') return
  const detail =
    `Listeners cannot be created for LangSmith workspace ID '${baseline.context.tenantId}'. ` +
    'Creating listeners is only allowed for LangSmith organizations with self-hosted enterprise plans.'
  throw new ServiceError({ status: 403, detail })
}

function assertFree(computeId: string, { baseline, database }: World): void {
  if (database.of(listeners).find({ compute_id: computeId }).length === 0) return
  const detail =
    `Listener for LangSmith workspace ID '${baseline.context.tenantId}' ` +
    `and compute ID '${cutText(computeId, MOST_ECHOED)}' already exists.`
  throw new ServiceError({ status: 409, detail })
}
