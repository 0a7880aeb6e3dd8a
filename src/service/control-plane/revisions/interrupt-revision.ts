// Interrupts a rollout.

import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../engine/define/operation/refusal.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import * as rollout from '../../rollouts/rollout.ts'
import { findPathRevision, findRevisionExample, refusalsOfPath, revisionPath } from './find-revision.ts'

const endedRollout = defineRefusal({
  name: 'rollout that has ended',
  status: 400,
  text: (id: string, status: string) => `Revision ID ${id} cannot be interrupted: its status is ${status}.`,
})

/** Interrupts the rollout of a revision. The one that waits for it continues. */
export const interruptRevision = defineOperation({
  name: 'interruptRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/interruption',
  summary: 'Interrupts the rollout of a revision.',
  addedBy: { operations: ['upstream'] },
  parameters: revisionPath,
  responses: { 200: record(revisions) },
  refusals: [...refusalsOfPath, endedRollout],
  example: findRevisionExample,
  run({ world }, { values }) {
    const { revision } = findPathRevision(world, values)
    return rollout.interruptRevision(world, revision) ?? refuse(endedRollout, revision.id, revision.status)
  },
})
