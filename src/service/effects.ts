// The effects of faults that only this service has.

import * as z from 'zod'
import { defineEffect } from '../engine/faults/effects/effect.ts'
import { REVISION_OUTCOMES, type RevisionOutcome } from './resources/deployments/revision.ts'

const OUTCOMES: Readonly<Record<RevisionOutcome, string>> = {
  succeeds: 'lets the rollout succeed',
  createFails: 'lets the rollout fail before the build',
  buildFails: 'lets the build fail',
  deployFails: 'lets the deployment of the build fail',
  createHangs: 'lets the rollout hang before the build',
  buildHangs: 'lets the build hang',
  deployHangs: 'lets the deployment of the build hang',
  skipped: 'skips the rollout',
  interrupted: 'interrupts the rollout',
}

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
  describe: ({ outcome }) => OUTCOMES[outcome],
  apply({ outcome }, { hint, respond }) {
    hint({ rollout: outcome })
    return respond()
  },
})

export const effects: readonly [typeof rolloutEffect] = [rolloutEffect]
