// Returns a revision.

import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { record } from '../../../engine/define/operation/responses.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import { findPathRevision, findRevisionExample, refusalsOfPath, revisionPath } from './find-revision.ts'

/** Returns a revision, which clients poll until its rollout has ended. */
export const getRevision = defineOperation({
  name: 'getRevision',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}',
  summary: 'Returns a revision of a deployment.',
  addedBy: { operations: ['upstream'] },
  parameters: revisionPath,
  responses: { 200: record(revisions) },
  refusals: refusalsOfPath,
  example: findRevisionExample,
  run: ({ world }, { values }) => findPathRevision(world, values).revision,
})
