// The list of effects.

import type { Declarations } from '../../contract/operation/declarations.ts'
import { derivedFrom, onDemandBy } from '../../limits/on-demand.ts'
import type * as bodies from './bodies.ts'
import { malformedEffect, truncateEffect } from './bodies.ts'
import type { DeclaredEffect, Effect } from './effect.ts'
import type * as lists from './list-effects.ts'
import { duplicateRecordEffect, emptyEffect, missingRecordEffect, staleEffect } from './list-effects.ts'
import type * as responses from './responses.ts'
import { rateLimitEffect, respondEffect, statusEffect } from './responses.ts'
import type * as transport from './transport.ts'
import { delayEffect, resetEffect, stallEffect, wrongLengthEffect } from './transport.ts'

// `typeof` keeps the descriptions of the settings in the declarations.
type EffectOf<Module> = Module extends unknown ? Module[keyof Module] : never
export type CommonEffect = EffectOf<typeof bodies | typeof lists | typeof responses | typeof transport>

export const commonEffects: readonly CommonEffect[] = [
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
]

export interface EffectDeclarations extends Declarations {
  /** What faults can do besides what they can do to any service. */
  readonly effects: readonly DeclaredEffect[]
}

type DeclaredEffects = Pick<EffectDeclarations, 'operations' | 'effects'>

/** Returns all effects: those that any service can have, and the service's own. */
export const effectsOf = derivedFrom(({ operations, effects }: DeclaredEffects): readonly Effect[] => {
  // Effects that apply to the same requests share the function that says so.
  const fitsOf = onDemandBy((fits: NonNullable<DeclaredEffect['fits']>): NonNullable<Effect['fits']> => {
    return (request, name) => operations.some((each) => each.name === name && fits(request, each))
  })
  return [...commonEffects, ...effects].map(({ operations: of, fits, ...effect }: DeclaredEffect) => ({
    ...effect,
    ...(of !== undefined && { operations: typeof of === 'function' ? of(operations) : of }),
    ...(fits !== undefined && { fits: fitsOf.get(fits) }),
  }))
})

/** Returns the effect with these settings, which the schema has accepted, so that there is one. */
export function findEffect(declared: EffectDeclarations, { kind }: { kind: string }): Effect {
  return effectsOf(declared).find((each) => each.kind === kind) as Effect
}
