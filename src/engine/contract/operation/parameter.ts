// Which parameters an operation can have, and which of them the service has.

import type * as z from 'zod'
import { type Addable, isThere } from '../../define/assumptions/answers.ts'
import type { Assumptions, OfAssumptions } from '../../define/assumptions/assumptions.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import type { IndexedFields, Match } from '../../store/listing/filter.ts'

/** Which records a parameter selects: those whose field matches its value. */
export interface ParameterFilter {
  readonly field: string
  readonly match: Match | OfAssumptions<Match>
  /** Which records an empty value matches. Default: all. */
  emptyMatches?(assumptions: Assumptions): 'all' | 'nothing'
  /** How lists find matches without a scan. Default: they scan. */
  readonly index?: IndexedFields[string] | undefined
}

/** The texts of which a parameter or a value of a body is one. */
export interface Choices<Choice extends string = string> {
  /** Every choice that some assumptions allow. */
  readonly choices: readonly Choice[]
  /** Those that there are. Default: all. */
  choicesUnder?(assumptions: Assumptions): readonly Choice[]
}

/** A parameter of the contract (sections 4.2 to 4.4). */
export type Parameter = Addable & {
  readonly in: 'path' | 'query'
  /** A sentence that describes it in documents. */
  readonly description: string
  readonly filter?: ParameterFilter
  /** Whether a request without it is invalid. Those in the path are always present. */
  readonly isRequired?: true
  /** The resource whose id it is, for requests to try. */
  readonly of?: AnyResource
} & (
    | {
        readonly kind: 'integer'
        /** The value if it is absent. */
        readonly fallback: bigint | null
        readonly minimum?: number
        readonly maximum?: number
      }
    | { readonly kind: 'boolean'; readonly fallback?: boolean }
    | (Choices & { readonly kind: 'choice'; readonly fallback?: string })
    | { readonly kind: 'text' }
    | {
        /** A text of which some are known. */
        readonly kind: 'word'
        listKnown(assumptions: Assumptions): readonly string[]
        /** Whether others are invalid. */
        refusesOthers(assumptions: Assumptions): boolean
      }
    | { readonly kind: 'idList' }
    | {
        readonly kind: 'uuid'
        /** Whether it may be any other text, too. Default: it may not. */
        isAnyText?(assumptions: Assumptions): boolean
      }
    | { readonly kind: 'dateTime' }
    /** A parameter that is repeated, once for each id. */
    | { readonly kind: 'uuidList'; readonly most: number }
    /** Whatever a schema takes. */
    | { readonly kind: 'value'; readonly schema: z.ZodType }
  )

/** The parameters of an operation, in the order in which their issues are reported. */
export type Parameters = Readonly<Record<string, Parameter>>

export interface ValuesByKind {
  integer: bigint
  boolean: boolean
  choice: string
  text: string
  word: string
  /** All in lower case. UUIDs have hyphens; other texts are not changed further. */
  idList: readonly string[]
  uuid: string
  /** A timestamp. */
  dateTime: string
  uuidList: readonly string[]
  value: unknown
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

export function indexedFieldsOf(parameters: Parameters): IndexedFields {
  const filters = Object.values(parameters).flatMap(({ filter }) => filter ?? [])
  return Object.fromEntries(filters.flatMap(({ field, index }) => (index === undefined ? [] : [[field, index]])))
}

/** Whether a parameter of an operation is given in the query, under some assumptions. */
export function isInQuery(parameter: Parameter | undefined, assumptions: Assumptions): boolean {
  return parameter?.in === 'query' && isThere(parameter, assumptions)
}

/** Lists the parameters that the service has, with their names. */
export function listDeclared(parameters: Parameters, assumptions: Assumptions): [string, Parameter][] {
  return Object.entries(parameters).filter(([, parameter]) => isThere(parameter, assumptions))
}

/** Whether a parameter may have a text, as far as it is one of several. */
export function allowsText(parameter: Parameter, text: string, assumptions: Assumptions): boolean {
  if (parameter.kind === 'choice') return choicesOf(parameter, assumptions).includes(text)
  if (parameter.kind !== 'word' || text === '') return true
  return parameter.listKnown(assumptions).includes(text) || !parameter.refusesOthers(assumptions)
}

/** Returns the texts that a parameter or a value of a body can be. */
export function choicesOf(rule: Choices, assumptions: Assumptions): readonly string[] {
  return rule.choicesUnder?.(assumptions) ?? rule.choices
}
