// Whether a record meets all conditions, and which lists contain all that do.

import { buildTest, type Condition } from './condition.ts'

/** A filter of records. A record must meet all conditions. No record matches `nothing`. */
export type Filter = readonly Condition[] | 'nothing'

/** A record with the fields that lists are filtered and ordered by. */
export interface Summary {
  readonly id: string
}

/**
 * The fields that an index covers. A field with `equality` or `members` has a list of the records for
 * each of its values. The texts of a field with `text` are searched many at a time.
 */
export type IndexedFields = Readonly<Record<string, 'equality' | 'members' | 'text'>>

/** Joins filters into one that requires all of them. */
export function joinFilters(filters: readonly Filter[]): Filter {
  return filters.includes('nothing') ? 'nothing' : (filters as readonly (readonly Condition[])[]).flat()
}

/** Builds a function that tells whether a record meets all conditions. */
export function buildMatcher(conditions: readonly Condition[]): (record: Summary) => boolean {
  const tests = conditions.map((condition) => {
    const isMet = buildTest(condition)
    return (record: Summary) => isMet(readField(record, condition.field))
  })
  return (record) => tests.every((isMet) => isMet(record))
}

/** Whether the fields of a record have some values. */
export function hasValues(record: object, values: object): boolean {
  return Object.entries(values).every(([field, value]) => Reflect.get(record, field) === value)
}

export function readField(record: Summary, field: string): unknown {
  return Reflect.get(record, field)
}

/**
 * Lists the parts of conditions that require one value of one indexed field, each as a key. Every
 * match of the conditions has all of these keys.
 */
export function listConditionKeys(conditions: readonly Condition[], fields: IndexedFields): string[] {
  return conditions.flatMap((condition) => {
    const { field } = condition
    return isKeyed(fields[field]) ? listValues(condition).map((value) => toKey(field, value)) : []
  })
}

/** Lists the keys of a record: one for each value of each indexed field. */
export function listRecordKeys(record: Summary, fields: IndexedFields): string[] {
  return Object.entries(fields).flatMap(([field, kind]) => {
    const value = readField(record, field)
    if (!isKeyed(kind) || value === null || value === undefined) return []
    const values = kind === 'members' ? new Set(value as readonly string[]) : [value]
    return Array.from(values, (each) => toKey(field, each))
  })
}

function isKeyed(kind: IndexedFields[string] | undefined): boolean {
  return kind === 'equality' || kind === 'members'
}

// A condition that several values meet has no key.
function listValues(condition: Condition): readonly (string | boolean)[] {
  const { match, value } = condition
  if (match === 'equals' || match === 'exact') return [value]
  if (match === 'all') return value
  return (match === 'any' || match === 'oneOf') && value.length === 1 ? value : []
}

function toKey(field: string, value: unknown): string {
  return `${field} ${value}`
}
