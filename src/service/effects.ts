// The effects of faults that only this service has.

import { rolloutEffect } from './rollouts/rollout-effect.ts'

/** All of them. */
export const effects = [rolloutEffect] as const
