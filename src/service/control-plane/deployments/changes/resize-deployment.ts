// Changes of the size of deployments.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import type { Example, OperationContext } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import type { Collections } from '../../../../engine/world/collections.ts'
import {
  DEPLOYMENT_TIERS,
  type DeploymentRecord,
  type DeploymentTier,
  kindOfType,
} from '../../../resources/deployments/deployment.ts'
import { omitNulls } from '../creation/stored-fields.ts'
import { unknownDeployment } from '../find-deployment.ts'
import { startOrSkip } from './start-revision.ts'

/** The sizes to change; null leaves one as it is. */
interface Sizes {
  readonly deployment_tier: DeploymentTier | null
  readonly database_tier: DeploymentTier | null
}

const sizeOfAnotherType = defineRefusal({
  name: 'size of another type',
  status: 400,
  text: (size: string, type: string, sizes: readonly string[]) =>
    `'${size}' is not available for '${type}' deployments, whose type cannot be changed. ` +
    `Available: ${sizes.map((each) => `'${each}'`).join(', ')}.`,
})

/** What `resizeDeployment` rejects. */
export const refusalsOfResizing = [unknownDeployment, sizeOfAnotherType]

/**
 * Changes the size of a deployment, of its database, or of both. The change is rolled out as a revision
 * with the same code.
 *
 * @returns the deployment, whose latest revision is the new one
 * @throws ServiceError if a size belongs to another type of deployment; nothing changes then
 */
export function resizeDeployment(
  context: OperationContext,
  deployment: DeploymentRecord,
  sizes: Sizes,
): DeploymentRecord {
  const { id } = deployment
  const { collections, attempt } = context.world
  for (const size of Object.values(sizes)) if (size !== null) assertOfType(size, deployment)
  return attempt(() => {
    const resized = collections.deployments.update(id, omitNulls(sizes))
    startOrSkip(context, resized)
    return collections.deployments.get(id) ?? resized
  })
}

/** Returns a request to try: the largest size of a deployment. */
export function findResizeExample(
  { list }: Collections['deployments'],
  buildBody: (size: DeploymentTier) => unknown,
): Example {
  const [deployment] = list({ offset: 0, limit: 1 })
  if (deployment === undefined) return { missing: 'No deployment to resize: this world has none.' }
  const size = `${kindOfType(deployment.deployment_type)}_L` as const
  return { path: { deployment_id: deployment.id }, body: buildBody(size) }
}

// The service documents that the type of a deployment never changes, and that each type has its own sizes.
function assertOfType(size: DeploymentTier, { deployment_type }: Pick<DeploymentRecord, 'deployment_type'>): void {
  const sizes = DEPLOYMENT_TIERS.filter((each) => each.startsWith(kindOfType(deployment_type)))
  if (!sizes.includes(size)) refuse(sizeOfAnotherType, size, deployment_type, sizes)
}
