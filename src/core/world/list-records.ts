// Which records of a resource `list` returns.

import type * as z from 'zod'
import { assertKnownOptions, type OptionNames } from '../known-options.ts'
import { OptionError } from '../option-error.ts'
import { quote } from '../quote.ts'
import type { AnyResource, Fields } from '../resources/resource.ts'
import { showValue } from '../schemas/describe-issues.ts'
import { finish, type Steps } from '../steps.ts'
import { suggestWord } from '../suggestion.ts'
import type { FullReader } from './full-reader.ts'

/** A value that a list can be filtered by. */
export type FilterValue = string | number | boolean | null

/** The values of fields that records must have. Fields with lists and objects cannot be filtered by. */
export type RecordFilter<Item> = {
  readonly [Field in keyof Item as Item[Field] extends FilterValue | undefined ? Field : never]?: Item[Field]
}

/** Which records to return. */
export interface ListOptions<Item> {
  /** Only the records that have all of these values. */
  readonly where?: RecordFilter<Item>
  /** How many records to return at most, from 0. Default: all. */
  readonly limit?: number
  /** How many of the matching records to skip, from 0. Default: 0. */
  readonly offset?: number
}

const OPTIONS: OptionNames<ListOptions<Fields>> = { where: 'fields', limit: 'limit', offset: 'count' }

const PORTION = 200

/** Lists records of a resource. @throws OptionError if the options are invalid */
export function listRecords(
  reader: FullReader<Fields>,
  resource: AnyResource,
  options: ListOptions<Fields>,
): readonly Fields[] {
  const task = `list the ${resource.name}`
  assertKnownOptions(task, options, OPTIONS)
  const { where = {}, limit = Number.POSITIVE_INFINITY, offset = 0 } = options
  assertFilter(task, where, resource)
  const wanted = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
  if (Object.keys(wanted).length === 0) return reader.all({ offset, limit })
  return finish(findMatches(reader, { wanted, resource, most: offset + limit })).slice(offset)
}

/**
 * Finds the records with some values in steps, in the order in which they were added. Values are compared as text.
 *
 * @param search the values, and how many records to find at most
 */
export function* findMatches(
  reader: FullReader<Fields>,
  { wanted, resource, most }: { wanted: Fields; resource: AnyResource; most: number },
): Steps<readonly Fields[]> {
  const values = Object.entries(wanted)
  const matches = (record: Fields) => values.every(([field, value]) => String(record[field]) === String(value))
  // The records of a parent are found without the others.
  const [parent] = Object.keys(resource.belongsTo ?? {}).filter((field) => typeof wanted[field] === 'string')
  if (parent !== undefined) {
    return reader
      .find({ [parent]: String(wanted[parent]) })
      .filter(matches)
      .slice(0, most)
  }
  // Records that do not match are not built, as far as their summaries tell.
  const couldMatch = (summary: object) =>
    values.every(([field, value]) => !(field in summary) || String(Reflect.get(summary, field)) === String(value))
  const found: Fields[] = []
  for (const portion of readPortions(reader, resource, couldMatch)) {
    found.push(...portion.filter(matches))
    if (found.length >= most) break
    yield
  }
  return found.slice(0, most)
}

/** Builds the records that could match, in portions, so that a limit saves work and other work can run in between. */
function* readPortions(
  reader: FullReader<Fields>,
  { derivedFrom }: AnyResource,
  couldMatch: (summary: object) => boolean,
): Generator<readonly Fields[]> {
  // To summarize derived records, all of them would be built.
  if (derivedFrom !== undefined) {
    for (let offset = 0; offset < reader.count(); offset += PORTION) yield reader.all({ offset, limit: PORTION })
    return
  }
  const summaries = reader.summaries()
  for (let offset = 0; offset < summaries.length; offset += PORTION) {
    const candidates = summaries.slice(offset, offset + PORTION).filter(couldMatch)
    yield candidates.map(({ id }) => reader.get(id)).filter((record) => record !== undefined)
  }
}

/** The fields of a resource that its records can be filtered by. */
export function listFilterFields({ schema }: AnyResource): readonly string[] {
  return Object.keys(schema.shape).filter((field) => !isCompound(schema.shape[field]))
}

function isCompound(field: unknown): boolean {
  return [[], {}].some((value) => {
    const { error } = (field as z.ZodType).safeParse(value)
    return error === undefined || error.issues[0]?.code !== 'invalid_type' || error.issues[0].path.length > 0
  })
}

function assertFilter(task: string, where: Fields, resource: AnyResource): void {
  if (Object.keys(where).length === 0) return
  const known = listFilterFields(resource)
  for (const [field, value] of Object.entries(where)) {
    if (!known.includes(field)) {
      throw new OptionError(
        `Failed to ${task}: it cannot be filtered by ${quote(field)}.${suggestWord(field, known)} Fields: ${known.join(', ')}.`,
      )
    }
    if (value !== undefined) assertType(`Failed to ${task}: "where.${field}" is`, value, resource.schema.shape[field])
  }
}

// A record may have null where its schema allows none, if the assumptions do.
function assertType(failed: string, value: unknown, schema: unknown): void {
  if (value === null) return
  const issue = (schema as z.ZodType).safeParse(value).error?.issues[0]
  if (issue?.code !== 'invalid_type' && typeof value !== 'object' && typeof value !== 'function') return
  const expected = issue?.code === 'invalid_type' ? `a ${issue.expected}` : 'a single value'
  throw new OptionError(`${failed} ${showValue(value)}. It must be ${expected}.`)
}
