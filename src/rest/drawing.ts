// Draws the records of a resource: ids, parents, and what a user's function builds.

import type { Faker } from '@faker-js/faker'
import type * as z from 'zod'
import type { FactoryContext } from '../engine/define/factory/context.ts'
import { createDrawnFaker } from '../engine/define/factory/drawn-faker.ts'
import type { AnyResource, Tables } from '../engine/define/resource/resource.ts'
import { OptionError } from '../engine/input/options/option-error.ts'
import { type Fields, isRecord } from '../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds } from '../engine/input/schemas/timestamp.ts'
import { isPromise } from '../engine/input/text/describe-value.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import type { Draw as Stream } from '../engine/store/random.ts'
import { isNumeric } from '../engine/store/rows/keys.ts'
import { listTypes } from './field-kind.ts'

/** What a record is built from. */
export interface Draw {
  /** Your own Faker, seeded for this record: records added elsewhere change nothing about it. */
  readonly faker: Faker
  /** The number of this record in its resource, from 0. */
  readonly index: number
  /** The present of the world, an ISO 8601 text. */
  readonly now: string
  /** The records that `belongsTo` names, by field. */
  readonly parents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Drawn {
  readonly schema: z.ZodObject
  readonly belongsTo: Readonly<Record<string, AnyResource>>
  id?(draw: Draw): string | number
  build(draw: Draw): unknown
}

interface Drawing {
  readonly index: number
  readonly now: string
  readonly given: Fields
  readonly parents: Readonly<Record<string, Fields>>
  /** The records of the resource. */
  readonly table: { getSummary(id: string): unknown }
}

interface Seeded extends Omit<Drawing, 'now' | 'parents'> {
  readonly tables: Tables
}

interface Added extends Omit<Drawing, 'index'> {
  /** How many were created before. */
  readonly created: number
}

const MOST_IDS_TRIED = 1000

/** Creates what draws the records of a resource. */
export function createDrawing(name: string, { schema, belongsTo, build, id }: Drawn, faker: Faker) {
  const hasNumbers = isNumeric(schema.shape.id as z.ZodType)
  const lend = createDrawnFaker(faker)
  const mayChange = listTypes(schema).some(({ type }) => ['custom', 'pipe', 'transform'].includes(type))
  const nullable = Object.keys(belongsTo).filter((field) => mustBeNull(schema.shape[field] as z.ZodType))
  const withoutParents = Object.fromEntries(nullable.map((field) => [field, null]))
  // How many records a world began with.
  const counts = new WeakMap<FactoryContext, number>()
  const findId = (draw: Draw, context: FactoryContext, table: { getSummary(id: string): unknown }): string | number => {
    for (let tried = 0; id !== undefined; tried += 1) {
      const own = id({ ...draw, index: draw.index + tried })
      // Somebody else may have given a record this id. One that is always the same is refused as taken.
      if (tried === MOST_IDS_TRIED || table.getSummary(String(own)) === undefined) return own
    }
    if (!hasNumbers) return context.open(name, draw.index, 'id').uuid()
    let free = draw.index + 1
    while (table.getSummary(String(free)) !== undefined) free += 1
    return free
  }
  const draw = (context: FactoryContext, { index, now, given, parents, table }: Drawing): Fields => {
    const own = lend(context.open(name, index, 'fields'))
    own.setDefaultRefDate(now)
    const found = { faker: own, index, now, parents }
    const built: unknown = build(found)
    if (!isRecord(built) || isPromise(built)) throw buildDrawError(name, index, built)
    const ids = Object.fromEntries(Object.entries(parents).map(([field, parent]) => [field, parent.id]))
    const record = { ...withoutParents, ...ids, ...built, ...given }
    const whole = record.id === undefined ? { ...record, id: findId(found, context, table) } : record
    if (mayChange) assertKept(name, index, { schema, record: whole })
    return whole
  }
  return {
    /** Starts a world with so many records. @returns what builds one of them */
    start(context: FactoryContext, count: number) {
      counts.set(context, count)
      const now = formatMicroseconds(context.now)
      return ({ tables, ...seeded }: Seeded): Fields => {
        const parents = Object.entries(belongsTo).flatMap(([field, parent]) => {
          const found = findParent(seeded.given[field], tables.of(parent as never), () =>
            context.open(name, seeded.index, field),
          )
          return found === undefined ? [] : [[field, found]]
        })
        const record = draw(context, { ...seeded, now, parents: Object.fromEntries(parents) })
        for (const [field, parent] of Object.entries(belongsTo)) {
          const isThere = record[field] !== undefined || (schema.shape[field] as z.ZodType).safeParse(undefined).success
          if (!isThere && tables.of(parent as never).count() === 0)
            throw buildOrphanError(name, seeded.index, { field, parent: parent.name })
        }
        return record
      }
    },
    /** Builds a record that is added to a world. */
    add: (context: FactoryContext, { created, ...given }: Added): Fields =>
      draw(context, { index: (counts.get(context) ?? 0) + created, ...given }),
  }
}

interface KeptRecord {
  readonly schema: z.ZodObject
  readonly record: Fields
}

/** @throws OptionError if a schema reads something else in what it puts out: it would change a record at each change of it */
function assertKept(name: string, index: number, { schema, record }: KeptRecord): void {
  const once = schema.safeParse(record)
  if (!once.success) return
  const text = JSON.stringify(once.data)
  const again = schema.safeParse(JSON.parse(text))
  if (again.success && JSON.stringify(again.data) === text) return
  throw new OptionError({
    attempt: `build record ${index} of ${name}`,
    received: `its schema puts out ${text}, and ${again.success ? `makes ${JSON.stringify(again.data)} of it` : 'refuses that'}`,
    advice: 'It must keep what it puts out. Transform values in "build", or in the body of an operation.',
  })
}

/** Whether a field without a value is null, and not absent. */
function mustBeNull(schema: z.ZodType): boolean {
  return !schema.safeParse(undefined).success && schema.safeParse(null).success
}

interface ParentTable {
  get(id: string): unknown
  count(): number
  all(range: { offset: number; limit: number }): readonly unknown[]
}

function findParent(given: unknown, table: ParentTable, draw: () => Stream): Fields | undefined {
  if (given === null) return undefined
  if (given !== undefined) return table.get(String(given)) as Fields | undefined
  const count = table.count()
  const [found] = count === 0 ? [] : table.all({ offset: jump(draw(), count), limit: 1 })
  return found as Fields | undefined
}

/** Draws a place among so many. One more place changes few of the draws (jump consistent hash). */
function jump(draw: Stream, count: number): number {
  let [place, next] = [0, 0]
  while (next < count) {
    place = next
    next = Math.floor((place + 1) / Math.max(draw.next(), Number.EPSILON))
  }
  return place
}

function buildOrphanError(
  name: string,
  index: number,
  { field, parent }: Readonly<Record<'field' | 'parent', string>>,
) {
  return new OptionError({
    attempt: `build record ${index} of ${name}`,
    received: `there are no ${parent} for its "${field}"`,
    advice: `Begin with some ${parent}, or with no ${name}.`,
  })
}

function buildDrawError(name: string, index: number, built: unknown): OptionError {
  return new OptionError({
    attempt: `build record ${index} of ${name}`,
    received: `build returned ${built === undefined ? 'nothing' : showValue(built)}`,
    advice: 'It must return an object with fields, at once.',
  })
}
