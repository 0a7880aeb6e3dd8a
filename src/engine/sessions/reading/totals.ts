import * as z from 'zod'
import type { AnyResource, Fields } from '../../define/resource/resource.ts'
import type { Frozen } from '../../input/schemas/freeze.ts'
import { derivedFrom } from '../../limits/on-demand.ts'
import type { Steps } from '../../work/steps.ts'
import type { ChangedRecords } from '../../world/changes.ts'
import type { State } from '../state/state.ts'
import type { totalsSchema } from './totals-schema.ts'

/** How long a period is; `auto` chooses the shortest with few enough periods. */
export type Period = keyof typeof LENGTHS | 'auto'

/** How many records there are. */
export type Totals = Frozen<z.output<typeof totalsSchema>>

/** Counts the records of a resource in steps. The result is kept as long as the data. */
export type CountTotals = (resource: AnyResource, per: Period) => Steps<Totals>

const MOST_VALUES = 100
const COUNTED_AT_ONCE = 1000
// The length of the part of a timestamp that a period shares.
const LENGTHS = { hour: 13, day: 10, month: 7 } as const
const MOST_PERIODS = 60
// The rest of the timestamp of the first moment of a period.
const START = '0000-01-01T00:00:00Z'
// Derived records are built to be read, which would take too long for many of them.
const MOST_DERIVED = 5000

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
