import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import type { OperationName } from '../contract/operations/operations.ts'
import { describeIssues, showValue } from '../data/describe-issues.ts'
import { type Draw, openDraw } from '../data/random.ts'
import { OptionError } from '../option-error.ts'
import { canBefall, type Effect } from './effects/effect.ts'
import { effects } from './effects/effects.ts'
import type { Fault, FaultEffect } from './fault.ts'
import type { Strike } from './faults.ts'

/** Faults drawn from a seed: the same ones for the same sequence of requests. */
export interface Chaos {
  /** The share of requests that something befalls, from 0 to 1. */
  readonly level: number
  readonly seed: number
}

const LEVELS = { low: 0.05, medium: 0.2, high: 0.5 } as const
const LEVEL_NAMES = Object.keys(LEVELS) as (keyof typeof LEVELS)[]
const ALLOWED = `Allowed: a level from 0 to 1, or ${LEVEL_NAMES.join(', ')}; a seed may follow, as in 0.3:4711.`

/** The schema of chaos in a scenario. */
export const chaosSchema = z.strictObject({
  level: z
    .union([z.number().min(0).max(1), z.enum(LEVEL_NAMES)])
    .describe('The share of requests that something befalls, from 0 to 1, or a name for it.'),
  seed: z.int().optional().describe('What the faults are drawn from. Default: the scenario’s seed.'),
})

/** Chaos as it is asked for: in text like `'0.3:4711'` or `'low'`, as a level alone, or written out. */
export type ChaosInput = string | number | z.input<typeof chaosSchema>

/**
 * Reads how much chaos somebody asks for.
 *
 * @throws OptionError naming what is allowed
 * @example
 * readChaos('0.3:4711') // { level: 0.3, seed: 4711 }
 */
export function readChaos(input: ChaosInput): Pick<Chaos, 'level'> & Partial<Chaos> {
  if (typeof input === 'string') return parseChaos(input)
  if (typeof input === 'number') return readChaos({ level: input })
  const result = chaosSchema.safeParse(input, { reportInput: true })
  if (!result.success) {
    throw new OptionError(`Failed to set chaos: ${describeIssues(result.error, chaosSchema)}. ${ALLOWED}`)
  }
  const { level, seed } = result.data
  return { level: typeof level === 'number' ? level : LEVELS[level], ...(seed === undefined ? {} : { seed }) }
}

/**
 * Parses `LEVEL[:SEED]`, as the command line gives it.
 *
 * @throws OptionError naming what is allowed
 */
export function parseChaos(text: string): Pick<Chaos, 'level'> & Partial<Chaos> {
  const [levelText = '', ...rest] = text.split(':')
  const level = Object.hasOwn(LEVELS, levelText) ? LEVELS[levelText as keyof typeof LEVELS] : parseNumber(levelText)
  if (level === undefined || level > 1) {
    throw new OptionError(`Failed to set chaos: ${showValue(levelText)} is no level. ${ALLOWED}`)
  }
  if (rest.length === 0) return { level }
  const seedText = rest.join(':')
  const seed = Number(seedText)
  if (/^-?\d+$/.test(seedText) && Number.isSafeInteger(seed)) return { level, seed }
  throw new OptionError(`Failed to set chaos: ${showValue(seedText)} is no seed, which is a whole number. ${ALLOWED}`)
}

function parseNumber(text: string): number | undefined {
  return /^(\d+(\.\d*)?|\.\d+)(e-?\d+)?$/.test(text) ? Number(text) : undefined
}

/** Says how to have the same chaos again. */
export function describeChaos({ level, seed }: Chaos): string {
  return `Chaos with level ${level} and seed ${seed}: replay with chaos: '${level}:${seed}'`
}

// Where time stands still, nobody would end a wait that nobody knows of.
const UNTIMED = { wait: () => Promise.resolve() }

export interface ChaosEngine {
  /** Whether nothing can happen, which saves asking. */
  isQuiet(): boolean
  /** What befalls the next call. Every call has to be told, so that the sequence stays the same. */
  strike(call: Call, operation: OperationName | undefined): Strike[]
}

/** Creates chaos. What befalls a call depends on the seed, how many came before, and its operation. */
export function createChaos({ level, seed }: Chaos): ChaosEngine {
  let asked = 0
  return {
    isQuiet: () => level === 0,
    strike(call, operation) {
      asked += 1
      const draw = openDraw(seed, `chaos/${operation ?? 'none'}`, asked, 'strike')
      if (!draw.chance(level)) return []
      const effect = pickEffect(call, operation, draw)
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

// How likely each effect is beside the others, and what is drawn for it. A record, so that the
// compiler misses none. What is over in a moment is likelier than what lets a client wait.
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
}

function pickEffect(call: Call, operation: OperationName | undefined, draw: Draw): Effect {
  const fitting = effects.filter((effect) => canBefall(effect, call, operation))
  return draw.pick(
    fitting.flatMap((effect) => Array.from({ length: ways[effect.kind as EffectKind].weight }, () => effect)),
  )
}
