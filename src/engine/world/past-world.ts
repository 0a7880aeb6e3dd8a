// The changes of a world at an earlier moment.

import type { AnyResource, Fields } from '../define/resource/resource.ts'
import type { ResourceName } from '../define/service-types.ts'
import { toJsonMicroseconds } from '../input/schemas/timestamp.ts'
import type { RowChangeUndo, RowUndo } from '../store/rows/rewind.ts'
import type { Counters } from '../store/tables/counters.ts'
import type { Timeline, TimelineEntry, TimelineUndo } from '../store/time/timeline.ts'
import { readChanges } from './apply-changes.ts'
import type { Database, SeededDatabase } from './database.ts'
import { resourceOf } from './lifecycles.ts'
import { forEachResource, type WorldChanges } from './start/world-plan.ts'

/** What undoes a change of a world. */
export type WorldUndo =
  | { readonly kind: 'record'; readonly resource: ResourceName; readonly undo: RowChangeUndo }
  | { readonly kind: 'created'; readonly resource: string }
  | { readonly kind: 'timeline'; readonly undo: TimelineUndo }
  | { readonly kind: 'places'; readonly places: Places }

/** The places of the added records of each resource, in their order. */
type Places = { readonly [Name in ResourceName]: readonly number[] }

/** An earlier moment of a world. */
export interface WorldPast {
  /** What undoes the changes since then, the last one first. */
  readonly undone: readonly WorldUndo[]
  /** The microseconds since the start of the world. */
  readonly elapsed: bigint
  /** The initial records at that moment: other assumptions can have others. */
  readonly seeded: SeededDatabase
}

/** The parts of a world that change. */
export interface ChangingParts {
  readonly database: Database
  readonly counters: Counters<string>
  readonly timeline: Timeline
}

/** Returns the changes from the start of a world to an earlier moment. */
export function readPastChanges(
  { database, counters, timeline }: ChangingParts,
  { undone, elapsed, seeded }: WorldPast,
): WorldChanges {
  const undoneOf = ({ name }: AnyResource): RowUndo[] =>
    undone.flatMap((each) => {
      if (each.kind === 'places') return { places: each.places[name as ResourceName] }
      return each.kind === 'record' && each.resource === name ? each.undo : []
    })
  // The changes of each table are those of its resource.
  const records: WorldChanges = forEachResource(database.resources, (each) => {
    const undoneThere = undoneOf(each)
    // Changes that an earlier world has made may be undone here, although this one has made none.
    return undoneThere.length === 0 ? database.readerOf(each).readChanges() : database.of(each).readChanges(undoneThere)
  }) as object
  return {
    ...records,
    created: readCreated(counters, undone),
    elapsed: toJsonMicroseconds(elapsed),
    timeline:
      undone.length === 0
        ? timeline.list()
        : timeline.listBefore({
            undone: undone.flatMap((each) => (each.kind === 'timeline' ? each.undo : [])),
            find: createFind(records, seeded),
          }),
  }
}

function readCreated(counters: Counters<string>, undone: readonly WorldUndo[]): Record<string, number | undefined> {
  const created = counters.read()
  for (const each of undone) if (each.kind === 'created') created[each.resource] = (created[each.resource] ?? 0) - 1
  return Object.fromEntries(Object.entries(created).filter(([, count]) => count !== 0))
}

/** Lists the undo entries of moving the changes of a world to a new one. */
export function listTakeover({ database, timeline }: Pick<ChangingParts, 'database' | 'timeline'>): WorldUndo[] {
  const possible = new Set(timeline.list())
  const gone = timeline.all().filter((entry) => !possible.has(entry))
  return [
    ...gone.map((entry) => ({ kind: 'timeline' as const, undo: { what: 'taken' as const, entry } })),
    { kind: 'places', places: forEachResource(database.resources, (each) => database.readerOf(each).places()) },
  ]
}

/** Creates a function that finds the record of an entry in a changed world. */
function createFind(changes: WorldChanges, seeded: SeededDatabase): (entry: TimelineEntry) => Fields | undefined {
  const written = new Map<string, Fields>()
  const removed = new Set<string>()
  const keyOf = (resource: string, id: unknown): string => `${resource} ${id}`
  forEachResource(seeded.resources, (resource) => {
    const { removed: ids = [], replaced = [], added = [] } = readChanges(resource, changes)
    for (const id of ids) removed.add(keyOf(resource.name, id))
    for (const record of [...replaced, ...added]) written.set(keyOf(resource.name, record.id), record)
  })
  return ({ resource, id }) => {
    const key = keyOf(resource, id)
    const own = written.get(key)
    if (own !== undefined || removed.has(key)) return own
    return seeded.of(resourceOf(seeded, resource)).get(id) as Fields | undefined
  }
}
