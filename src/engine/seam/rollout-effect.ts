// What the engine reads of the service: the effect on rollouts.

export { rolloutEffect } from '../../service/rollouts/rollout-effect.ts'
