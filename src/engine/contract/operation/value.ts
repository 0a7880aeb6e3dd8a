// The values of parameters and bodies, as operations declare them.

import type * as z from 'zod'
import {
  type Addable,
  type Answers,
  type Assumptions,
  isThere,
  type OfAssumptions,
} from '../../define/assumptions/assumptions.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import type { ConditionMatch, IndexedFields } from '../../store/listing/filter.ts'

/** What a value may be. The framework reads each kind by its own rules. */
export type ValueRule =
  | { readonly kind: 'text'; readonly isFilled?: true }
  | { readonly kind: 'id' }
  | { readonly kind: 'integer'; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: 'number'; readonly minimum?: number; readonly maximum?: number }
  | { readonly kind: 'boolean' }
  | {
      readonly kind: 'uuid'
      /** Whether it may be any other text, too. Default: it may not. */
      isAnyText?(assumptions: Assumptions): boolean
    }
  | { readonly kind: 'dateTime' }
  | (Choices & { readonly kind: 'choice' })
  | {
      readonly kind: 'list'
      readonly of: Value
      readonly most?: number
      /** Whether it is one text, with commas between the items. Otherwise a parameter is repeated for each item. */
      readonly isOneText?: true
    }
  | { readonly kind: 'map'; readonly of?: Value }
  | { readonly kind: 'model'; readonly model: Model }
  /** Whatever a schema takes. */
  | { readonly kind: 'schema'; readonly schema: z.ZodType }

/** The texts of which a value is one. */
export interface Choices<Choice extends string = string> {
  /** Every choice that a listed answer allows. */
  readonly choices: readonly Choice[]
  /** Those that there are. Default: all. */
  choicesUnder?(assumptions: Assumptions): readonly Choice[]
  /** Whether texts that are none of them are valid, too. Default: they are not. With it, the empty one always is. */
  takesOthers?(assumptions: Assumptions): boolean
}

/** A value of a body: its rule, and whether it may be null or absent. */
export type Value<Output = unknown> = ValueRule &
  Addable & {
    /** Whether null is valid. */
    readonly isNullable?: true
    /** The value if it is absent. Without one, the value is required. */
    readonly fallback?: { readonly value: unknown }
    /** The path of another field of the same object, one of which must have a value. */
    readonly elsewhere?: readonly string[]
    /** Only for types: what the validator makes of a valid value. It does not exist at run time. */
    readonly output?: Output
  }

/** The fields of an object, in the order in which their issues are reported. */
export interface Model<Output = unknown> {
  /** The name of its schema in the service's OpenAPI document. Without one, the schema has no place of its own. */
  readonly name?: string
  readonly fields: Readonly<Record<string, Value>>
  /** The schema of a body that is not described by its fields. The framework reads it. */
  readonly schema?: z.ZodType
  /** How the body is written. Default: as JSON. */
  readonly mediaType?: string
  readonly output?: Output
}

/** Returns the texts that a value is usually one of. */
export function choicesOf(rule: Choices, assumptions: Assumptions): readonly string[] {
  return rule.choicesUnder?.(assumptions) ?? rule.choices
}

/** Whether a value may be a text. */
export function allowsText(rule: Choices, text: string, assumptions: Assumptions): boolean {
  if (choicesOf(rule, assumptions).includes(text)) return true
  return rule.takesOthers !== undefined && (text === '' || rule.takesOthers(assumptions))
}

export type BodyOf<Of extends Model> = Of extends Model<infer Output> ? Output : never

type Bounds = { readonly minimum?: number; readonly maximum?: number }
type OutputOf<Field> = Field extends Value<infer Output> ? Output : never
type AddedNames<Fields> = {
  [Name in keyof Fields]: undefined extends OutputOf<Fields[Name]> ? Name : never
}[keyof Fields]
type OutputsOf<Fields> = {
  readonly [Name in Exclude<keyof Fields, AddedNames<Fields>>]: OutputOf<Fields[Name]>
} & { readonly [Name in AddedNames<Fields>]?: OutputOf<Fields[Name]> }

export const text = (): Value<string> => ({ kind: 'text' })

/** A text that is not empty. */
export const filledText = (): Value<string> => ({ kind: 'text', isFilled: true })

/** An id of any form. A UUID gets its usual spelling. */
export const id = (): Value<string> => ({ kind: 'id' })

/** A whole number, of any size. */
export const integer = (bounds: Bounds = {}): Value<number> => ({ kind: 'integer', ...bounds })

export const number = (bounds: Bounds = {}): Value<number> => ({ kind: 'number', ...bounds })

export const boolean = (): Value<boolean> => ({ kind: 'boolean' })

/** A UUID, as text in its usual spelling. */
export const uuid = (): Value<string> => ({ kind: 'uuid' })

/** A date-time, as the text of a timestamp. */
export const dateTime = (): Value<string> => ({ kind: 'dateTime' })

