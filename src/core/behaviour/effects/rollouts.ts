// The effect on the rollouts of revisions.

import * as z from 'zod'
import { REVISION_OUTCOMES } from '../../resources/revisions/revision.ts'
import { defineEffect } from './effect.ts'

/** Decides how the rollout of a revision ends that the request starts. The response itself stays as it is. */
export const rolloutEffect = defineEffect({
  kind: 'rollout',
  title: 'Outcome of a rollout',
  description: 'Decides how the rollout of the revision ends that the request starts. The response stays unchanged.',
  schema: z.strictObject({
    kind: z.literal('rollout'),
    outcome: z.enum(REVISION_OUTCOMES).describe('How the rollout ends, or where it stops.'),
  }),
  operations: ['createDeployment', 'patchDeployment', 'createRevision', 'redeployRevision'],
  create:
    ({ outcome }) =>
    ({ decideRollout, respond }) => {
      decideRollout(outcome)
      return respond()
    },
})
