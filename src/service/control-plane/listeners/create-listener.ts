// Creates a listener.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal, isRefused } from '../../../engine/define/operation/refusal.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import { listeners } from '../../resources/listeners/listeners.ts'
import { listenerCreateRequest } from './bodies.ts'

// Both texts are the real service's own.
const notAllowed = defineRefusal({
  name: 'listeners are not allowed',
  status: ({ listenerCreation }) => (listenerCreation === 'forbidden' ? 403 : undefined),
  text: (tenantId: string) =>
    `Listeners cannot be created for LangSmith workspace ID '${tenantId}'. ` +
    'Creating listeners is only allowed for LangSmith organizations with self-hosted enterprise plans.',
})
const takenComputeId = defineRefusal({
  name: 'compute ID taken',
  status: ({ listenerCreation }) => (listenerCreation === 'forbidden' ? undefined : 409),
  text: (tenantId: string, computeId: string) =>
    `Listener for LangSmith workspace ID '${tenantId}' ` +
    `and compute ID '${cutText(computeId, MOST_ECHOED)}' already exists.`,
})

/** Creates a listener, if the workspace may have any (assumption `listenerCreation`). */
export const createListener = defineOperation({
  name: 'createListener',
  method: 'POST',
  template: '/v2/listeners',
  summary: 'Creates a listener.',
  addedBy: { operations: ['upstream'] },
  parameters: {},
  body: listenerCreateRequest,
  responses: { 201: record(listeners) },
  refusals: [notAllowed, takenComputeId],
  example: () => ({
    body: { compute_type: 'k8s', compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } },
  }),
  run({ assumptions, world }, { body: { version, compute_type, compute_id, compute_config } }) {
    const { tenantId } = world.baseline.context
    if (isRefused(notAllowed, assumptions)) refuse(notAllowed, tenantId)
    if (world.database.of(listeners).find({ compute_id }).length > 0) refuse(takenComputeId, tenantId, compute_id)
    const { k8s_namespaces } = compute_config
    return world.collections.listeners.create({
      version,
      compute_type,
      compute_id,
      compute_config: { k8s_namespaces: k8s_namespaces === null ? null : [...k8s_namespaces] },
    })
  },
})
