import type { ServiceRequest } from '../../define/operation/messages.ts'
import type { OperationName } from '../../define/service-types.ts'
import { openDraw } from '../../store/random.ts'
import { canApply, type Effect } from '../effects/effect.ts'
import { type EffectDeclarations, effectsOf } from '../effects/effects.ts'
import type { Fault, FaultEffect } from '../fault.ts'
import type { FaultCandidate } from '../faults.ts'

/** Faults drawn from a seed: the same ones for the same sequence of requests. */
export interface Chaos {
  /** The share of requests that get a fault, from 0 to 1. */
  readonly level: number
  readonly seed: number
}

/**
 * Describes chaos and how to replay it.
 *
 * @param where how the reader replays it: with a flag on the command line, or with an option in code
 */
export function describeChaos({ level, seed }: Chaos, where: 'flag' | 'option'): string {
  const text = `${level}:${seed}`
  const replay = where === 'flag' ? `--chaos ${text}` : `chaos: '${text}'`
  return `Chaos of level ${level} with seed ${seed}. To replay it: ${replay}`
}

// With a frozen clock, a random delay would never end, because no test advances the clock for it.
const UNTIMED = { wait: () => Promise.resolve() }

export interface ChaosEngine {
  /** Whether no fault can apply, so that `findCandidates` need not be called. */
  isQuiet(): boolean
  /** Returns the fault that may apply to a request. Call it once for every request: its results depend on the count. */
  findCandidates(request: ServiceRequest, operation: OperationName | undefined): FaultCandidate[]
  settings(): Chaos
  counts(): ChaosCounts
  /** Lets the draws continue from the counts of others with these settings. */
  continueFrom(counts: ChaosCounts): void
  /** Replaces the settings. If they differ, the draws start anew. @returns whether they differ */
  set(chaos: Chaos): boolean
}

/** What chaos has done since its draws started. */
export interface ChaosCounts {
  /** For how many requests it drew whether a fault applies. */
  readonly requests: number
  /** How many faults applied. */
  readonly applied: number
}

/**
 * Creates chaos. The fault for a request depends on the seed, on the number of requests before it, and
 * on the request itself.
 */
export function createChaos(declared: EffectDeclarations, start: Chaos): ChaosEngine {
  let current = start
  let counts = { requests: 0, applied: 0 }
  return {
    isQuiet: () => current.level === 0,
    settings: () => current,
    counts: () => ({ ...counts }),
    continueFrom(before) {
      counts = { ...before }
    },
    set(chaos) {
      if (chaos.level === current.level && chaos.seed === current.seed) return false
      current = chaos
      // A request that is still waiting counts for the draws that it comes from.
      counts = { requests: 0, applied: 0 }
      return true
    },
    findCandidates(request, operation) {
      if (current.level === 0) return []
      const counting = counts
      counting.requests += 1
      const onUse = (): void => {
        counting.applied += 1
      }
      return drawCandidates(effectsOf(declared), current, { request, operation, turn: counting.requests, onUse })
    },
  }
}

/** A request that chaos draws for. */
interface Drawing {
  readonly request: ServiceRequest
  readonly operation: OperationName | undefined
  /** The number of the request. */
  readonly turn: number
  onUse(): void
}

function drawCandidates(
  effects: readonly Effect[],
  { level, seed }: Chaos,
  { request, operation, turn, onUse }: Drawing,
): FaultCandidate[] {
  const draw = openDraw(seed, `chaos/${operation ?? 'none'}`, turn, 'applies')
  if (!draw.chance(level)) return []
  const effect = draw.pick(weighEffects(effects.filter((each) => canApply(each, request, operation))))
  const settings = effect.schema.parse({ kind: effect.kind, ...effect.chaos?.drawSettings(draw) })
  const fault: Fault = { id: `chaos-${turn}`, match: {}, effect: settings as FaultEffect, probability: 1 }
  const apply = effect.create(settings)
  return [
    {
      fault,
      effect,
      isLeft: () => true,
      apply: (context) => apply({ ...context, draw, ...(context.isFrozen() ? UNTIMED : {}) }),
      count: onUse,
    },
  ]
}

function weighEffects(effects: readonly Effect[]): Effect[] {
  return effects.flatMap((effect) => Array.from({ length: effect.chaos?.weight ?? 0 }, () => effect))
}
