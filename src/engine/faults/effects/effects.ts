// The list of effects.

import { rolloutEffect } from '../../seam/rollout-effect.ts'
import { malformedEffect, truncateEffect } from './bodies.ts'
import type { Effect } from './effect.ts'
import { duplicateRecordEffect, emptyEffect, missingRecordEffect, staleEffect } from './list-effects.ts'
import { rateLimitEffect, respondEffect, statusEffect } from './responses.ts'
import { delayEffect, resetEffect, stallEffect, wrongLengthEffect } from './transport.ts'

/** All effects. */
export const effects: readonly Effect[] = [
  statusEffect,
  respondEffect,
  delayEffect,
  stallEffect,
  resetEffect,
  truncateEffect,
  malformedEffect,
  wrongLengthEffect,
  rateLimitEffect,
  staleEffect,
  emptyEffect,
  duplicateRecordEffect,
  missingRecordEffect,
  rolloutEffect,
]

/** Returns the effect with these settings, which the schema has accepted, so that there is one. */
export function findEffect({ kind }: { kind: string }): Effect {
  return effects.find((each) => each.kind === kind) as Effect
}
