// The filters of lists: their parameters, and the conditions that they set.

import * as z from 'zod'
import type { Parameter } from '../engine/contract/operation/parameter.ts'
import type { ListEvidence } from '../engine/contract/operation/responses.ts'
import type { Condition, IndexedFields } from '../engine/store/listing/filter.ts'
import type { CommonAnswers } from './common-questions.ts'
import type { AnyContext, Context } from './context.ts'
import { fieldKindOf, itemSchemaOf } from './field-kind.ts'
import { EMPTY } from './read-parameters.ts'
import { readTexts } from './read-texts.ts'
import type { RecordOf, Resource } from './records.ts'
import type { DeclaredResource } from './resource.ts'

/** `equals`; `contains` and `prefix` of a text; `any` and `all` of a list of values; `from` and `before` of numbers and times. */
export type Match = 'equals' | 'contains' | 'prefix' | 'any' | 'all' | 'from' | 'before'

/** How a parameter selects records. */
export type FilterOf<R extends Resource, Q = never> =
  | Match
  | {
      /** The field of records that it looks at. */
      readonly field: keyof RecordOf<R> & string
      /** How, or a function that tells how texts are compared. */
      readonly match: Match | ((context: Context<Q>) => Match)
      /** The values that the parameter can have. Default: what the field can have. */
      readonly choices?: readonly string[]
      /** What applies if a request does not give it. Default: nothing. */
      readonly usual?: string
      /** The choice that selects every record. */
      readonly every?: string
      /** Whether it selects at all, which a question may leave open. Default: yes. */
      applies?(context: Context<Q>): boolean
    }

/** A filter with everything that its declaration left out. */
export interface ListFilter {
  readonly parameter: string
  readonly field: string
  readonly match: Match | ((context: AnyContext) => Match)
  readonly choices?: readonly string[] | undefined
  readonly usual?: string | undefined
  readonly every?: string | undefined
  applies?(context: AnyContext): boolean
}

type Selected = ListEvidence['filters']

/** Completes the filters of a list. */
export function completeFilters(filters: Readonly<Record<string, FilterOf<Resource, never>>>): readonly ListFilter[] {
  return Object.entries(filters).map(([parameter, filter]) =>
    typeof filter === 'string' ? { parameter, field: parameter, match: filter } : { parameter, ...filter },
  )
}

/** Returns how lists find the matches of a filter without a scan; undefined if they scan. */
export function indexOf({ schema }: DeclaredResource, { field, match }: ListFilter): IndexedFields[string] | undefined {
  const isList = fieldKindOf(schema.shape[field] as z.ZodType) === 'list'
  if (match === 'equals' || match === 'any' || match === 'all') return isList ? 'members' : 'equality'
  return match === 'contains' ? 'text' : undefined
}

/** Returns the schema of what a filter compares with its field. */
export function comparedSchemaOf(schema: z.ZodObject, { field, match }: ListFilter): z.ZodType {
  return valueSchemaOf(schema.shape[field] as z.ZodType, typeof match === 'function' ? 'contains' : match)
}

export function buildFilterParameter({ schema }: DeclaredResource, filter: ListFilter): Parameter {
  const { field, choices, usual } = filter
  const match = typeof filter.match === 'function' ? 'contains' : filter.match
  const isList = match === 'any' || match === 'all'
  const chosen = choices && (isList ? z.array(z.enum(choices)) : z.enum(choices))
  const value = chosen ?? comparedSchemaOf(schema, filter)
  return {
    in: 'query',
    kind: 'schema',
    schema: usual === undefined ? value.optional() : value.default(readFor(value, usual)),
    description: `Selects records: \`${field}\` ${typeof filter.match === 'function' ? 'is like it' : MEANINGS[match]}.`,
    filter: { field, match: ENGINE_MATCHES[match] },
  }
}

/** Reads texts as a schema takes them. Those that it does not take stay as they are. */
function readFor(schema: z.ZodType, texts: unknown): unknown {
  const read = readTexts(schema, texts, 'query')
  return 'value' in read ? read.value : texts
}

const MEANINGS: Readonly<Record<Match, string>> = {
  equals: 'equals it',
  contains: 'contains it',
  prefix: 'begins with it',
  any: 'is or has one of the values',
  all: 'has all of the values',
  from: 'is not before it',
  before: 'is before it',
}

const ENGINE_MATCHES = {
  equals: 'equals',
  contains: 'substring',
  prefix: 'prefix',
  any: 'any',
  all: 'all',
  from: 'from',
  before: 'before',
} as const satisfies Readonly<Record<Match, Condition['match']>>

function valueSchemaOf(field: z.ZodType, match: Match): z.ZodType {
  if (match === 'contains' || match === 'prefix') return z.string()
  if (match === 'any' || match === 'all') return z.array(scalarSchemaOf(itemSchemaOf(field) ?? field))
  return scalarSchemaOf(itemSchemaOf(field) ?? field)
}

// What a client searches for need not be a value that records can have, such as a whole address.
function scalarSchemaOf(field: z.ZodType): z.ZodType {
  const kind = fieldKindOf(field)
  if (kind === 'number') return z.number()
  if (kind === 'boolean') return z.boolean()
  if (kind === 'time') return z.union([z.iso.datetime({ offset: true }), z.iso.date()])
  return field.safeParse('').success || isOpenText(field) ? z.string() : field
}

// A text with a form of its own, and no list of words.
function isOpenText(field: z.ZodType): boolean {
  return (
    fieldKindOf(field) === 'text' &&
    !field.safeParse('\u0000').error?.issues.some(({ code }) => code === 'invalid_value')
  )
}

/** Returns the condition of a filter; nothing if the request does not set one. */
export function readFilter(
  { schema }: DeclaredResource,
  filter: ListFilter,
  values: Readonly<Record<string, unknown>>,
  { answers, own }: { readonly answers: CommonAnswers; own(): never },
): Selected {
  const { parameter, field, every, choices } = filter
  const match = typeof filter.match === 'function' ? filter.match(own()) : filter.match
  const value = values[parameter]
  if (value === EMPTY) return [{ parameter, filter: 'nothing' }]
  const isEvery = [value].flat().some((each) => each === every)
  if (value === undefined || value === null || isEvery || filter.applies?.(own()) === false) return []
  const all = choices === undefined ? value : readFor(comparedSchemaOf(schema, filter), value)
  const given = Array.isArray(all) ? all.filter((each) => each !== '') : all
  if (Array.isArray(given) && given.length === 0) return []
  const isFolded = match === 'contains' && answers.filterCase === 'ignored'
  const engineMatch = isFolded ? 'substringIgnoringCase' : ENGINE_MATCHES[match]
  // The parameter has read the value as the match needs it.
  return [{ parameter, filter: [{ field, match: engineMatch, value: given } as Condition] }]
}

/** Returns the conditions of what a path selects. Nothing has a value that is not known. */
export function selectWithin(fields: Readonly<Record<string, unknown>>, parameter = 'path'): Selected {
  const entries = Object.entries(fields)
  if (entries.length === 0) return []
  if (entries.some(([, value]) => value === undefined || value === null)) return [{ parameter, filter: 'nothing' }]
  return [{ parameter, filter: entries.map(([field, value]) => ({ field, match: 'equals', value }) as Condition) }]
}
