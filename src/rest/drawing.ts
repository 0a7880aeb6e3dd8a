// Draws the records of a resource: ids, parents, and what a user's function builds.

import type { Faker } from '@faker-js/faker'
import type * as z from 'zod'
import type { FactoryContext } from '../engine/define/factory/context.ts'
import type { AnyResource, Fields, Tables } from '../engine/define/resource/resource.ts'
import { OptionError } from '../engine/input/options/option-error.ts'
import { isRecord } from '../engine/input/schemas/schema-walk.ts'
import { formatMicroseconds } from '../engine/input/schemas/timestamp.ts'
import { showValue } from '../engine/input/text/show-value.ts'
import type { Draw as Stream } from '../engine/store/random.ts'
import { fieldKindOf } from './field-kind.ts'
import type { AnyResourceOptions, Draw } from './resource.ts'

interface Drawn extends Omit<AnyResourceOptions, 'belongsTo'> {
  readonly belongsTo: Readonly<Record<string, AnyResource>>
}

interface Seeded {
  readonly index: number
  readonly given: Fields
  readonly tables: Tables
}

interface Added {
  /** How many were created before. */
  readonly created: number
  readonly now: string
  readonly given: Fields
  readonly known: Readonly<Record<string, Fields>>
  readonly table: { getSummary(id: string): unknown }
}

/** Creates what draws the records of a resource. */
export function createDrawing(name: string, { schema, belongsTo, build, id }: Drawn, faker: Faker) {
  const hasNumbers = fieldKindOf(schema.shape.id as z.ZodType) === 'number'
  const lend = createFaker(faker)
  // How many records a world began with.
  const counts = new WeakMap<FactoryContext, number>()

  const complete = (draw: Draw, given: Fields, findId: () => string | number): Fields => {
    const built: unknown = build(draw)
    if (!isRecord(built) || typeof built.then === 'function') throw createBuildError(name, draw.index, built)
    const parents = Object.fromEntries(Object.entries(draw.parents).map(([field, parent]) => [field, parent.id]))
    const record = { ...parents, ...built, ...given }
    return record.id === undefined ? { ...record, id: findId() } : record
  }
  const open = (context: FactoryContext, index: number, now: string, parents: Draw['parents']): Draw => ({
    faker: lend(context.open(name, index, 'fields'), now),
    index,
    now,
    parents,
  })
  return {
    /** Starts a world with so many records. @returns what builds one of them */
    start(context: FactoryContext, count: number) {
      counts.set(context, count)
      const now = formatMicroseconds(context.now)
      return ({ index, given, tables }: Seeded): Fields => {
        const parents = Object.entries(belongsTo).flatMap(([field, parent]) => {
          const found = findParent(given[field], tables.of(parent as never), () => context.open(name, index, field))
          return found === undefined ? [] : [[field, found]]
        })
        const draw = open(context, index, now, Object.fromEntries(parents))
        return complete(
          draw,
          given,
          () => id?.(draw) ?? (hasNumbers ? index + 1 : context.open(name, index, 'id').uuid()),
        )
      }
    },
    /** Builds a record that is added to a world. */
    add(context: FactoryContext, { created, now, given, known, table }: Added): Fields {
      const index = (counts.get(context) ?? 0) + created
      const draw = open(context, index, now, known)
      const findFree = (): number => {
        let free = index + 1
        while (table.getSummary(String(free)) !== undefined) free += 1
        return free
      }
      return complete(
        draw,
        given,
        () => id?.(draw) ?? (hasNumbers ? findFree() : context.open(name, index, 'id').uuid()),
      )
    },
  }
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

function createBuildError(name: string, index: number, built: unknown): OptionError {
  return new OptionError({
    attempt: `build record ${index} of ${name}`,
    received: `build returned ${built === undefined ? 'nothing' : showValue(built)}`,
    advice: 'It must return an object with fields, at once.',
  })
}

/**
 * Creates a copy of a Faker that draws from a stream. All calls share it, so it is used before the next call.
 *
 * @note Only the root of the package exports the class, and it loads every locale. The constructor of an instance is
 * the same class.
 */
function createFaker(original: Faker): (stream: Stream, now: string) => Faker {
  const FakerClass = original.constructor as new (options: object) => Faker
  let source: Stream | undefined
  const copy = new FakerClass({
    locale: original.rawDefinitions,
    randomizer: { next: () => source?.next() ?? 0, seed: () => undefined },
  })
  return (stream, now) => {
    source = stream
    copy.setDefaultRefDate(now)
    return copy
  }
}
