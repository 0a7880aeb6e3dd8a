// Which records of a resource `list` returns.

import type * as z from 'zod'
import type { AnyResource, RecordRules } from '../define/resource/resource.ts'
import { assertChoice, assertKnownOptions, type OptionNames } from '../input/options/known-options.ts'
import { OptionError } from '../input/options/option-error.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { quote } from '../input/text/quote.ts'
import { showValue } from '../input/text/show-value.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import type { Summary } from '../store/listing/filter.ts'
import { fromKey } from '../store/rows/keys.ts'
import { finish, type Steps } from '../work/steps.ts'
import type { RecordReader } from './full-reader.ts'

/** A value that a list can be filtered by. */
export type FilterValue = string | number | boolean | null

/** The values of fields that records must have. Fields with lists and objects cannot be filtered by. */
export type RecordFilter<Item> = {
  readonly [Field in keyof Item as Item[Field] extends FilterValue | undefined ? Field : never]?: Item[Field]
}

/** Which records to count. */
export interface CountOptions<Item> {
  /** Only the records that have all of these values. */
  readonly where?: RecordFilter<Item>
}

/** Which records to return. */
export interface ListOptions<Item> extends CountOptions<Item> {
  /** How many records to return at most, from 0. Default: all. */
  readonly limit?: number
  /** How many of the matching records to skip, from 0. Default: 0. */
  readonly offset?: number
}

const COUNT: OptionNames<CountOptions<Fields>> = { where: 'fields' }
const OPTIONS: OptionNames<ListOptions<Fields>> = { ...COUNT, limit: 'limit', offset: 'count' }

/** The records of a resource in a world, and the rules for them. */
export interface ListedRecords {
  readonly resource: AnyResource
  readonly reader: RecordReader<Fields>
  readonly rules: RecordRules
}

const PORTION = 200

/** Lists records of a resource. @throws OptionError if the options are invalid */
export function listRecords(listed: ListedRecords, options: ListOptions<Fields>): readonly Fields[] {
  const { reader, resource } = listed
  const task = `list the ${resource.name}`
  assertKnownOptions(task, options, OPTIONS)
  const { where = {}, limit = Number.POSITIVE_INFINITY, offset = 0 } = options
  const filter = readFilter(task, where, listed)
  if (filter === undefined) return reader.all({ offset, limit })
  return finish(findMatches(reader, { filter, resource, offset, limit })).records
}

/** Counts records of a resource. @throws OptionError if the options are invalid */
export function countListed(listed: ListedRecords, options: CountOptions<Fields>): number {
  const { reader, resource } = listed
  const task = `count the ${resource.name}`
  assertKnownOptions(task, options, COUNT)
  const filter = readFilter(task, options.where ?? {}, listed)
  if (filter === undefined) return reader.count()
  return finish(findMatches(reader, { filter, resource, offset: 0, limit: 0, isCounted: true })).total
}

/** Returns the values to filter by; undefined if there are none. */
function readFilter(task: string, where: Fields, listed: ListedRecords): Fields | undefined {
  assertFilter(task, where, listed)
  const filter = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
  return Object.keys(filter).length === 0 ? undefined : filter
}

interface RecordSearch {
  readonly filter: Fields
  readonly resource: AnyResource
  readonly offset: number
  readonly limit: number
  /** Whether all records are counted that match. Default: the search ends with the last one that it returns. */
  readonly isCounted?: boolean
}

/**
 * Finds the records with some values in steps, in the order in which they were added. Values are compared as text. Only
 * those of the range are held, because all of them may take more memory than there is.
 */
