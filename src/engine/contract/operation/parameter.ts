// Which parameters an operation can have, and which of them the service has.

import { type Addable, type Assumptions, isThere, type OfAssumptions } from '../../define/assumptions/assumptions.ts'
import type { AnyResource } from '../../define/resource/resource.ts'
import type { IndexedFields, Match } from '../../store/listing/filter.ts'
import type { ValueRule } from './value.ts'

/** Which records a parameter selects: those whose field matches its value. */
export interface ParameterFilter {
  readonly field: string
  readonly match: Match | OfAssumptions<Match>
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
