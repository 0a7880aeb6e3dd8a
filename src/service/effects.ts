// The effects of faults that only this service has.

import * as z from 'zod'
import { defineEffect } from '../engine/faults/effects/effect.ts'
import { endingOf, REVISION_OUTCOMES } from './resources/deployments/revision.ts'

/** Decides the outcome of the rollout that a request starts. The response stays unchanged. */
const rolloutEffect = defineEffect({
  kind: 'rollout',
  title: 'Outcome of a rollout',
  description: 'Decides the outcome of the rollout that the request starts. The response stays unchanged.',
  settings: {
    outcome: z.enum(REVISION_OUTCOMES).describe('How the rollout ends, or where it stops.'),
  },
  example: { outcome: 'buildFails' },
  isProbed: false,
  chaos: null,
  short: { setting: 'outcome', description: 'The outcome of the rollout that the request starts.' },
  operations: (all) => all.filter(({ takesHints }) => takesHints?.includes('rollout')).map(({ name }) => name),
  describe: ({ outcome }) => endingOf(outcome).fault,
  apply({ outcome }, { hint, respond }) {
    hint({ rollout: outcome })
    return respond()
  },
})

export const effects: readonly [typeof rolloutEffect] = [rolloutEffect]
