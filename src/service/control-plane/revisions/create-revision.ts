// Starts a revision.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import { revisionCreateRequest } from '../deployments/bodies/deployments.ts'
import { rollOutChange } from '../deployments/changes/change-deployment.ts'
import { wrongSource } from '../deployments/creation/source-rules.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../deployments/find-deployment.ts'

/** Changes a deployment and starts a revision, even if nothing changes. */
export const createRevision = defineOperation({
  name: 'createRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions',
  summary: 'Changes a deployment, and starts a revision even if nothing changes.',
  addedBy: { operations: ['upstream'] },
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: revisionCreateRequest,
  responses: { 201: record(revisions) },
  refusals: [unknownDeployment, wrongSource],
  example({ deployments: { list } }) {
    const [deployment] = list({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No deployment to roll out: this world has none.' }
    return { path: { deployment_id: deployment.id }, body: {} }
  },
  run(context, { values: { deployment_id }, body }) {
    return rollOutChange(context, findDeployment(context.world, deployment_id), body)
  },
})
