// Interrupts a rollout.

import { ServiceError } from '../../../engine/define/failure.ts'
import { defineOperation } from '../../../engine/define/operation.ts'
import { record } from '../../../engine/define/responses.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import * as rollout from '../../rollouts/rollout.ts'
import { whenUpstream } from '../when-upstream.ts'
import { findPathRevision, findRevisionExample, revisionPath, UNKNOWN_REVISION } from './find-revision.ts'

/** Interrupts the rollout of a revision. The one that waits for it continues. */
export const interruptRevision = defineOperation({
  name: 'interruptRevision',
  method: 'POST',
  template: whenUpstream('/v2/deployments/{deployment_id}/revisions/{revision_id}/interruption'),
  summary: 'Interrupts the rollout of a revision.',
  addedBy: 'operations',
  parameters: revisionPath,
  responses: { 200: record(revisions) },
  refusals: () => ({ ...UNKNOWN_REVISION, 'rollout that has ended': 400 }),
  example: findRevisionExample,
  run({ world }, { values }) {
    const { revision } = findPathRevision(world, values)
    const interrupted = rollout.interruptRevision(world, revision)
    if (interrupted !== undefined) return interrupted
    const detail = `Revision ID ${revision.id} cannot be interrupted: its status is ${revision.status}.`
    throw new ServiceError({ status: 400, detail })
  },
})
