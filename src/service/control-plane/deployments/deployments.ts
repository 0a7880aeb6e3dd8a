// Single deployments, their number, and how they are deleted.

import * as z from 'zod'
import { defineRefusal, refuse, textOf } from '../../../engine/contract/operation/failure.ts'
import { object, record } from '../../../engine/contract/operation/responses.ts'
import { uuid } from '../../../engine/contract/operation/value.ts'
import { nothing, replyWith } from '../../../engine/http/operation-declaration.ts'
import type { World } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { findDeleted, removeDeployment } from '../../rollouts/rollout.ts'
import { defineLaterOperation, defineUnknown, defineUpstreamOperation, idInPath } from '../upstream-operation.ts'

export const deploymentId = idInPath(deployments)

export const unknownDeployment = defineUnknown('Deployment', 'documented: OpenAPI')

/** Finds a deployment. @throws ServiceError if there is none with this id */
export function findDeployment(world: World, id: string): DeploymentRecord {
  return world.database.of(deployments).get(id) ?? refuse(unknownDeployment, id)
}

/** The real service limits their number. */
export const getFreeDeploymentCount = defineLaterOperation({
  name: 'getFreeDeploymentCount',
  method: 'GET',
  template: '/v2/deployments/free-count',
  summary: 'Counts the deployments of the type `dev_free`.',
  responses: { 200: object('FreeDeploymentCount', z.strictObject({ count: z.int() })) },
  run({ assumptions, world }) {
    const { countAll } = world.listingOf(deployments).page({
      filters: [{ filter: [{ field: 'deployment_type', match: 'equals', value: 'dev_free' }] }],
      ordering: assumptions.deploymentOrdering,
      offset: 0n,
      limit: 1,
    })
    return { count: countAll() }
  },
})

export const getDeployment = defineUpstreamOperation({
  name: 'getDeployment',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Returns a deployment, also for some time after it was deleted.',
  parameters: { deployment_id: deploymentId },
  responses: { 200: record(deployments) },
  refusals: [unknownDeployment],
  run({ world }, { values: { deployment_id: id } }) {
    return world.database.of(deployments).get(id) ?? findDeleted(world, id) ?? refuse(unknownDeployment, id)
  },
})

const forcedTooEarly = defineRefusal({
  basis: 'documented: page',
  name: 'forced before it was deleted',
  status: 400,
  text: (id: string) => `Deployment ID ${id} must be deleted before its deletion can be forced.`,
})

/** Its tracing project remains, and keeps its name. */
export const deleteDeployment = defineUpstreamOperation({
  basis: { except: { 'documented: page': ['?force'] } },
  name: 'deleteDeployment',
  method: 'DELETE',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Deletes a deployment. It can still be read for some time.',
  parameters: {
    deployment_id: deploymentId,
    delete_tracing_project: {
      in: 'query',
      kind: 'boolean',
      description: 'Whether the tracing project is deleted, too. If not, the name stays taken.',
      fallback: false,
    },
    force: {
      in: 'query',
      kind: 'boolean',
      description: 'Whether to end the deletion at once. The deployment must have been deleted before.',
      fallback: false,
    },
  },
  responses: { 204: nothing },
  refusals: [unknownDeployment, forcedTooEarly],
  run({ world }, { values: { deployment_id: id, delete_tracing_project, force } }) {
    const deployment = world.database.of(deployments).get(id)
    if (deployment !== undefined) {
      if (force) refuse(forcedTooEarly, id)
      return removeDeployment(world, deployment, { keepsProject: !delete_tracing_project })
    }
    if (findDeleted(world, id) === undefined) refuse(unknownDeployment, id)
    const { deletions } = world.collections
    if (force && delete_tracing_project) deletions.delete(id)
    else if (force) deletions.update(id, { state: 'DELETED', deployment: null })
    else if (delete_tracing_project) deletions.update(id, { keeps_project: false })
  },
})

const deletionResultSchema = z.strictObject({
  deleted: z.array(z.uuid()).describe('The ids of the deployments that were deleted.'),
  errors: z.array(z.strictObject({ deployment_id: z.uuid(), status: z.int(), detail: z.string() })),
})

const result = object('DeploymentsDeletion', deletionResultSchema)

const onlyUnknown = defineRefusal({
  basis: 'documented: OpenAPI',
  name: 'only unknown deployments',
  status: 404,
  text: ([id = '', ...others]: readonly string[]) =>
    others.length === 0 ? textOf(unknownDeployment, id) : 'None of the deployment IDs were found.',
})

/** Their tracing projects remain, and keep their names. */
export const deleteDeployments = defineUpstreamOperation({
  basis: { except: { guessed: ['DeploymentsDeletion'] } },
  name: 'deleteDeployments',
  method: 'DELETE',
  template: '/v2/deployments',
  summary: 'Deletes the deployments with the given ids.',
  parameters: {
    deployment_ids: {
      in: 'query',
      kind: 'list',
      of: uuid(),
      most: 100,
      description: 'The ids of the deployments, one for each parameter.',
      isRequired: true,
      resource: deployments,
    },
  },
  responses: { 200: result, 207: result },
  refusals: [onlyUnknown],
  run({ world }, { values: { deployment_ids } }) {
    const ids = [...new Set(deployment_ids)]
    const table = world.database.of(deployments)
    const found = ids.flatMap((id) => table.get(id) ?? [])
    if (found.length === 0) refuse(onlyUnknown, ids)
    for (const each of found) removeDeployment(world, each, { keepsProject: true })
    const deleted = found.map(({ id }) => id)
    const errors = ids
      .filter((id) => !deleted.includes(id))
      .map((id) => ({ deployment_id: id, status: 404, detail: textOf(unknownDeployment, id) }))
    return replyWith(errors.length === 0 ? 200 : 207, { deleted, errors })
  },
})
