import { delayEffect } from './delay.ts'
import { duplicateRecordEffect } from './duplicate-record.ts'
import type { Effect } from './effect.ts'
import { emptyEffect } from './empty.ts'
import { malformedEffect } from './malformed.ts'
import { missingRecordEffect } from './missing-record.ts'
import { rateLimitEffect } from './rate-limit.ts'
import { resetEffect } from './reset.ts'
import { staleEffect } from './stale.ts'
import { stallEffect } from './stall.ts'
import { statusEffect } from './status.ts'
import { truncateEffect } from './truncate.ts'
import { wrongLengthEffect } from './wrong-length.ts'

/** All effects. */
export const effects: readonly Effect[] = [
  statusEffect,
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
]

/** Returns the effect with these settings, which the schema has accepted, so that there is one. */
export function findEffect({ kind }: { kind: string }): Effect {
  return effects.find((each) => each.kind === kind) as Effect
}
