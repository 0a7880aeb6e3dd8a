// Deletes a deployment.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import { nothing } from '../../../engine/http/operation-declaration.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import * as rollout from '../../rollouts/rollout.ts'
import { deploymentId, unknownDeployment } from './find-deployment.ts'

const forcedTooEarly = defineRefusal({
  name: 'forced before it was deleted',
  status: 400,
  text: (id: string) => `Deployment ID ${id} must be deleted before its deletion can be forced.`,
})

/**
 * Deletes a deployment. It is not in the list any more, but it can be read for some time. Its tracing
 * project remains, and keeps its name.
 */
export const deleteDeployment = defineOperation({
  name: 'deleteDeployment',
  method: 'DELETE',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Deletes a deployment. It can still be read for some time.',
  addedBy: { operations: ['upstream'] },
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
  run({ assumptions, world }, { values: { deployment_id: id, delete_tracing_project, force } }) {
    const deployment = world.database.of(deployments).get(id)
    if (deployment !== undefined) {
      if (force) refuse(forcedTooEarly, id)
      return rollout.deleteDeployment(world, deployment, { keepsProject: !delete_tracing_project }, assumptions)
    }
    if (rollout.findDeleted(world, id) === undefined) refuse(unknownDeployment, id)
    const { deletions } = world.collections
    if (force && delete_tracing_project) deletions.delete(id)
    else if (force) deletions.update(id, { state: 'DELETED', deployment: null })
    else if (delete_tracing_project) deletions.update(id, { keeps_project: false })
  },
})
