// Which records of a resource `list` returns.

import type * as z from 'zod'
import { assertKnownOptions, type OptionNames } from '../known-options.ts'
import { OptionError } from '../option-error.ts'
import { quote } from '../quote.ts'
import type { AnyResource, Fields } from '../resources/resource.ts'
import { showValue } from '../schemas/describe-issues.ts'
import type { Frozen } from '../schemas/freeze.ts'
import type { RecordReader } from '../store/record-reader.ts'
import { suggestWord } from '../suggestion.ts'

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

// Records are built in portions, so that a limit saves work.
const PORTION = 200

/** Lists records of a resource. @throws OptionError if the options are invalid */
export function listRecords(
  reader: RecordReader<Fields>,
  resource: AnyResource,
  options: ListOptions<Fields>,
): readonly Frozen<Fields>[] {
  const task = `list the ${resource.name}`
  assertKnownOptions(task, options, OPTIONS)
  const { where = {}, limit = Number.POSITIVE_INFINITY, offset = 0 } = options
  assertFilter(task, where, resource)
  const wanted = Object.fromEntries(Object.entries(where).filter(([, value]) => value !== undefined))
  if (Object.keys(wanted).length === 0) return reader.all({ offset, limit })
  return findMatches(reader, { wanted, resource, most: offset + limit }).slice(offset)
}

/**
 * Finds the records with some values, in the order in which they were added. Values are compared as text.
 *
 * @param search the values, and how many records to find at most
 */
export function findMatches(
  reader: RecordReader<Fields>,
  { wanted, resource, most }: { wanted: Fields; resource: AnyResource; most: number },
): readonly Frozen<Fields>[] {
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
  const found: Frozen<Fields>[] = []
  const all = reader.count()
  for (let offset = 0; offset < all && found.length < most; offset += PORTION) {
    found.push(...reader.all({ offset, limit: PORTION }).filter(matches))
  }
  return found.slice(0, most)
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
