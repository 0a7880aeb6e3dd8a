// `simulator.db`: reads, completes and changes records.

import type * as z from 'zod'
import { type AnyResource, listShown } from '../define/resource/resource.ts'
import { assertValue, refuseNeedless } from '../input/options/known-options.ts'
import { refuseMistyped } from '../input/options/mistyped-names.ts'
import { OptionError } from '../input/options/option-error.ts'
import { type Fields, isRecord, mergeFields, omitUndefined } from '../input/schemas/schema-walk.ts'
import { latestTimestamp } from '../input/schemas/timestamp.ts'
import { quote } from '../input/text/quote.ts'
import { showValue } from '../input/text/show-value.ts'
import { derivedFrom } from '../limits/on-demand.ts'
import { hasValues } from '../store/listing/filter.ts'
import { fromKey, type IdOf, isNumeric } from '../store/rows/keys.ts'
import type { WorldClock } from '../store/time/clock.ts'
import type { Database } from './database.ts'
import type { RecordReader } from './full-reader.ts'
import { type CountOptions, countListed, type ListedRecords, type ListOptions, listRecords } from './list-records.ts'
import { findStarting } from './next-step.ts'
import type { Baseline } from './start/baseline.ts'

/** The records of one resource, with methods to read and change them. */
export interface Collection<Item, Given> {
  /**
   * Creates a record. The factory generates the absent fields, so that the record is realistic. A record
   * that belongs to another one, e.g. a repository without `integration_id`, is added to the first such
   * record, which is created if needed. A revision or a preview of GitHub without a `status` is rolled out.
   *
   * @returns the record, frozen
   * @throws with the invalid fields, or the id that already exists; nothing is written then
   */
  create(fields?: Given): Item
  /** Returns the record with an id, frozen. */
  get(id: IdOf<Item>): Item | undefined
  /**
   * Returns all records, or some of them, frozen and in the order in which they were added. Without `where`, only
   * the returned records are built. With it, all records up to the last returned one may be built, which takes
   * seconds in a world of 100,000 deployments.
   *
   * @throws for an unknown option or field, a value that the field cannot have, and a range that is none
   * @example
   * const ready = simulator.db.deployments.list({ where: { status: 'READY' }, limit: 10 })
   */
  list(options?: ListOptions<Item>): readonly Item[]
  /**
   * How many records there are: all, or those with the values of `where`, which are found as by `list`.
   *
   * @throws like `list`
   * @example
   * simulator.db.deployments.count({ where: { status: 'READY' } })
   */
  count(options?: CountOptions<Item>): number
  /**
   * Updates fields of a record. The others stay unchanged, also inside of fields that may be given in
   * part, such as `source_config` of a deployment. A revision that gets another `status` has the consequences
   * that this has in a rollout, for example for its deployment.
   *
   * @throws like `create`, and for an unknown id
   */
  update(id: IdOf<Item>, changes: Given): Item
  /**
   * Deletes a record and those that belong to it. Returns whether it existed.
   *
   * @throws for the only revision of a deployment that was created by hand, because its fields name it
   */
  delete(id: IdOf<Item>): boolean
}

/** The data of a world by resource: `simulator.db`. */
export type Collections = Readonly<Record<string, AnyCollection>>

/** A collection whose types do not matter. */
export type AnyCollection = Collection<Fields, Fields>

export function collectionOf(db: Collections, { name }: AnyResource): AnyCollection {
  // Every resource has a collection with its name.
  return Reflect.get(db, name) as AnyCollection
}

/** A world whose records are read and written. */
export interface CollectionsWorld {
  readonly baseline: Baseline
  readonly database: Database
  readonly clock: WorldClock
  readerOf(resource: AnyResource): RecordReader<Fields>
  /** Runs a function. If it throws, no record has changed. */
  attempt<Result>(act: () => Result): Result
  /** Starts the lifecycle of a new record. */
  begin(resource: AnyResource, record: Fields): void
  /** Creates a record, with everything that happens because of it. */
  create(resource: AnyResource, fields: Fields): Fields
  /** Changes records as their lifecycles do. */
  change(resource: string, ids: readonly string[], set: Fields): void
}