export function* findMatches(
  reader: RecordReader<Fields>,
  { filter, resource, offset, limit, isCounted = false }: RecordSearch,
): Steps<{ readonly total: number; readonly records: readonly Fields[] }> {
  const values = Object.entries(filter)
  const matches = (record: object, searched: Fields = filter) => hasTexts(record, searched)
  // The records of a parent are found without the others.
  const [parent] = Object.keys(resource.belongsTo ?? {}).filter((field) => isId(filter[field]))
  if (parent !== undefined) {
    const id = fromKey(resource.schema.shape[parent], String(filter[parent]))
    const found = reader.find({ [parent]: id }).filter((record) => matches(record))
    return { total: found.length, records: found.slice(offset, offset + limit) }
  }
  // A record may have gone since the step before.
  const build = (each: Summary): readonly Fields[] => {
    const record = resource.derivedFrom === undefined ? reader.get(each.id) : (each as object as Fields)
    return record === undefined ? [] : [record]
  }
  // Records are not built, as far as their summaries tell whether they match.
  const isMatch = (each: Summary): boolean => {
    const known = values.filter(([field]) => field in each)
    return (
      matches(each, Object.fromEntries(known)) &&
      (known.length === values.length || build(each).some((record) => matches(record)))
    )
  }
  const records: Fields[] = []
  let total = 0
  for (const portion of readPortions(reader, resource)) {
    const found = portion.filter(isMatch)
    records.push(...found.slice(Math.max(0, offset - total), Math.max(0, offset + limit - total)).flatMap(build))
    total += found.length
    if (records.length >= limit && !isCounted) break
    yield
  }
  return { total, records }
}

/** Whether a record has some values, which are compared as text. */
export function hasTexts(record: object, values: Fields): boolean {
  return Object.entries(values).every(([field, value]) => String(Reflect.get(record, field) ?? null) === String(value))
}

// Null is the value of a record that belongs to none. A query of the control API writes it as text.
function isId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== 'null')
}

/** Reads the summaries in portions, so that a limit saves work and other work can run in between. */
function* readPortions(reader: RecordReader<Fields>, { derivedFrom }: AnyResource): Generator<readonly Summary[]> {
  const summaries = derivedFrom === undefined ? reader.summaries() : undefined
  for (let offset = 0; offset < (summaries?.length ?? reader.count()); offset += PORTION) {
    // To summarize derived records, all of them would be built.
    yield summaries?.slice(offset, offset + PORTION) ??
      (reader.all({ offset, limit: PORTION }) as readonly object[] as readonly Summary[])
  }
}

/** The fields of a resource that its records can be filtered by. */
export function listFilterFields({ schema }: AnyResource): readonly string[] {
  return Object.keys(schema.shape).filter((field) => !isCompound(schema.shape[field]))
}

function isCompound(field: unknown): boolean {
  return [[], {}].some((value) => {
    const { error } = (field as z.ZodType).safeParse(value)
    const issue = error?.issues[0]
    // An enumeration reports another issue than a text.
    return issue === undefined || !/^invalid_(?:type|value)$/.test(issue.code) || issue.path.length > 0
  })
}

function assertFilter(task: string, where: Fields, { resource, rules }: ListedRecords): void {
  if (Object.keys(where).length === 0) return
  const known = listFilterFields(resource)
  for (const [field, value] of Object.entries(where)) {
    if (!known.includes(field)) {
      throw new OptionError({
        attempt: task,
        received: `it cannot be filtered by ${quote(field)}`,
        advice: `${suggestWord(field, known)} Fields: ${known.join(', ')}.`,
      })
    }
    if (value !== undefined) assertType(task, field, value, resource.schema.shape[field])
  }
  assertPossible(task, where, { resource, rules })
}

interface ListedResource {
  readonly resource: AnyResource
  readonly rules: RecordRules
}

/** Rejects a value that its field cannot have. @throws OptionError with the allowed ones, and the most similar one */
export function assertPossible(task: string, where: Fields, { resource, rules }: ListedResource): void {
  for (const [field, value] of Object.entries(where)) {
    if (value === undefined || value === null) continue
    const choices = resource.choices?.[field]?.(rules) ?? findChoices(resource.schema.shape[field], value)
    if (choices !== undefined) assertChoice(task, `where.${field}`, value, choices)
  }
}

/** Returns the values of an enumeration that does not have a value. */
function findChoices(schema: unknown, value: unknown): readonly string[] | undefined {
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0]
  return issue?.code === 'invalid_value' ? issue.values.map(String) : undefined
}

// A record may have null where its schema allows none, if the assumptions do.
function assertType(task: string, field: string, value: unknown, schema: unknown): void {
  if (value === null) return
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0]
  if (issue?.code !== 'invalid_type' && typeof value !== 'object' && typeof value !== 'function') return
  const expected = issue?.code === 'invalid_type' ? `a ${issue.expected}` : 'a single value'
  throw new OptionError({
    attempt: task,
    received: `"where.${field}" is ${showValue(value)}`,
    advice: `It must be ${expected}.`,
  })
}
