// What records tell before a request is sent: values of assumptions, what the service may store, and the names of fields.

import * as z from 'zod'
import type { AnyResource } from '../../../engine/define/resource/resource.ts'
import { isRecord, unwrap } from '../../../engine/input/schemas/schema-walk.ts'
import { deploymentWire } from '../../../service/resources/deployments/wire.ts'
import type { AssumptionOverrides, Assumptions } from '../../../service/types.ts'
import type { JsonObject, ServiceRecords } from '../records/records.ts'
import { RECORDED, type RecordedName, recorded } from '../records/sources.ts'
import type { Knowledge } from './aspects/aspects.ts'
import { describeSecrets, isMask } from './aspects/record-forms.ts'

// Fewer records have all values by chance.
const LEAST_COMPLETE = 8

/**
 * Returns the values that records tell though no request does. If no deployment lacks a value, none can: where fields
 * may lack one, some always do, because a deployment comes from a repository or from an image.
 */
export function inferValues({
  records,
  hasShortPages,
}: Pick<ServiceRecords, 'records' | 'hasShortPages'>): AssumptionOverrides {
  const listed = records.get('deployments') ?? []
  const isComplete = (schema: z.ZodType) => listed.every((record) => hasAllValues(schema, record))
  const isTold = listed.length >= LEAST_COMPLETE && Object.values(deploymentWire).some(isComplete)
  return { ...(isTold && { nullableFields: 'none' }), ...(hasShortPages && { shortPages: 'sometimes' }) }
}

function hasAllValues(schema: z.ZodType, value: unknown): boolean {
  if (value === null || value === undefined) return false
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.every((item) => hasAllValues(inner.element as z.ZodType, item))
  }
  if (!(inner instanceof z.ZodObject)) return true
  // Some services write an empty text for an object.
  if (!isRecord(value)) return false
  return Object.entries<z.ZodType>(inner.shape).every(([name, field]) => hasAllValues(field, value[name]))
}

/** Writes null where a service has an empty text or id instead: in fields that may be null, and of no record are. */
export function undoZeros({ records, ...read }: ServiceRecords): ServiceRecords {
  const listOf = (name: RecordedName) => withoutZeros(recorded[name].schema, records.get(name) ?? [])
  const names = RECORDED.filter((name) => records.has(name))
  return { ...read, records: new Map(names.map((name) => [name, listOf(name)])) }
}

function withoutZeros(schema: z.ZodType, records: readonly JsonObject[]): readonly JsonObject[] {
  const inner = unwrap(schema)
  const fields = inner instanceof z.ZodObject ? Object.entries<z.ZodType>(inner.shape) : []
  return fields.reduce((all, [name, field]) => {
    const values = all.map(({ [name]: value }) => value)
    const objects = values.filter(isRecord)
    const undone = new Map(
      withoutZeros(field, objects).map((each, place): [unknown, unknown] => [objects[place], each]),
    )
    const isZero = (value: unknown) => typeof value === 'string' && /^[0-]*$/.test(value)
    const mayLack = field instanceof z.ZodDefault && !values.some((value) => value === null || value === undefined)
    if (mayLack) for (const value of values.filter(isZero)) undone.set(value, null)
    return all.map((record) => (undone.has(record[name]) ? { ...record, [name]: undone.get(record[name]) } : record))
  }, records)
}

// Fewer values look alike by chance.
const LEAST_ALIKE = 8
const LEAST_SECRETS = 3

const TIMES = ['created_at', 'updated_at'] as const
const WHOLE_SECONDS = /^(.*\d\d:\d\d:\d\d)(?:\.0+)?(Z|[+-]\d\d:\d\d)?$/

/**
 * Returns records as the service may store them. If all times of a field are whole seconds, it probably leaves the rest out,
 * and if
 * none of its secrets is clear, or several are masks, it hides them. Repositories are in another order than that of their list, which
 * may be that of their names.
 */
export function reveal(read: ServiceRecords): ServiceRecords {
  const all = [...read.records.values()].flat()
  const whole = TIMES.filter((name) => {
    const times = all.map(({ [name]: time }) => time).filter((each) => typeof each === 'string')
    return times.length >= LEAST_ALIKE && times.every((time) => WHOLE_SECONDS.test(time))
  })
  const secrets = all.flatMap(({ secrets: listed }) => (Array.isArray(listed) ? listed.filter(isRecord) : []))
  const kinds = new Set(describeSecrets(secrets.map(({ value }) => value)))
  const areHidden = !kinds.has('clear') && (kinds.has('hidden otherwise') || secrets.length >= LEAST_SECRETS)
  const hidden = areHidden ? secrets : secrets.filter(({ value }) => isMask(value))
  const isHidden = new Set<unknown>(areHidden || hidden.length >= LEAST_SECRETS ? hidden : [])
  const change = (record: JsonObject): JsonObject => ({
    ...record,
    ...addFractions(record, whole),
    ...(Array.isArray(record.secrets) && {
      secrets: record.secrets.map((secret, place) =>
        isHidden.has(secret) ? { ...secret, value: `secret ${place} of ${record.id}` } : secret,
      ),
    }),
  })
  const records = new Map([...read.records].map(([name, listed]) => [name, listed.map(change)]))
  const repositories = records.get('repositories')
  if (repositories !== undefined) records.set('repositories', repositories.toReversed())
  return { ...read, records }
}

function addFractions(record: JsonObject, whole: readonly string[]): JsonObject {
  const told = whole.flatMap((name) => {
    const { [name]: time } = record
    return typeof time === 'string' ? [[name, time.replace(WHOLE_SECONDS, '$1.123457$2')]] : []
  })
  return Object.fromEntries(told)
}

/** Lists the names of all fields that records of these resources can have under some of these assumptions. */
export function listFieldNames(
  resources: readonly AnyResource[],
  variants: readonly Assumptions[],
): Pick<Knowledge, 'fields' | 'optional' | 'derived'> {
  const names = { fields: new Set<string>(), optional: new Set<string>(), derived: new Set<string>() }
  for (const { wire, schema } of resources) {
    const stored = new Map(listNames(schema))
    const written = wire === undefined ? [] : variants.flatMap((each) => [...listNames(wire.schemaOf(each))])
    for (const [name, isOptional] of written) {
      names.fields.add(name)
      if (isOptional) names.optional.add(name)
      if (isOptional && !stored.has(name)) names.derived.add(name)
    }
  }
  return names
}

function* listNames(schema: z.ZodType): Iterable<readonly [name: string, isOptional: boolean]> {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray) yield* listNames(inner.element as z.ZodType)
  if (!(inner instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries<z.ZodType>(inner.shape)) {
    yield [name, field.safeParse(null).success || field.safeParse(undefined).success]
    yield* listNames(field)
  }
}
