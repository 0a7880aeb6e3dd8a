// What a fault is.

import * as z from 'zod'
import { operationNamesOf } from '../contract/operation/operation.ts'
import type { OperationName, OwnEffect, QueryWords } from '../define/service-types.ts'
import { fieldsSchema } from '../input/schemas/free-form.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import { type CommonEffect, type EffectDeclarations, effectsOf } from './effects/effects.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

export const faultMatchSchemaOf = derivedFrom(({ operations }: EffectDeclarations) =>
  z.strictObject({
    operation: z.enum(operationNamesOf(operations)).optional().describe('The operation. Default: all.'),
    method: z.enum(METHODS).optional().describe('In upper case.'),
    path: z
      .string()
      .startsWith('/')
      .refine((path) => !/[?#]/.test(path), 'It must not contain a query; use "query" for that')
      .refine(
        (path) => !path.startsWith('/_s'),
        'It must be a path of the service; faults do not apply to the control API',
      )
      .optional()
      .describe('The start of the path.'),
    query: fieldsSchema(z.string(), { type: 'string' })
      .optional()
      .describe('Query parameters that the request must have, with these values.'),
  }),
)

/** The schema of the full form of a fault. `faultInputSchemaOf` also accepts shorter forms. */
export const faultSchemaOf = derivedFrom((declared: EffectDeclarations) => {
  const effectSchemas = effectsOf(declared).map(({ schema }) => schema)
  return z.strictObject({
    id: z.string().min(1).optional().describe('A name of your own. Default: a number.'),
    match: faultMatchSchemaOf(declared).default({}).describe('The requests that it applies to. Default: all.'),
    effect: z
      .discriminatedUnion('kind', effectSchemas as [(typeof effectSchemas)[number]])
      .describe('What it does to a request.'),
    probability: z
      .number()
      .positive()
      .max(1)
      .default(1)
      .describe('The probability that it applies to a matching request.'),
    times: z.int().min(1).optional().describe('How often it applies at most. Default: no limit.'),
  })
})

/** The requests that a fault applies to. A request must match all fields that are set. */
export interface FaultMatch {
  operation?: OperationName
  method?: string
  path?: string
  query?: Readonly<Record<string, string>> & QueryWords
}

type AnyEffect = CommonEffect | OwnEffect

type SettingsOf<Of extends AnyEffect> = z.input<Of['schema']>

/** What a fault does to a request. */
export type FaultEffect = {
  [Kind in AnyEffect['kind']]: SettingsOf<Extract<AnyEffect, { kind: Kind }>>
}[AnyEffect['kind']]

/** A fault in the full form, with an optional id. */
export interface FaultRule {
  id?: string
  match: FaultMatch
  effect: FaultEffect
  probability: number
  times?: number
}

/** A rule that makes matching requests fail. */
export interface Fault extends FaultRule {
  id: string
}

/** The effects that can be written by their name alone, because they have no required settings. */
type SimpleEffect = {
  [Kind in FaultEffect['kind']]: { kind: Kind } extends FaultEffect ? Kind : never
}[FaultEffect['kind']]

/** An effect in the short form: a field with the name of its kind. */
type ShortEffect<Of extends AnyEffect = AnyEffect> = Of extends { readonly short: { readonly setting: infer Name } }
  ? {
      -readonly [Kind in keyof Of['field']]: Exclude<SettingsOf<Of>[Name & keyof SettingsOf<Of>], undefined>
    } & SettingsBeside<Of>
  : Of extends { readonly short: object }
    ? { -readonly [Kind in keyof Of['field']]: Omit<SettingsOf<Of>, 'kind'> }
    : never

type SettingsBeside<Of extends AnyEffect> = Of extends { readonly short: { readonly beside: readonly (infer Name)[] } }
  ? Pick<SettingsOf<Of>, Name & keyof SettingsOf<Of>>
  : unknown

/**
 * A fault in the form that you write, in code, in scenario files and over HTTP.
 *
 * Write the fields of the requests that it applies to next to the effect, or in `match`. The effect is
 * a `status`, perhaps with a `detail` and `retryAfter`, a response of your own to `respond` with, a `delay` in milliseconds, the outcome of a
 * `rollout`, the name of an effect, or an effect with its settings.
 *
 * @example
 * const faults: FaultInput[] = [
 *   { operation: 'listDeployments', status: 503, times: 2 },
 *   { status: 429, retryAfter: 30, times: 1 },
 *   { operation: 'getDeployment', respond: { body: { name: 'checkout' } } },
 *   { path: '/v2/auth', delay: { min: 200, max: 900 } },
 *   { operation: 'patchDeployment', rollout: 'buildFails', times: 1 },
 *   { match: { method: 'GET' }, effect: { kind: 'reset', when: 'during' }, probability: 0.1 },
 * ]
 */
export type FaultInput = (FaultMatch | Partial<Pick<FaultRule, 'match'>>) &
  Partial<Pick<FaultRule, 'id' | 'probability' | 'times'>> &
  (ShortEffect | { [Field in keyof Pick<FaultRule, 'effect'>]: SimpleEffect | FaultEffect })
