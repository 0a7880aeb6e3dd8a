// The filters of lists: their parameters, and the conditions that they set.

import * as z from 'zod'
import type { ListEvidence } from '../engine/contract/operation/responses.ts'
import type { Parameter } from '../engine/contract/operation/value.ts'
import type { Condition, IndexedFields } from '../engine/store/listing/filter.ts'
import type { CommonAnswers } from './common-questions.ts'
import type { AnyContext, Context } from './context.ts'
import { assertOneOf } from './failure.ts'
import { fieldKindOf, itemSchemaOf } from './field-kind.ts'
import { EMPTY } from './read-parameters.ts'
import { readTexts } from './read-texts.ts'
import type { RecordOf, Resource } from './records.ts'
import type { DeclaredResource } from './resource.ts'

/** `equals`; `contains` and `prefix` of a text; `any` and `all` of a list of values; `from`, `to` and `before` of numbers and times. */
export type Match = 'equals' | 'contains' | 'prefix' | 'any' | 'all' | 'from' | 'to' | 'before'

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

/** What a way to match takes and says. */
interface MatchRule {
  readonly compares: 'a value' | 'a part of a text' | 'a list of values' | 'a limit'
  readonly meaning: string
  readonly condition: Condition['match']
  /** How lists find matches without a scan. Default: they scan. */
  readonly index?: 'text' | 'equality'
}

export const matchRules: Readonly<Record<Match, MatchRule>> = {
  equals: { compares: 'a value', meaning: 'equals it', condition: 'equals', index: 'equality' },
  contains: { compares: 'a part of a text', meaning: 'contains it', condition: 'substring', index: 'text' },
  prefix: { compares: 'a part of a text', meaning: 'begins with it', condition: 'prefix' },
  any: { compares: 'a list of values', meaning: 'is or has one of the values', condition: 'any', index: 'equality' },
  all: { compares: 'a list of values', meaning: 'has all of the values', condition: 'all', index: 'equality' },
  from: { compares: 'a limit', meaning: 'is not before it', condition: 'from' },
  to: { compares: 'a limit', meaning: 'is not after it', condition: 'to' },
  before: { compares: 'a limit', meaning: 'is before it', condition: 'before' },
}

/** Returns the rule of a filter. A function chooses among ways to compare texts. */
export function matchRuleOf({ match }: ListFilter): MatchRule {
  return typeof match === 'function' ? { ...matchRules.contains, meaning: 'is like it' } : matchRules[match]
}

type Selected = ListEvidence['filters']

/** Completes the filters of a list. */
export function completeFilters(filters: Readonly<Record<string, FilterOf<Resource, never>>>): readonly ListFilter[] {
  return Object.entries(filters).map(([parameter, filter]) =>
    typeof filter === 'string' ? { parameter, field: parameter, match: filter } : { parameter, ...filter },
  )
}

/** Returns how lists find the matches of a filter without a scan; undefined if they scan. */
export function indexOf({ schema }: DeclaredResource, filter: ListFilter): IndexedFields[string] | undefined {
  // One that a function chooses may need another index for each request.
  const { index } = typeof filter.match === 'function' ? {} : matchRules[filter.match]
  const isList = fieldKindOf(schema.shape[filter.field] as z.ZodType) === 'list'
  return index === 'equality' && isList ? 'members' : index
}

/** Returns the schema of what a filter compares with its field. */
export function comparedSchemaOf(schema: z.ZodObject, filter: ListFilter): z.ZodType {
  const { compares } = matchRuleOf(filter)
  if (compares === 'a part of a text') return z.string()
  const field = schema.shape[filter.field] as z.ZodType
  const value = scalarSchemaOf(itemSchemaOf(field) ?? field)
  return compares === 'a list of values' ? z.array(value) : value
}

export function buildFilterParameter({ schema }: DeclaredResource, filter: ListFilter): Parameter {
  const { field, choices, usual } = filter
  const { compares, meaning, condition } = matchRuleOf(filter)
  const chosen = choices && (compares === 'a list of values' ? z.array(z.enum(choices)) : z.enum(choices))
  const value = chosen ?? comparedSchemaOf(schema, filter)
  return {
    in: 'query',
    kind: 'schema',
    schema: usual === undefined ? value.optional() : value.default(readFor(value, usual)),
    description: `Selects records: \`${field}\` ${meaning}.`,
    filter: { field, match: condition },
  }
}

/** Reads texts as a schema takes them. Those that it does not take stay as they are. */
function readFor(schema: z.ZodType, texts: unknown): unknown {
  const read = readTexts(schema, texts, 'query')
  return 'value' in read ? read.value : texts
}

const TIME_FORM = 'It must be a date or a time, such as 2026-03-01 or 2026-03-01T09:00:00Z'

// What a client searches for need not be a value that records can have, such as a whole address.
function scalarSchemaOf(field: z.ZodType): z.ZodType {
  const kind = fieldKindOf(field)
  if (kind === 'number') return z.number()
  if (kind === 'boolean') return z.boolean()
  if (kind === 'time') return z.union([z.iso.datetime({ offset: true }), z.iso.date()], TIME_FORM)
  return field.safeParse('').success || isOpenText(field) ? z.string() : field
}

// A text with a form of its own, and no list of words.
function isOpenText(field: z.ZodType): boolean {
  return (
    fieldKindOf(field) === 'text' &&
    !field.safeParse('\u0000').error?.issues.some(({ code }) => code === 'invalid_value')
  )
}

interface FilterBasis {
  readonly answers: CommonAnswers
  own(): never
}

/** Returns the condition of a filter; nothing if the request does not set one. */
export function readFilter(
  { schema }: DeclaredResource,
  filter: ListFilter,
  values: Readonly<Record<string, unknown>>,
  { answers, own }: FilterBasis,
): Selected {
  const { parameter, field, every, choices } = filter
  const match = typeof filter.match === 'function' ? filter.match(own()) : filter.match
  assertOneOf('a match', match, Object.keys(matchRules))
  const value = values[parameter]
  if (value === EMPTY) return [{ parameter, filter: 'nothing' }]
  const isEvery = [value].flat().some((each) => each === every)
  if (value === undefined || value === null || isEvery || filter.applies?.(own()) === false) return []
  const all = choices === undefined ? value : readFor(comparedSchemaOf(schema, filter), value)
  const given = Array.isArray(all) ? all.filter((each) => each !== '') : all
  if (Array.isArray(given) && given.length === 0) return []
  const isFolded = match === 'contains' && answers.filterCase === 'ignored'
  const engineMatch = isFolded ? 'substringIgnoringCase' : matchRules[match].condition
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
