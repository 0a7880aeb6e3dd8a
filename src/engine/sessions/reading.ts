// The OpenAPI document of the service that a session simulates.

import * as z from 'zod'
import type { DocumentBuilder, LoadDocumentBuilder, OpenApiDocument } from '../contract/document-builder.ts'
import type { AnyResource } from '../define/resource/resource.ts'
import { type Body, buildBody, encodeText, joinBody } from '../http/body.ts'
import type { Fields, Frozen } from '../input/schemas/schema-walk.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import type { RowRange } from '../store/rows/changed-rows.ts'
import { announce, type Steps, type Working } from '../work/steps.ts'
import type { ChangedRecords } from '../world/database.ts'
import { assertPossible, findMatches, hasTexts } from '../world/list-records.ts'
import { copyForTrial, type World } from '../world/world.ts'
import type { State } from './state/state.ts'

const countSchema = z.int().min(0)

export const totalsSchema = z.strictObject({
  total: countSchema.describe('How many records there are.'),
  by: z
    .record(z.string(), z.record(z.string(), countSchema))
    .describe('For each field with few values: how many records have each value.'),
  created: z
    .strictObject({
      per: z.enum(['hour', 'day', 'month']).describe('The length of a period.'),
      from: z.string().nullable().describe('The start of the first period; null if there is none.'),
      counts: z
        .array(z.strictObject({ at: z.string().describe('The start of the period.'), count: countSchema }))
        .describe('At most sixty periods without gaps, the oldest first. Older records are not counted.'),
    })
    .describe('How many records were created in each period.'),
})

const MOST_VALUES = 100

const COUNTED_AT_ONCE = 1000

// The length of the part of a timestamp that a period shares.
const LENGTHS = { hour: 13, day: 10, month: 7 } as const

const MOST_PERIODS = 60

// The rest of the timestamp of the first moment of a period.
const START = '0000-01-01T00:00:00Z'

// Derived records are built to be read, which would take too long for many of them.
const MOST_DERIVED = 5000

/** How the service is described. */
export interface DescriptionOptions {
  /** What comes before the paths of the service, such as its URL. Default: nothing. */
  readonly server?: string
}

/** Writes the OpenAPI document of the service in a session, as JSON. */
export type DescribeService = (options: DescriptionOptions) => Steps<Body>

/** Creates what writes the OpenAPI document of the service. It is cached until the data changes. */
export function createDescription(getState: () => State, loadBuilder: LoadDocumentBuilder): DescribeService {
  const writing: Working = new Map()
  return function* ({ server = '' }) {
    for (;;) {
      const state = getState()
      const { documents } = state.contract
      const name = nameDocument(state.world, server)
      const known = documents.findDocument(state.world, name)
      if (known !== undefined) return joinBody(known)
      const other = writing.get(name)
      if (other === undefined)
        return yield* announce(writing, name, write(name, state, build(server, state, loadBuilder)))
      yield other
    }
  }
}

// What a document depends on besides the data. While a clock runs, one with examples of a moment ago will do.
function nameDocument({ speed, clock }: World, server: string): string {
  return `${speed} ${clock.isFrozen() ? clock.microseconds() : 'runs'} ${server}`
}

function* write(name: string, { contract, world }: State, building: Steps<OpenApiDocument>): Steps<Body> {
  const { records } = world.changes()
  const body = encodeText(JSON.stringify(yield* building))
  if (world.changes().records === records) contract.documents.keepDocument(world, name, buildBody([body]))
  return body
}

function* build(server: string, { contract, world }: State, loadBuilder: LoadDocumentBuilder): Steps<OpenApiDocument> {
  let builder: DocumentBuilder | undefined
  yield loadBuilder().then((loaded) => {
    builder = loaded
  })
  // The requests for the examples create records.
  const copy = copyForTrial(world)
  try {
    const { buildServiceDocument } = builder as DocumentBuilder
    return yield* buildServiceDocument({
      declared: contract.declared,
      assumptions: contract.assumptions,
      server,
      world: copy,
    })
  } finally {
    copy.end()
  }
}

interface RecordQuery extends RowRange {
  /** Only these records, in this order. Ids that do not exist are left out. */
  readonly ids?: readonly string[] | undefined
  /** Only the records with these values. */
  readonly where: Readonly<Record<string, string>>
}

/** Some records, and how many there are of them in all ranges together. */
interface RecordPage {
  readonly total: number
  readonly records: readonly Fields[]
}

/** Reads some records of a resource in steps. */
export type ReadRecords = (resource: AnyResource, query: RecordQuery) => Steps<RecordPage>

/** Creates what reads the records of a session, whose state may be replaced at any time. */
export function createRecordPages(read: () => State): ReadRecords {
  return function* (resource, { ids, where, offset, limit }) {
    const { world } = read()
    const reader = world.readerOf(resource)
    assertPossible(`list the ${resource.name}`, readNulls(where), { resource, rules: world.baseline.rules })
    if (ids === undefined && Object.keys(where).length === 0)
      return { total: reader.count(), records: limit === 0 ? [] : reader.all({ offset, limit }) }
    if (ids === undefined)
      return yield* findMatches(reader, { filter: where, resource, offset, limit, isCounted: true })
    const found = ids.map(reader.get).filter((record) => record !== undefined && hasTexts(record, where))
    return { total: found.length, records: found.slice(offset, offset + limit) as readonly Fields[] }
  }
}

