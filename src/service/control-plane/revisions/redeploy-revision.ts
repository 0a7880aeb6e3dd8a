// Rolls out a revision again.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { hasEnded } from '../../resources/revisions/revision.ts'
import * as rollout from '../../rollouts/rollout.ts'
import { findDeployment } from '../deployments/find-deployment.ts'
import { findPathRevision, findRevisionExample, refusalsOfPath, revisionPath } from './find-revision.ts'

const unendedRollout = defineRefusal({
  name: 'rollout in progress',
  status: 400,
  text: (id: string, status: string) => `Revision ID ${id} cannot be redeployed while its status is ${status}.`,
})

/** Rolls out a revision again, for example to return to an older one. */
export const redeployRevision = defineOperation({
  name: 'redeployRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/redeploy',
  summary: 'Rolls out a revision again, as a new revision.',
  addedBy: { operations: ['upstream'] },
  takesHints: ['rollout'],
  parameters: revisionPath,
  responses: { 200: record(deployments) },
  refusals: [...refusalsOfPath, unendedRollout],
  example: findRevisionExample,
  run({ assumptions, world, hints: { rollout: outcome } }, { values }) {
    const { deployment, revision } = findPathRevision(world, values)
    if (!hasEnded(revision.status)) refuse(unendedRollout, revision.id, revision.status)
    rollout.redeployRevision(world, deployment, revision, { outcome }, assumptions)
    return findDeployment(world, deployment.id)
  },
})