const guardOf = derivedFrom((resources: readonly AnyResource[]) =>
  refuseMistyped(
    'find the collection',
    listShown(resources).map(({ name }) => name),
  ),
)

/** Hears which records are refused. */
interface Refusals {
  onRefused?: ((error: OptionError) => void) | undefined
}

/** Creates collections, each when it is first used. @param live given if writes have consequences */
export function createCollections(
  resources: readonly AnyResource[],
  find: () => CollectionsWorld,
  live?: Refusals,
): Collections {
  const collections: Collections = Object.create(guardOf(resources))
  for (const resource of resources) {
    const enumerable = resource.isHidden !== true
    Object.defineProperty(collections, resource.name, {
      enumerable,
      configurable: true,
      get() {
        const value = createCollection(resource, find, live)
        Object.defineProperty(collections, resource.name, { enumerable, value })
        return value
      },
    })
  }
  return collections
}

function createCollection(resource: AnyResource, find: () => CollectionsWorld, live?: Refusals): AnyCollection {
  const isLive = live !== undefined
  const listed = (): ListedRecords => {
    const world = find()
    return { resource, reader: world.readerOf(resource), rules: world.baseline.rules }
  }
  const isTimed = resource.touched !== undefined
  const readId = (verb: string, id: unknown): string => {
    if (typeof id === 'string') return id
    const isNumber = isNumeric(resource.schema.shape.id)
    assertValue(`${verb} ${resource.singular}`, 'id', id, isNumber ? 'number' : 'text')
    return String(id)
  }
  const noteRefusal = <Result>(act: () => Result): Result => {
    try {
      return act()
    } catch (error) {
      if (error instanceof OptionError) live?.onRefused?.(error)
      throw error
    }
  }
  const methods: AnyCollection = {
    get: (id) => find().readerOf(resource).get(readId('find', id)),
    list: (options = {}) => listRecords(listed(), options),
    count: (options = {}) => countListed(listed(), options),
    create(fields = {}) {
      const world = find()
      const given = readFields(fields)
      if (isLive) return noteRefusal(() => world.create(resource, given))
      const record = world.attempt(() => insert(resource, given, world))
      if (isTimed) world.clock.tick()
      return record
    },
    update(given, changes) {
      const id = readId('update', given)
      const { database, clock, readerOf, attempt, change } = find()
      const reader = readerOf(resource)
      const fields = readFields(changes)
      const existing = reader.get(id)
      const before: Fields = existing ?? {}
      const updated = isTimed ? touch(resource, { ...before, ...fields }, clock.now()) : {}
      const nested = (resource.nested ?? []).map((field) => [field, mergeNested(before[field], changes[field])])
      const after = { ...before, ...updated, ...fields, ...Object.fromEntries(nested) }
      const store = () => {
        reader.storeSiblings?.(before)
        const table = database.of(resource)
        if (!isLive || !hasConsequences(resource, before, fields)) return table.replace(id, after)
        table.check(id, after)
        change(resource.name, [id], fields)
        return table.get(id) as Fields
      }
      // An id that does not exist says nothing about the record.
      const record = existing === undefined ? attempt(store) : noteRefusal(() => attempt(store))
      if (isTimed) clock.tick()
      return record
    },
    delete(given) {
      const id = readId('delete', given)
      const { database, readerOf, attempt } = find()
      const reader = readerOf(resource)
      const record = reader.get(id)
      if (record === undefined) return false
      if (reader.wouldReturn?.(record) === true) throw buildReturnError(resource, id)
      return attempt(() => {
        reader.storeSiblings?.(record)
        return remove(resource, id, database)
      })
    },
  }
  // Operations pass nothing needless.
  if (!isLive) return methods
  const counts = { get: 1, list: 1, count: 1, create: 1, update: 2, delete: 1 }
  return refuseNeedless(`db.${resource.name}.`, methods, counts)
}

