import type { ServiceRequest } from '../../contract/operation/messages.ts'
import { openDraw } from '../../store/random.ts'
import { canApply } from '../effects/effect.ts'
import { type EffectDeclarations, effectsOf } from '../effects/effects.ts'
import type { Fault, FaultEffect } from '../fault.ts'
import type { FaultCandidate } from '../fault-list.ts'

/** Faults drawn from a seed: the same ones for the same sequence of requests. */
export interface Chaos {
  /** The share of requests that get a fault, from 0 to 1. */
  readonly level: number
  /** The seed that faults are drawn from. */
  readonly seed: number
}

export function isSameChaos(one: Chaos, other: Chaos): boolean {
  return one.level === other.level && one.seed === other.seed
}

/** What chaos has done since its draws started. */
export interface ChaosCounts {
  /** For how many requests it drew whether a fault applies. */
  readonly requests: number
  /** How many faults applied. */
  readonly applied: number
}

/** Describes chaos and how to replay it: with a flag on the command line, or with an option in code. */
export function describeChaos({ level, seed }: Chaos, where: 'flag' | 'option'): string {
  const text = `${level}:${seed}`
  const replay = where === 'flag' ? `--chaos ${text}` : `chaos: '${text}'`
  return `Chaos of level ${level} with seed ${seed}. To replay it: ${replay}`
}

// With a frozen clock, a random delay would never end, because no test advances the clock for it.
const UNTIMED = { wait: () => Promise.resolve() }
// Each request gets a fault of its own.
const FORGETFUL = { recall: () => undefined, remember: () => undefined }

interface NumberedRequest {
  readonly operation: string | undefined
  readonly number: number
  onUse(): void
}

/** Draws the fault of a request, if it gets one, from the seed and the number of the request. */
export function drawFault(
  declared: EffectDeclarations,
  { level, seed }: Chaos,
  request: ServiceRequest,
  { operation, number, onUse }: NumberedRequest,
): FaultCandidate | undefined {
  const draw = openDraw(seed, `chaos/${operation ?? 'none'}`, number, 'applies')
  if (!draw.chance(level)) return undefined
  const possible = effectsOf(declared).filter((each) => canApply(each, request, operation))
  const effect = draw.pick(possible.flatMap((each) => Array.from({ length: each.chaos?.weight ?? 0 }, () => each)))
  const settings = effect.schema.parse({ kind: effect.kind, ...effect.chaos?.drawSettings(draw) })
  const fault: Fault = { id: `chaos-${number}`, match: {}, effect: settings as FaultEffect, probability: 1 }
  return {
    fault,
    effect,
    apply(context) {
      const outcome = effect.apply(settings, { ...context, draw, ...FORGETFUL, ...(context.isFrozen() && UNTIMED) })
      if (outcome !== undefined) onUse()
      return outcome
    },
    countWithNext: () => ({ applied: null, times: null }),
    note: () => undefined,
  }
}
