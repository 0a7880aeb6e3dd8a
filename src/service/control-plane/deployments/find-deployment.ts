// Finds the deployment that a path names.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
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

/** The refusal of an unknown deployment. */
export const unknownDeployment = defineRefusal({
  name: 'unknown deployment',
  status: 404,
  text: (id: string) => `Deployment ID ${id} not found.`,
})

/** Finds a deployment. @throws ServiceError if there is none with this id */
export function findDeployment(world: World, id: string): DeploymentRecord {
  return world.database.of(deployments).get(id) ?? refuse(unknownDeployment, id)
}
