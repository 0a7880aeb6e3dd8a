// Finds the deployment that a path names.

import { ServiceError } from '../../../engine/define/failure.ts'
import type { World } from '../../../engine/world/world.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'

/** The parameter in the paths of a deployment. */
export const deploymentId = {
  in: 'path',
  kind: 'uuid',
  description: 'The id of the deployment.',
  of: deployments,
} as const

/** What an operation on a deployment rejects. */
export const UNKNOWN_DEPLOYMENT = { 'unknown deployment': 404 } as const

/** Finds a deployment. @throws ServiceError if there is none with this id */
export function findDeployment(world: World, id: string): DeploymentRecord {
  return world.database.of(deployments).get(id) ?? refuseUnknownDeployment(id)
}

/** Ends a request for an unknown deployment. @throws ServiceError */
export function refuseUnknownDeployment(id: string): never {
  throw new ServiceError({ status: 404, detail: `Deployment ID ${id} not found.` })
}
