import type { ServiceRequest } from '../contract/messages.ts'
import type { OperationName } from '../contract/operations/operations.ts'
import { type Draw, openDraw } from '../store/random.ts'
import { canApply, type Effect } from './effects/effect.ts'
import { effects } from './effects/effects.ts'
import type { Fault, FaultEffect } from './fault.ts'
import type { FaultCandidate } from './faults.ts'

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
}

/**
 * Creates chaos. The fault for a request depends on the seed, on the number of requests before it, and
 * on the request itself.
 */
export function createChaos({ level, seed }: Chaos): ChaosEngine {
  let asked = 0
  return {
    isQuiet: () => level === 0,
    findCandidates(request, operation) {
      asked += 1
      const draw = openDraw(seed, `chaos/${operation ?? 'none'}`, asked, 'applies')
      if (!draw.chance(level)) return []
      const effect = pickEffect(request, operation, draw)
      const settings = effect.schema.parse(ways[effect.kind as EffectKind].settle(draw))
      const fault: Fault = { id: `chaos-${asked}`, match: {}, effect: settings as FaultEffect, probability: 1 }
      const apply = effect.create(settings)
      return [
        {
          fault,
          isLeft: () => true,
          apply: (context) => apply({ ...context, draw, ...(context.isFrozen() ? UNTIMED : {}) }),
          count: () => undefined,
        },
      ]
    },
  }
}

type EffectKind = FaultEffect['kind']

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
  // A rollout fails long after the response, so no request gets this fault.
  rollout: { weight: 0, settle: () => ({ kind: 'rollout' }) },
}

function pickEffect(request: ServiceRequest, operation: OperationName | undefined, draw: Draw): Effect {
  const fitting = effects.filter((effect) => canApply(effect, request, operation))
  return draw.pick(
    fitting.flatMap((effect) => Array.from({ length: ways[effect.kind as EffectKind].weight }, () => effect)),
  )
}