/** One of several texts, or of those that there are under some assumptions. */
export const choice = <const Choice extends string>(
  choices: readonly Choice[],
  choicesUnder?: OfAssumptions<readonly Choice[]>,
): Value<Choice> => ({ kind: 'choice', choices, ...(choicesUnder !== undefined && { choicesUnder }) })

interface ListLimits {
  readonly most?: number
}

export const list = <Item>(of: Value<Item>, { most }: ListLimits = {}): Value<readonly Item[]> => ({
  kind: 'list',
  of,
  ...(most !== undefined && { most }),
})

/** An object with any names. Without a rule, its values are of any kind. */
export const map = <Item = unknown>(of?: Value<Item>): Value<Readonly<Record<string, Item>>> => ({
  kind: 'map',
  ...(of !== undefined && { of }),
})

/** An object with the fields of a model. */
export const nested = <Output>(model: Model<Output>): Value<Output> => ({ kind: 'model', model })

/** A value that may be null or absent. An absent one is null. */
export const optional = <Output>(value: Value<Output>): Value<Output | null> => ({
  ...(value as ValueRule),
  isNullable: true,
  fallback: { value: null },
})

/** A value that may be absent. Null is not valid unless the value is nullable. */
export const withDefault = <Output, Fallback extends Output | null>(
  value: Value<Output>,
  fallback: Fallback,
): Value<Output | Fallback> => ({ ...(value as ValueRule), fallback: { value: fallback } })

/** A field that bodies have only under some assumptions. Under others it is ignored like any unknown field. */
export const added = <Output>(addedBy: Answers, value: Value<Output>): Value<Output | undefined> => ({
  ...value,
  addedBy,
})

/** A value that may be absent only if another field of the same object has it. */
export const unlessElsewhere = <Output>(value: Value<Output>, elsewhere: readonly string[]): Value<Output> => ({
  ...value,
  elsewhere,
})

/** Defines a model: an object with these fields. Other fields are ignored. */
export function defineModel<const Fields extends Readonly<Record<string, Value>>>(
  name: string,
  fields: Fields,
): Model<OutputsOf<Fields>> {
  return { name, fields }
}

/**
 * The size limits of a body: far more than the service's clients send, and small enough to validate and store
 * quickly. They count what is in the fields of its model.
 */
export const MOST_OF_A_BODY = { values: 4000, characters: 256 * 1024 }

/** Which records a parameter selects: those whose field matches its value. */
export interface ParameterFilter {
  readonly field: string
  readonly match: ConditionMatch | OfAssumptions<ConditionMatch>
  /** Which records an empty value matches. Default: all. */
  emptyMatches?(assumptions: Assumptions): 'all' | 'nothing'
  /** How lists find matches without a scan. Default: they scan. */
  readonly index?: IndexedFields[string] | undefined
}

/** A parameter of the contract (sections 4.2 to 4.4). */
export type Parameter = Addable &
  Extract<ValueRule, { readonly kind: keyof ValuesByKind }> & {
    readonly in: 'path' | 'query'
    /** A sentence that describes it in documents. */
    readonly description: string
    readonly filter?: ParameterFilter
    /** Whether a request without it is invalid. Those in the path are always present. */
    readonly isRequired?: true
    /** The value if it is absent. Default: null. */
    readonly fallback?: bigint | boolean | string
    /** The resource whose id it is, for requests to try. */
    readonly resource?: AnyResource
  }

/** The parameters of an operation, in the order in which their issues are reported. */
export type Parameters = Readonly<Record<string, Parameter>>

/** The kinds of values that a parameter can have, and what operations get. */
interface ValuesByKind {
  text: string
  integer: bigint
  boolean: boolean
  uuid: string
  /** A timestamp. */
  dateTime: string
  choice: string
  /** Ids, all in lower case. UUIDs have hyphens; other texts are not changed further. */
  list: readonly string[]
  schema: unknown
}

/** The values of declared parameters; null if a parameter is absent. One that assumptions add is also undefined then. */
export type ParameterValues<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: ValuesByKind[Declared[Name]['kind']] | Absent<Declared[Name]>
}

type Absent<Of extends Parameter> = Of extends
  | { readonly in: 'path' }
  | { readonly isRequired: true }
  | { readonly fallback: bigint | boolean | string }
  ? never
  : Of extends { readonly addedBy: object }
    ? null | undefined
    : null

/** Whether a parameter of an operation is given in the query, under some assumptions. */
export function isInQuery(parameter: Parameter | undefined, assumptions: Assumptions): boolean {
  return parameter?.in === 'query' && isThere(parameter, assumptions)
}

/** Lists the parameters that the service has, with their names. */
export function listDeclared(parameters: Parameters, assumptions: Assumptions): [string, Parameter][] {
  return Object.entries(parameters).filter(([, parameter]) => isThere(parameter, assumptions))
}
