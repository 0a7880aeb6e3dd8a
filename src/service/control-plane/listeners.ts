// The listeners of a workspace.

import { findPage, pageParameters } from '../../engine/contract/list-page.ts'
import { defineRefusal, isRefused, refuse } from '../../engine/contract/operation/failure.ts'
import { page, record } from '../../engine/contract/operation/responses.ts'
import { choice, defineModel, list, nested, optional, text } from '../../engine/contract/operation/value.ts'
import { nothing } from '../../engine/http/operation-declaration.ts'
import { omitNulls } from '../../engine/input/schemas/schema-walk.ts'
import { cutText, MOST_ECHOED } from '../../fastapi/errors/cut-input.ts'
import { findPageLength, finishPage, pageEnvelope } from '../envelopes.ts'
import type { World } from '../operation.ts'
import { type ListenerRecord, listeners } from '../resources/listeners.ts'
import { defineUnknown, defineUpstreamOperation, idInPath } from './upstream-operation.ts'

const listenerComputeConfig = defineModel('ListenerComputeConfig', {
  k8s_namespaces: optional(list(text())),
})

const listenerCreateRequest = defineModel('ListenerCreateRequest', {
  version: optional(text()),
  compute_type: choice(['k8s']),
  compute_id: text(),
  compute_config: nested(listenerComputeConfig),
})

const listenerPatchRequest = defineModel('ListenerPatchRequest', {
  version: optional(text()),
  compute_config: optional(nested(listenerComputeConfig)),
})

export const unknownListener = defineUnknown('Listener', 'documented: OpenAPI')

const listenerId = idInPath(listeners)

/** Returns the listener with an id. @throws ServiceError for an unknown id */
function findListener({ database }: World, id: string): ListenerRecord {
  return database.of(listeners).get(id) ?? refuse(unknownListener, id)
}

export const listListeners = defineUpstreamOperation({
  name: 'listListeners',
  method: 'GET',
  template: '/v2/listeners',
  summary: 'Lists the listeners, newest first.',
  parameters: pageParameters('listeners'),
  responses: { 200: page(listeners, pageEnvelope) },
  run({ assumptions, world }, { values }) {
    const found = findPage(world, listeners, {
      filters: [],
      ordering: 'createdDescending',
      offset: values.offset,
      limit: findPageLength(values, assumptions),
    })
    return finishPage(values, found, assumptions)
  },
})

const notAllowed = defineRefusal({
  basis: 'documented: OpenAPI',
  name: 'listeners are not allowed',
  status: ({ listenerCreation }) => (listenerCreation === 'forbidden' ? 403 : undefined),
  text: (tenantId: string) =>
    `Listeners cannot be created for LangSmith workspace ID '${tenantId}'. ` +
    'Creating listeners is only allowed for LangSmith organizations with self-hosted enterprise plans.',
})
const takenComputeId = defineRefusal({
  basis: 'documented: OpenAPI',
  name: 'compute ID taken',
  status: ({ listenerCreation }) => (listenerCreation === 'forbidden' ? undefined : 409),
  text: (tenantId: string, computeId: string) =>
    `Listener for LangSmith workspace ID '${tenantId}' ` +
    `and compute ID '${cutText(computeId, MOST_ECHOED)}' already exists.`,
})

/** Creates a listener, if the workspace may have any (assumption `listenerCreation`). */
export const createListener = defineUpstreamOperation({
  name: 'createListener',
  method: 'POST',
  template: '/v2/listeners',
  summary: 'Creates a listener.',
  body: listenerCreateRequest,
  responses: { 201: record(listeners) },
  refusals: [notAllowed, takenComputeId],
  example: () => ({
    body: { compute_type: 'k8s', compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } },
  }),
  run({ assumptions, world }, { body: { version, compute_type, compute_id, compute_config } }) {
    const { tenantId } = world.baseline.context
    if (isRefused(notAllowed, assumptions)) refuse(notAllowed, tenantId)
    if (world.database.of(listeners).has({ compute_id })) refuse(takenComputeId, tenantId, compute_id)
    return world.collections.listeners.create({ version, compute_type, compute_id, compute_config })
  },
})

export const getListener = defineUpstreamOperation({
  name: 'getListener',
  method: 'GET',
  template: '/v2/listeners/{listener_id}',
  summary: 'Returns a listener.',
  parameters: { listener_id: listenerId },
  responses: { 200: record(listeners) },
  refusals: [unknownListener],
  run: ({ world }, { values }) => findListener(world, values.listener_id),
})

/** Like in other changes of the service, a field that is null stays as it is. */
export const patchListener = defineUpstreamOperation({
  name: 'patchListener',
  method: 'PATCH',
  template: '/v2/listeners/{listener_id}',
  summary: 'Changes the version or the namespaces of a listener.',
  parameters: { listener_id: listenerId },
  body: listenerPatchRequest,
  responses: { 200: record(listeners) },
  refusals: [unknownListener],
  example: () => ({ body: { compute_config: { k8s_namespaces: ['agents', 'previews'] } } }),
  run({ world }, { values, body: { version, compute_config } }) {
    const { id } = findListener(world, values.listener_id)
    return world.collections.listeners.update(id, omitNulls({ version, compute_config }))
  },
})

/**
 * Deployments that use it keep its id: the service documents no error for them, and a listener that ends does
 * not stop what it has deployed.
 */
export const deleteListener = defineUpstreamOperation({
  name: 'deleteListener',
  method: 'DELETE',
  template: '/v2/listeners/{listener_id}',
  summary: 'Deletes a listener.',
  parameters: { listener_id: listenerId },
  responses: { 204: nothing },
  refusals: [unknownListener],
  run({ world }, { values }) {
    world.collections.listeners.delete(findListener(world, values.listener_id).id)
  },
})