/** Returns the field with the time of the last change, if a resource has one, as it is after a change. */
export function touch({ touched }: AnyResource, { created_at }: Fields, at: string): Fields {
  return touched === undefined ? {} : { [touched]: latestTimestamp(at, created_at as string | undefined) }
}

/** Whether fields bring a record into a state that changes other records, or from which it goes on. */
function hasConsequences({ lifecycle }: AnyResource, before: Fields, fields: Fields): boolean {
  if (lifecycle?.cause === undefined && lifecycle?.startsAtOnce !== true) return false
  const deciding = lifecycle.field === undefined ? Object.keys(fields) : [lifecycle.field]
  return deciding.some((field) => fields[field] !== undefined && fields[field] !== before[field])
}

// The schema rejects nested values that are not objects.
function mergeNested(before: unknown, changes: unknown): object {
  return mergeFields(before as object | undefined, changes as object | undefined)
}

/** Adds a record, and the records that it belongs to if there are none. */
function insert(resource: AnyResource, fields: Fields, world: CollectionsWorld): Fields {
  const { baseline, database, clock } = world
  const parents: Record<string, Fields> = {}
  for (const [field, parent] of Object.entries(resource.belongsTo ?? {})) {
    if ((fields[field] ?? null) === null && mayLackValue(resource.schema.shape[field])) continue
    const found = findParent(parent, fields[field], database)
    if (found !== undefined) parents[field] = found
    else if (fields[field] === undefined) parents[field] = insert(parent, {}, world)
  }
  const input = resource.create({
    context: baseline.context,
    index: database.countCreated(resource),
    now: clock.now(),
    // The resource's schema rejects other fields.
    fields,
    parents,
    tables: database,
  })
  // `Object.assign` in `create` loses this name, and the schema has to see it.
  const lost = Object.hasOwn(fields, '__proto__') ? { ['__proto__']: null } : {}
  const record: Fields = database.of(resource).insert({ ...(input as object), ...lost }, fields.id === undefined)
  database.noteCreated(resource)
  const starting = findStarting(resource, baseline.context)
  if (starting === undefined || !hasValues(record, starting)) return record
  world.begin(resource, record)
  return database.of(resource).get(String(record.id)) as Fields
}

/** Whether records need not have a value in a field. */
const mayLackValue = derivedFrom((schema: z.ZodType): boolean =>
  [undefined, null].some((none) => {
    const { success, data } = schema.safeParse(none)
    return success && (data ?? null) === null
  }),
)

function findParent(parent: AnyResource, id: unknown, database: Database): Fields | undefined {
  const table = database.of(parent)
  return id === undefined ? table.all({ offset: 0, limit: 1 })[0] : table.get(String(id))
}

function remove(resource: AnyResource, id: string, database: Database): boolean {
  const table = database.of(resource)
  if (table.getSummary(id) === undefined) return false
  for (const child of database.resources) {
    for (const [field, parent] of Object.entries(child.belongsTo ?? {})) {
      if (parent.name !== resource.name) continue
      const where = { [field]: fromKey(child.schema.shape[field], id) }
      for (const each of database.of(child).find(where)) remove(child, String(each.id), database)
    }
  }
  return table.remove(id)
}

function buildReturnError({ singular, derivedFrom }: AnyResource, id: string): OptionError {
  const parent = derivedFrom?.parent.singular
  return new OptionError({
    attempt: `delete ${singular} ${quote(id)}`,
    received: `its ${parent} names it and has no other ${singular}`,
    advice: `Delete the ${parent}, or update it.`,
  })
}

function readFields(fields: Fields): Fields {
  if (!isRecord(fields))
    throw new OptionError({
      attempt: 'write a record',
      received: fields === undefined ? 'the fields are missing' : `${showValue(fields)} is not a record`,
      advice: 'Pass an object.',
    })
  return omitUndefined(fields)
}
