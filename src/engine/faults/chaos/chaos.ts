import type { ServiceRequest } from '../../define/messages.ts'
import type { OperationName, OwnEffect } from '../../define/service-types.ts'
import { type Draw, openDraw } from '../../store/random.ts'
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
  // Only effects with a weight are drawn.
  const settings = effect.schema.parse(wayOf(effect)?.settle(draw))
  const fault: Fault = { id: `chaos-${turn}`, match: {}, effect: settings as FaultEffect, probability: 1 }
  const apply = effect.create(settings)
  return [
    {
      fault,
      isLeft: () => true,
      apply: (context) => apply({ ...context, draw, ...(context.isFrozen() ? UNTIMED : {}) }),
      count: onUse,
    },
  ]
}

// The effects of a service itself are never drawn.
type EffectKind = Exclude<FaultEffect['kind'], OwnEffect['kind']>

// The relative probability of each effect, and its random settings. It is a record so that the
// compiler finds missing kinds. Effects that let a client wait are less likely than short ones.
const ways: { readonly [Kind in EffectKind]: { weight: number; settle(draw: Draw): { kind: Kind } } } = {
  status: { weight: 30, settle: (draw) => ({ kind: 'status', status: draw.pick([500, 502, 503, 504]) }) },
  delay: { weight: 20, settle: (draw) => ({ kind: 'delay', milliseconds: draw.integer(50, 1000) }) },
  stall: { weight: 2, settle: () => ({ kind: 'stall' }) },
  reset: { weight: 10, settle: (draw) => ({ kind: 'reset', when: draw.pick(['before', 'during']) }) },
  truncate: { weight: 5, settle: (draw) => ({ kind: 'truncate', share: draw.integer(0, 99) / 100 }) },
  malformed: { weight: 5, settle: () => ({ kind: 'malformed' }) },
  'wrong-length': {
    weight: 5,
    settle: (draw) => ({ kind: 'wrong-length', by: draw.pick([-1, 1]) * draw.integer(1, 50) }),
  },
  'rate-limit': { weight: 10, settle: (draw) => ({ kind: 'rate-limit', window: 1000 * draw.integer(1, 5) }) },
  stale: { weight: 5, settle: () => ({ kind: 'stale' }) },
  empty: { weight: 5, settle: () => ({ kind: 'empty' }) },
  'duplicate-record': { weight: 5, settle: () => ({ kind: 'duplicate-record' }) },
  'missing-record': { weight: 5, settle: () => ({ kind: 'missing-record' }) },
  // Only a person knows a response of one's own.
  respond: { weight: 0, settle: () => ({ kind: 'respond' }) },
}

function wayOf({ kind }: Effect): (typeof ways)[EffectKind] | undefined {
  return Object.hasOwn(ways, kind) ? ways[kind as EffectKind] : undefined
}

function weighEffects(effects: readonly Effect[]): Effect[] {
  return effects.flatMap((effect) => Array.from({ length: wayOf(effect)?.weight ?? 0 }, () => effect))
}
