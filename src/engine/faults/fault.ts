// What a fault is.

import * as z from 'zod'
import { operationNameSchemaOf } from '../contract/unmatched.ts'
import { fieldsSchema } from '../input/schemas/free-form.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import { type CommonEffect, type EffectDeclarations, effectsOf } from './effects/effects.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

export const faultMatchSchemaOf = derivedFrom((declared: EffectDeclarations) =>
  z.strictObject({
    operation: operationNameSchemaOf(declared).optional().describe('The operation. Default: all.'),
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

/** The types of a fault. */
export interface FaultTypes {
  readonly OperationName: string
  readonly Query: Readonly<Record<string, string>>
  readonly FaultMatch: FaultMatch
  readonly FaultEffect: FaultEffect
}

/** The requests that a fault applies to. A request must match all fields that are set. */
export type FaultMatch<Of extends FaultTypes = FaultTypes> = {
  operation?: Of['OperationName']
  method?: string
  path?: string
  query?: Of['Query']
}

/** An effect, as far as the types of faults follow from it. */
interface AnyEffect {
  readonly kind: string
  readonly schema: z.ZodType
  readonly field: object
}

type SettingsOf<Of extends AnyEffect> = z.input<Of['schema']>

/** What a fault does to a request. */
export interface FaultEffect {
  readonly kind: string
  readonly [setting: string]: unknown
}

/** What a fault does to a request, with the effects that a service has besides those of any service. */
export type FaultEffectOf<Own extends AnyEffect> = {
  [Kind in (CommonEffect | Own)['kind']]: SettingsOf<Extract<CommonEffect | Own, { kind: Kind }>>
}[(CommonEffect | Own)['kind']]

/** A fault in the full form, with an optional id. */
export interface FaultRule<Of extends FaultTypes = FaultTypes> {
  id?: string
  match: Of['FaultMatch']
  effect: Of['FaultEffect']
  probability: number
  times?: number
}

/** A rule that makes matching requests fail. */
export interface Fault<Of extends FaultTypes = FaultTypes> extends FaultRule<Of> {
  id: string
}

/** The effects that can be written by their name alone, because they have no required settings. */
type SimpleEffect<Effect extends FaultEffect> = {
  [Kind in Effect['kind']]: { kind: Kind } extends Effect ? Kind : never
}[Effect['kind']]

/** An effect in the short form: a field with the name of its kind. */
type ShortEffect<Of extends AnyEffect> = Of extends { readonly short: { readonly setting: infer Name } }
  ? {
      -readonly [Kind in keyof Of['field']]: Exclude<SettingsOf<Of>[Name & keyof SettingsOf<Of>], undefined>
    } & SettingsBeside<Of>
  : Of extends { readonly short: object }
    ? { -readonly [Kind in keyof Of['field']]: Omit<SettingsOf<Of>, 'kind'> }
    : never

type SettingsBeside<Of extends AnyEffect> = Of extends { readonly short: { readonly beside: readonly (infer Name)[] } }
  ? Pick<SettingsOf<Of>, Name & keyof SettingsOf<Of>>
  : unknown

/** A fault in the form that people write, with the effects that a service has besides those of any service. */
export type FaultInputOf<Of extends FaultTypes, Own extends AnyEffect> = (
  | Of['FaultMatch']
  | Partial<Pick<FaultRule<Of>, 'match'>>
) &
  Partial<Pick<FaultRule<Of>, 'id' | 'probability' | 'times'>> &
  (
    | ShortEffect<CommonEffect | Own>
    | { [Field in keyof Pick<FaultRule<Of>, 'effect'>]: SimpleEffect<Of['FaultEffect']> | Of['FaultEffect'] }
  )

/** A fault in any form. The schema of the faults of its service checks it. */
export type FaultInput = FaultRule | { readonly id?: string | undefined; readonly [field: string]: unknown }
