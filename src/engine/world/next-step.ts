// What follows on the state of a record.

import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { FactoryContext } from '../define/factory/context.ts'
import type { AnyResource, Following, Lifecycle, Scene, Tables } from '../define/resource/resource.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { toJsonMicroseconds } from '../input/schemas/timestamp.ts'
import type { Where } from '../store/rows/model.ts'
import type { RecordEntry } from '../store/time/timeline.ts'

/** When something follows on the state of a record, and what decides that. */
export interface Planning {
  /** The microseconds since the start of the world. */
  readonly elapsed: bigint
  readonly speed: number
  readonly scene: Scene
}

/** The values of the records whose lifecycles start at once; undefined if none do. */
export function findStarting({ lifecycle }: AnyResource, context: FactoryContext): Where | undefined {
  if (typeof lifecycle?.startsAtOnce === 'function') return lifecycle.startsAtOnce(context)
  return lifecycle?.startsAtOnce === true ? {} : undefined
}

/** Returns what follows on the state of a record, and when. */
export function planNext(
  { name, lifecycle }: AnyResource,
  record: Fields,
  { elapsed, speed, scene }: Planning,
): RecordEntry | undefined {
  const following = lifecycle?.next(record, scene)
  if (lifecycle === undefined || following === undefined) return undefined
  const isPaced = !('unlessChanged' in following)
  const due = toJsonMicroseconds(elapsed + toMicroseconds(following.after, isPaced ? speed : 1))
  return { due, resource: name, id: String(record.id), ...describeStep(lifecycle, record, following) }
}

/** Returns how a record is added after some milliseconds of the usual speed, and what follows on its state from then on. */
export function planAddition(
  resource: AnyResource,
  record: Fields,
  after: number,
  { elapsed, speed, scene }: Planning,
): readonly RecordEntry[] {
  const { id, ...set } = record
  const then = elapsed + toMicroseconds(after, speed)
  const addition = { resource: resource.name, id: String(id), when: {}, set, add: true as const }
  const next = planNext(resource, record, { elapsed: then, speed, scene })
  return [{ due: toJsonMicroseconds(then), ...addition }, ...(next === undefined ? [] : [next])]
}

/** Creates what lifecycles see of a world. */
export function createScene(database: Located, context: FactoryContext, assumptions?: Assumptions): Scene {
  return {
    context,
    assumptions,
    get: (name, id) => database.of(resourceNamed(database, name)).get(String(id)) as Fields | undefined,
    find: (name, where) => database.of(resourceNamed(database, name)).find(where) as readonly Fields[],
  }
}

/** What changes in a record, if what decided that is still as it is now. */
function describeStep({ field }: Lifecycle<Fields>, record: Fields, following: Following) {
  const own = field === undefined ? [] : [field]
  const pick = (fields: readonly string[]) => Object.fromEntries(fields.map((each) => [each, record[each] ?? null]))
  if ('set' in following) return { when: pick([...own, ...Object.keys(following.set)]), set: following.set }
  if ('ends' in following) return { when: pick(following.unlessChanged ?? own), set: {}, remove: true as const }
  return { when: pick(own), set: { [field ?? '']: following.to } }
}

function toMicroseconds(milliseconds: number, speed: number): bigint {
  return BigInt(Math.round((milliseconds * 1000) / speed))
}

type Located = Tables & { readonly resources: readonly AnyResource[] }

export function locateRecord(
  database: Located,
  { resource, id }: Pick<RecordEntry, 'resource' | 'id'>,
): Fields | undefined {
  return database.of(resourceNamed(database, resource)).get(id) as Fields | undefined
}

export function resourceNamed({ resources }: Located, name: string): AnyResource {
  for (const each of resources) if (each.name === name) return each
  // The schema of a timeline allows only the names of resources.
  throw new Error(`Failed to find the resource "${name}": there is none.`)
}
