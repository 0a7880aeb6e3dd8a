// Finds out the fields of records that responses leave out, but that the list can be filtered by.

import { choicesOf, type Parameter } from '../../../engine/contract/operation/value.ts'
import { isThere } from '../../../engine/define/assumptions/assumptions.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import type { Assumptions, OperationName } from '../../../service/types.ts'
import type { Asker, JsonObject } from './ask.ts'
import { type ListLength, readPages } from './read-pages.ts'
import { listVariants } from './sources.ts'

/** A field that a filter compares, with the values that it can have. */
interface HiddenField {
  readonly parameter: string
  readonly field: string
  readonly values: readonly (string | boolean)[]
  /** Those that it can have under other assumptions. */
  readonly others: readonly (string | boolean)[]
}

interface FilteredRecords {
  readonly records: readonly JsonObject[]
  /** Why some fields are still unknown. */
  readonly problems: readonly string[]
  /** The parameters that have no effect. */
  readonly ignored: readonly string[]
}

/**
 * Adds fields to records that no response contains. Under the preset `spec`, a deployment does not contain its status,
 * but the list can be filtered by it.
 *
 * @param length how many records of the list were read at most. A filter keeps their order, so its list is read as far.
 */
export async function addFiltered(
  asker: Asker,
  operation: OperationName,
  records: readonly JsonObject[],
  length: ListLength,
): Promise<FilteredRecords> {
  const [first] = records
  if (first === undefined) return { records, problems: [], ignored: [] }
  const hidden = listHidden(asker, operation, first)
  const problems: string[] = []
  const ignored: string[] = []
  let completed = records
  for (const each of hidden) {
    const { values, problems: found, isIgnored } = await readField(asker, operation, { ...each, length, records })
    problems.push(...found)
    if (isIgnored) ignored.push(each.parameter)
    completed = completed.map((record) => withField(record, each.field, values))
  }
  return { records: completed, problems, ignored }
}

function withField(record: JsonObject, field: string, values: ReadonlyMap<unknown, unknown>): JsonObject {
  return values.has(record.id) ? { ...record, [field]: values.get(record.id) } : record
}

function listHidden(asker: Asker, operation: OperationName, record: JsonObject): HiddenField[] {
  const { assumptions } = asker
  return Object.entries(asker.parametersOf(operation)).flatMap(([parameter, declared]) => {
    const { filter } = declared
    if (filter?.match !== 'equals' || !isThere(declared, assumptions) || isTold(record, filter.field)) return []
    const values = listValues(declared, assumptions)
    const others = new Set(listVariants(assumptions).flatMap((each) => listValues(declared, each)))
    for (const value of values) others.delete(value)
    return values.length === 0 ? [] : [{ parameter, field: filter.field, values, others: [...others] }]
  })
}

/** Whether a record has a field. Some responses have the type of a deployment in its configuration. */
export function isTold(record: JsonObject, field: string): boolean {
  const parts = [record, ...Object.values(record).filter(isRecord)]
  return parts.some((part) => Object.hasOwn(part, field))
}

function listValues(declared: Parameter, assumptions: Assumptions): readonly (string | boolean)[] {
  if (declared.kind === 'boolean') return [true, false]
  return declared.kind === 'choice' ? choicesOf(declared, assumptions) : []
}

interface FieldReading extends HiddenField {
  readonly length: ListLength
  readonly records: readonly JsonObject[]
}

/**
 * Reads the list with each value of a filter. The service may refuse some, and others are tried only as long as records
 * have none.
 *
 * @returns the values by the ids of the records, why others are unknown, and whether the filter has no effect
 */
async function readField(
  asker: Asker,
  operation: OperationName,
  { parameter, field, values, others, length, records }: FieldReading,
): Promise<{
  readonly values: ReadonlyMap<unknown, unknown>
  readonly problems: readonly string[]
  readonly isIgnored?: true
}> {
  const found = new Map<unknown, unknown>()
  const isComplete = () => records.every(({ id }) => found.has(id))
  const problems: string[] = []
  for (const [place, value] of [...values, ...others].entries()) {
    if (place >= values.length && isComplete()) break
    const query = { [parameter]: String(value) }
    const { records: selected, problem } = await readPages(asker, { operation, query }, length)
    if (problem !== undefined) problems.push(`${problem} with ${parameter}=${value}`)
    // A record has one value, unless the service ignores the filter.
    const isIgnored = selected.some(({ id }) => found.has(id))
    const ignored = `${operation}: the service ignores "${parameter}", so "${field}" is unknown`
    if (isIgnored) return { values: new Map(), problems: [ignored], isIgnored }
    for (const { id } of selected) found.set(id, value)
  }
  // What a service refuses is no value of its records, if each of them has another one.
  return { values: found, problems: isComplete() ? [] : problems }
}