// Values are compared as text.
function readNulls(where: RecordQuery['where']): Fields {
  return Object.fromEntries(Object.entries(where).map(([field, value]) => [field, value === 'null' ? null : value]))
}

/** How long a period is; `auto` chooses the shortest with few enough periods. */
export type Period = keyof typeof LENGTHS | 'auto'

/** How many records there are. */
export type Totals = Frozen<z.output<typeof totalsSchema>>

/** Counts the records of a resource in steps. The result is kept as long as the data. */
export type CountTotals = (resource: AnyResource, per: Period) => Steps<Totals>

/** Creates the counts of a session, whose state may be replaced at any time. */
export function createTotals(read: () => State): CountTotals {
  const knownOf = derivedFrom((_: State) => derivedFrom((_records: ChangedRecords) => new Map<string, Totals>()))
  return function* count(resource, per) {
    const state = read()
    const known = knownOf(state)(state.world.changes().records)
    const key = `${resource.name} ${per}`
    const totals = known.get(key) ?? (yield* countTotals(resource, per, state))
    known.set(key, totals)
    return totals
  }
}

function* countTotals(resource: AnyResource, per: Period, { world }: State): Steps<Totals> {
  const reader = world.readerOf(resource)
  const total = reader.count()
  const isTooMuch = resource.derivedFrom !== undefined && total > MOST_DERIVED
  const records = isTooMuch ? [] : (reader.summaries() as readonly object[] as readonly Fields[])
  yield
  const counts = listFields(resource).map((field) => [field, new Map<string, number>()] as const)
  const hours = new Map<string, number>()
  for (const [index, record] of records.entries()) {
    if (index % COUNTED_AT_ONCE === COUNTED_AT_ONCE - 1) yield
    for (const [field, values] of counts) countValue(values, record[field])
    if (typeof record.created_at === 'string') countOne(hours, readHour(record.created_at))
  }
  const few = counts.filter(([, { size }]) => size > 0 && size <= MOST_VALUES)
  return {
    total,
    by: Object.fromEntries(few.map(([field, values]) => [field, Object.fromEntries(values)])),
    created: countCreations(hours, per),
  }
}

function countValue(values: Map<string, number>, value: unknown): void {
  // A field with many values is left out in the end.
  if (value === undefined || (typeof value === 'object' && value !== null) || values.size > MOST_VALUES) return
  countOne(values, String(value))
}

function countOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

// The fields that lists are filtered by, and those with named values.
function listFields({ schema, list }: AnyResource): readonly string[] {
  const indexed = Object.entries(list?.fields ?? {}).flatMap(([field, kind]) => (kind === 'equality' ? field : []))
  const named = Object.entries(schema.shape).flatMap(([field, each]) => (isEnum(each as z.ZodType) ? field : []))
  return [...new Set([...indexed, ...named])]
}

function isEnum(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isEnum(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodEnum
}

/** How many records were created in each hour. */
type HourCounts = ReadonlyMap<string, number>

/** Returns the part of a timestamp that names its hour. */
function readHour(timestamp: string): string {
  return timestamp.slice(0, LENGTHS.hour)
}

function countCreations(hours: HourCounts, per: Period): Totals['created'] {
  if (per !== 'auto') return countPer(hours, per)
  const found = (['hour', 'day'] as const).find((each) => fits(hours, each))
  return countPer(hours, found ?? 'month')
}

function countPer(hours: HourCounts, per: keyof typeof LENGTHS): Totals['created'] {
  const counted = new Map<string, number>()
  for (const [hour, count] of hours) {
    const start = hour.slice(0, LENGTHS[per])
    counted.set(start, (counted.get(start) ?? 0) + count)
  }
  const sorted = [...counted.keys()].sort()
  const [first = ''] = sorted
  const counts: { at: string; count: number }[] = []
  for (let at = sorted.at(-1) ?? ''; at !== '' && at >= first && counts.length < MOST_PERIODS; at = goBack(at, per)) {
    counts.unshift({ at: toTimestamp(at), count: counted.get(at) ?? 0 })
  }
  return { per, from: counts[0]?.at ?? null, counts }
}

function fits(hours: HourCounts, per: 'hour' | 'day'): boolean {
  const starts = [...new Set(Array.from(hours.keys(), (hour) => hour.slice(0, LENGTHS[per])))].sort()
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  const milliseconds = Date.parse(toTimestamp(last)) - Date.parse(toTimestamp(first))
  const length = per === 'hour' ? 3_600_000 : 86_400_000
  return milliseconds / length < MOST_PERIODS
}

function goBack(start: string, per: keyof typeof LENGTHS): string {
  const before = new Date(Date.parse(toTimestamp(start)) - 1).toISOString()
  // The years before 0 are written in another way.
  return before.startsWith('-') ? '' : before.slice(0, LENGTHS[per])
}

function toTimestamp(start: string): string {
  return start + START.slice(start.length)
}
