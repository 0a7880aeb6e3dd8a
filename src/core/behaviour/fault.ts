import { z } from 'zod'
import { type OperationName, operations } from '../contract/operations/operations.ts'
import { hasFields, pickDefined } from '../records/schema-walk.ts'
import type { Duration } from './duration.ts'
import { effects } from './effects/effects.ts'

const OPERATION_NAMES = operations.map(({ name }) => name)
const effectSchemas = effects.map(({ schema }) => schema)

const matchSchema = z.strictObject({
  operation: z.enum(OPERATION_NAMES).optional().describe('The operation. Default: every one.'),
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'It must be a method in upper case')
    .optional(),
  path: z.string().startsWith('/').optional().describe('What the path begins with.'),
  query: z
    .record(z.string(), z.string())
    .optional()
    .describe('Query parameters that have to be there with these values.'),
})

/** The schema of a fault that is written out. */
export const faultSchema = z.strictObject({
  id: z.string().min(1).optional().describe('A name of your own. Default: a number.'),
  match: matchSchema.default({}).describe('Which requests. Default: all.'),
  effect: z.discriminatedUnion('kind', effectSchemas as [(typeof effectSchemas)[number]]).describe('What happens.'),
  probability: z.number().min(0).max(1).default(1).describe('How likely it is for each matching request.'),
  times: z.int().min(1).optional().describe('How often it happens at most. Default: always.'),
})

/** Which requests a fault is for; all that is named has to hold. */
export interface FaultMatch {
  operation?: OperationName
  /** In upper case. */
  method?: string
  /** What the path begins with. */
  path?: string
  /** Query parameters that have to be there with these values. */
  query?: Readonly<Record<string, string>>
}

export type FaultEffect =
  | { kind: 'status'; status: number; detail?: string }
  | { kind: 'delay'; milliseconds: Duration }

/** A rule that makes matching requests go wrong. */
export interface Fault {
  id: string
  match: FaultMatch
  effect: FaultEffect
  /** How likely it is for each matching request, from 0 to 1. */
  probability: number
  /** How often it happens at most. */
  times?: number
}

/** A fault as it is written out; all but the effect may be missing. */
export type FaultRule = Partial<Omit<Fault, 'effect'>> & Pick<Fault, 'effect'>

/** A fault as it is asked for: written out, or in short with a status or a delay beside what has to match. */
export type FaultInput =
  | FaultRule
  | (FaultMatch & Partial<Pick<Fault, 'id' | 'probability' | 'times'>> & ({ status: number } | { delay: Duration }))

/** Writes a fault out that is given in short. What is neither is left for the schema to refuse. */
export function expandFault(input: unknown): unknown {
  if (!hasFields(input) || 'effect' in input || 'match' in input) return input
  const { id, probability, times, status, delay, ...match } = input
  const effect = delay === undefined ? { kind: 'status', status } : { kind: 'delay', milliseconds: delay }
  return pickDefined({ id, match, effect, probability, times })
}
