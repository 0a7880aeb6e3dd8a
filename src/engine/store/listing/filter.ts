// Conditions on fields, whether a record meets all of them, and which lists contain all that do.

import { toSortKey } from '../../input/schemas/timestamp.ts'

/** A filter of records. A record must meet all conditions. No record matches `nothing`. */
export type Filter = readonly Condition[] | 'nothing'

/** A record with the fields that lists are filtered and ordered by. */
export interface Summary {
  readonly id: string
}

/** A record that was removed from a table, one that was added, or both if one replaced the other. */
export interface Replacement<Summary> {
  readonly removed?: Summary | undefined
  readonly added?: Summary | undefined
}

/**
 * The fields that an index covers. A field with `equality` or `members` has a list of the records for
 * each of its values. The texts of a field with `text` are searched many at a time. A nested field is named by its path.
 */
export type IndexedFields = Readonly<Record<string, 'equality' | 'members' | 'text'>>

export function buildMatcher(conditions: readonly Condition[]): (record: Summary) => boolean {
  const tests = conditions.map((condition) => {
    const { field, value } = condition
    const isMet = buildTest(condition)
    if (field !== 'id') return (record: Summary) => isMet(readField(record, field))
    const toComparable = typeof value === 'number' ? Number : String
    return ({ id }: Summary) => isMet(toComparable(id))
  })
  return (record) => tests.every((isMet) => isMet(record))
}

/** Whether a record has some values. Null stands for a field that is absent, too. */
export function hasValues(record: object, values: object): boolean {
  return Object.entries(values).every(([field, value]) => isEqual(readField(record, field), value))
}

// Lists and objects that were read from JSON are equal if they are written alike.
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' && typeof other !== 'object') return false
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}

/** Returns the value of a field; of a nested one by its path, such as `source_config.repo_url`. */
export function readField(record: object, field: string): unknown {
  if (!field.includes('.')) return Reflect.get(record, field)
  return field.split('.').reduce<unknown>((value, name) => Reflect.get(Object(value), name), record)
}

/** Lists the keys that every match of a condition has: those of one value of its field, if that is indexed. */
export function listConditionKeys(condition: Condition, fields: IndexedFields): string[] {
  const { field } = condition
  return isKeyed(fields[field]) ? listValues(condition).map((value) => keyOfValue(field, value)) : []
}

/** Lists the keys of a record: one for each value of each indexed field. */
export function listRecordKeys(record: Summary, fields: IndexedFields): string[] {
  return Object.keys(fields).flatMap((field) =>
    listRecordValues(record, field, fields).map((value) => keyOfValue(field, value)),
  )
}

/** Lists the different values of a record by which a field is indexed. */
export function listRecordValues(record: Summary, field: string, fields: IndexedFields): readonly unknown[] {
  const kind = fields[field]
  const value = isKeyed(kind) ? readField(record, field) : undefined
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? [...new Set(value)] : [value]
}

function isKeyed(kind: IndexedFields[string] | undefined): boolean {
  return kind === 'equality' || kind === 'members'
}

// A condition that several values meet has no key.
function listValues(condition: Condition): readonly ComparedValue[] {
  const { match, value } = condition
  if (match === 'equals' || match === 'exact') return [value]
  if (match === 'all') return value
  return (match === 'any' || match === 'oneOf') && value.length === 1 ? value : []
}

export function keyOfValue(field: string, value: unknown): string {
  return typeof value === 'string' ? `${field} ${value}` : `${field}:${value}`
}

export type TextMatch = 'exact' | 'prefix' | 'substring' | 'substringIgnoringCase'

export interface TextSearch {
  readonly match: TextMatch
  readonly value: string
}

/** A value that a field is compared with. */
export type ComparedValue = string | number | bigint | boolean

/** What one field of a record must be. Null meets no condition. */
export type Condition = { readonly field: string } & (
  | TextSearch
  | { readonly match: 'equals'; readonly value: ComparedValue }
  /** The field is a list that contains any or all of the values, or one of them. */
  | { readonly match: 'any' | 'all'; readonly value: readonly ComparedValue[] }
  | { readonly match: 'oneOf'; readonly value: readonly ComparedValue[] }
  /** The field is a number or a time that is not before the value, not after it, or before it. */
  | { readonly match: 'from' | 'to' | 'before'; readonly value: string | number | bigint }
)

export type ConditionMatch = Condition['match']

type Test = (value: unknown) => boolean

/** Builds a function that tells whether a value meets a condition. Lists of values become sets, built only once. */
function buildTest(condition: Condition): Test {
  const { match, value: expected } = condition
  switch (match) {
    case 'equals':
      return (value) => value === expected
    case 'oneOf':
      return buildMembership(expected)
    case 'any': {
      const isExpected = buildMembership(expected)
      return (value) => (Array.isArray(value) ? value.some(isExpected) : isExpected(value))
    }
    case 'all': {
      const isExpected = buildMembership(expected)
      const count = new Set(expected).size
      return (value) => new Set((Array.isArray(value) ? value : [value]).filter(isExpected)).size === count
    }
    case 'from':
      return buildRangeTest(expected, (value, limit) => value >= limit)
    case 'to':
      return buildRangeTest(expected, (value, limit) => value <= limit)
    case 'before':
      return buildRangeTest(expected, (value, limit) => value < limit)
    default:
      return buildTextTest({ match, value: expected })
  }
}

export function isTextSearch(condition: Condition): condition is Condition & TextSearch {
  return Object.hasOwn(spellings, condition.match)
}

/** Whether a text matches another one, if both are spelled as `spellings` says. */
export function matchesText(text: string, searched: string, match: TextMatch): boolean {
  if (match === 'exact') return text === searched
  return match === 'prefix' ? text.startsWith(searched) : text.includes(searched)
}

export interface Spelling {
  readonly name: 'same' | 'folded'
  spell(text: string): string
}

const same: Spelling = { name: 'same', spell: (text) => text }
const folded: Spelling = { name: 'folded', spell: (text) => text.toLowerCase() }
/** How texts are spelled before they are compared: in lower case if case does not matter. */
export const spellings: Readonly<Record<TextMatch, Spelling>> = {
  exact: same,
  prefix: same,
  substring: same,
  substringIgnoringCase: folded,
}

type Compare = <Comparable extends number | string>(value: Comparable, limit: Comparable) => boolean

// Texts are times.
function buildRangeTest(limit: string | number | bigint, isWithin: Compare): Test {
  if (typeof limit !== 'string') {
    const least = Number(limit)
    return (value) => typeof value === 'number' && isWithin(value, least)
  }
  const time = toSortKey(limit)
  return (value) => {
    const key = time === '' || typeof value !== 'string' ? '' : toSortKey(value)
    return key !== '' && isWithin(key, time)
  }
}

function buildMembership(values: readonly ComparedValue[]): Test {
  const set = new Set<unknown>(values)
  return (value) => set.has(value)
}

function buildTextTest({ match, value: text }: TextSearch): Test {
  const { spell } = spellings[match]
  const searched = spell(text)
  return (value) => typeof value === 'string' && matchesText(spell(value), searched, match)
}
