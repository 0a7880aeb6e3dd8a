// Changes of the size of deployments.

import { defineRefusal, refuse } from '../../../engine/contract/operation/failure.ts'
import { type Example, tryFirst } from '../../../engine/contract/operation/operation.ts'
import { record } from '../../../engine/contract/operation/responses.ts'
import { choice, defineModel, optional } from '../../../engine/contract/operation/value.ts'
import { omitNulls } from '../../../engine/input/schemas/schema-walk.ts'
import type { Collections, OperationContext } from '../../operation.ts'
import {
  DEPLOYMENT_TIERS,
  type DeploymentRecord,
  type DeploymentTier,
  kindOfType,
} from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { defineBareOperation, defineLaterOperation } from '../upstream-operation.ts'
import { startOrSkip } from './create-from-source.ts'
import { deploymentId, findDeployment, unknownDeployment } from './deployments.ts'

/** The sizes to change; null leaves one as it is. */
type Sizes = Pick<DeploymentRecord, 'deployment_tier' | 'database_tier'>

const sizeOfAnotherType = defineRefusal({
  name: 'size of another type',
  status: 400,
  text: (size: string, type: string, sizes: readonly string[]) =>
    `'${size}' is not available for '${type}' deployments, whose type cannot be changed. ` +
    `Available: ${sizes.map((each) => `'${each}'`).join(', ')}.`,
})

const refusalsOfResizing = [unknownDeployment, sizeOfAnotherType]

/** Changes the size of a deployment or its database, and rolls that out with the same code. @throws ServiceError */
function resizeDeployment(context: OperationContext, deployment: DeploymentRecord, sizes: Sizes): DeploymentRecord {
  const { id } = deployment
  const { collections, attempt } = context.world
  for (const size of Object.values(sizes)) if (size !== null) assertOfType(size, deployment)
  return attempt(() => {
    const resized = collections.deployments.update(id, omitNulls(sizes))
    startOrSkip(context, resized)
    return collections.deployments.get(id) ?? resized
  })
}

function tryLargest({ deployments }: Collections, buildBody: (size: DeploymentTier) => unknown): Example {
  return tryFirst(deployments, 'No deployment to resize: this world has none.', ({ deployment_type }) => ({
    body: buildBody(`${kindOfType(deployment_type)}_L`),
  }))
}

// The service documents that the type of a deployment never changes, and that each type has its own sizes.
function assertOfType(size: DeploymentTier, { deployment_type }: DeploymentRecord): void {
  const sizes = DEPLOYMENT_TIERS.filter((each) => each.startsWith(kindOfType(deployment_type)))
  if (!sizes.includes(size)) refuse(sizeOfAnotherType, size, deployment_type, sizes)
}

const noTier = defineRefusal({ name: 'no size', status: 400, text: "'deployment_tier' is required." })

const deploymentTierPatchRequest = defineModel('DeploymentTierPatchRequest', {
  deployment_tier: optional(choice(DEPLOYMENT_TIERS)),
})

const deploymentResourceTiersPatchRequest = defineModel('DeploymentResourceTiersPatchRequest', {
  compute_tier: optional(choice(DEPLOYMENT_TIERS)),
  database_tier: optional(choice(DEPLOYMENT_TIERS)),
})

export const patchDeploymentTier = defineBareOperation({
  name: 'patchDeploymentTier',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}/deployment-tier',
  summary: 'Changes the size of a deployment and of its database, and starts a revision.',
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentTierPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [noTier, ...refusalsOfResizing],
  example: (db) => tryLargest(db, (deployment_tier) => ({ deployment_tier })),
  run(context, { values: { deployment_id }, body: { deployment_tier } }) {
    const deployment = findDeployment(context.world, deployment_id)
    if (deployment_tier === null) refuse(noTier)
    return resizeDeployment(context, deployment, { deployment_tier, database_tier: deployment_tier })
  },
})

const noSize = defineRefusal({
  basis: 'documented: page, but neither its status nor its text',
  name: 'no size',
  status: 400,
  text: "At least one of 'compute_tier' and 'database_tier' is required.",
})

export const patchDeploymentResourceTiers = defineLaterOperation({
  name: 'patchDeploymentResourceTiers',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}/resource-tiers',
  summary: 'Changes the size of a deployment, that of its database, or both, and starts a revision.',
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentResourceTiersPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [noSize, ...refusalsOfResizing],
  example: (db) => tryLargest(db, (compute_tier) => ({ compute_tier })),
  run(context, { values: { deployment_id }, body: { compute_tier, database_tier } }) {
    const deployment = findDeployment(context.world, deployment_id)
    if (compute_tier === null && database_tier === null) refuse(noSize)
    return resizeDeployment(context, deployment, { deployment_tier: compute_tier, database_tier })
  },
})
