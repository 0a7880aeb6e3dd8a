import { z } from 'zod'
import { type OperationName, operations } from '../contract/operations/operations.ts'
import type { Duration } from './duration.ts'
import { effects } from './effects/effects.ts'

// Every request is compared with them.
const MOST_PARAMETERS = 100

const OPERATION_NAMES = operations.map(({ name }) => name)
const effectSchemas = effects.map(({ schema }) => schema)

/** The schema of which requests a fault applies to. */
export const faultMatchSchema = z.strictObject({
  operation: z.enum(OPERATION_NAMES).optional().describe('The operation. Default: every one.'),
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'It must be a method in upper case')
    .optional(),
  path: z
    .string()
    .startsWith('/')
    .refine((path) => !/[?#]/.test(path), 'It must not have a query; match that by "query"')
    .refine((path) => !path.startsWith('/_s'), 'It must be a path of the service; no fault applies to the control API')
    .optional()
    .describe('What the path begins with.'),
  query: z
    .record(z.string(), z.string())
    .refine(
      (query) => Object.keys(query).length <= MOST_PARAMETERS,
      `It must not have more than ${MOST_PARAMETERS} parameters`,
    )
    .optional()
    .describe('Query parameters that have to be there with these values.'),
})

/** The schema of a fault as it is kept: written out. `faultInputSchema` reads shorter forms, too. */
export const faultSchema = z.strictObject({
  id: z.string().min(1).optional().describe('A name of your own. Default: a number.'),
  match: faultMatchSchema.default({}).describe('Which requests. Default: all.'),
  effect: z.discriminatedUnion('kind', effectSchemas as [(typeof effectSchemas)[number]]).describe('What happens.'),
  probability: z.number().positive().max(1).default(1).describe('How likely it is for each matching request.'),
  times: z.int().min(1).optional().describe('How often it happens at most. Default: always.'),
})

/** Which requests a fault applies to. Everything that is named has to hold. */
export interface FaultMatch {
  operation?: OperationName
  /** In upper case. */
  method?: string
  /** What the path begins with. */
  path?: string
  /** Query parameters that have to be there with these values. */
  query?: Readonly<Record<string, string>>
}

/** What happens. */
export type FaultEffect =
  /** Answers with a status in the service's envelope. */
  | { kind: 'status'; status: number; detail?: string }
  /** Waits, then answers. */
  | { kind: 'delay'; milliseconds: Duration }
  /** Never answers. */
  | { kind: 'stall' }
  /** Cuts the connection: before there is an answer, or in the middle of the body. */
  | { kind: 'reset'; when?: 'before' | 'during' }
  /** Sends the first part of the body, 0 to 0.99 of it; half of it if nothing is said. */
  | { kind: 'truncate'; share?: number }
  /** Sends something that is no JSON. */
  | { kind: 'malformed'; body?: string }
  /** Announces more bytes than the body has, or fewer. */
  | { kind: 'wrong-length'; by?: number }
  /** Answers 429 with Retry-After beyond `limit` requests in a `window` of milliseconds. */
  | { kind: 'rate-limit'; limit?: number; window?: number }
  /** Answers a list as the world was when it began. */
  | { kind: 'stale' }
  /** Answers a list without records. */
  | { kind: 'empty' }
  /** Begins a later page with the last record of the page before. */
  | { kind: 'duplicate-record' }
  /** Leaves out the first record of a later page. */
  | { kind: 'missing-record' }

/** A rule that makes matching requests fail. */
export interface Fault {
  id: string
  match: FaultMatch
  effect: FaultEffect
  /** How likely it is for each matching request, above 0 and at most 1. */
  probability: number
  /** How often it happens at most. */
  times?: number
}

/** A fault that is written out but need not have an id yet. */
export type FaultRule = Omit<Fault, 'id'> & Partial<Pick<Fault, 'id'>>

type SimpleEffect = Exclude<FaultEffect['kind'], 'status' | 'delay'>

/**
 * A fault as you write it, in code, in scenario files and over HTTP alike.
 *
 * What it applies to stands beside the effect or in `match`. The effect is a `status`, a `delay`
 * in milliseconds, the name of an effect, or an effect with its settings.
 *
 * @example
 * const faults: FaultInput[] = [
 *   { operation: 'listDeployments', status: 503, times: 2 },
 *   { path: '/v2/auth', delay: { min: 200, max: 900 } },
 *   { match: { method: 'GET' }, effect: { kind: 'reset', when: 'during' }, probability: 0.1 },
 * ]
 */
export type FaultInput = (FaultMatch | { match?: FaultMatch }) &
  Partial<Pick<Fault, 'id' | 'probability' | 'times'>> &
  ({ status: number } | { delay: Duration } | { effect: SimpleEffect | FaultEffect })
