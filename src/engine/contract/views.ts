// Records as responses show them, with what is read of others. Kept as long as all of that is unchanged.

import type { TrackedAssumptions } from '../define/assumptions/assumptions.ts'
import type { AnyResource } from '../define/resource/resource.ts'
import { type Body, encodeText, writeJsonOf } from '../http/body.ts'
import { type ChangedRecords, rowsOf } from '../world/database.ts'
import type { Baseline } from '../world/start/baseline.ts'
import type { World } from '../world/world.ts'

/** A record as responses contain it. */
export interface View {
  readonly value: unknown
  readonly json: Body
}

/** What a view may read besides its record. Whatever it reads is noted. */
export interface Sight {
  readonly assumptions: TrackedAssumptions['assumptions']
  readonly world: World
  /** The query of the request, as it was sent. */
  readQuery(): string
  /** The time on the world's clock. */
  readNow(): string
  /** Returns what comes before the paths of the service in the URLs that the client uses. */
  findOrigin(): string
  /** Notes that records of a resource are read. */
  noteRecords(resource: AnyResource): void
  /** Shows another record. */
  show<Item extends object>(record: Item, view: BuildView<Item>): View
}

/** Returns what responses contain of a record. It must depend on nothing but the record and what it reads by the sight. */
export type BuildView<Item> = (record: Item, sight: Sight) => unknown

/** A request, as far as views depend on it. */
export interface ViewedBy {
  readonly world: World
  readonly query: string
  findOrigin(): string
  /** Notes that the response changes as time passes. */
  dependOnTime(): void
}

/** What a view has read. */
interface SeenByView {
  readonly baseline: Baseline
  readonly rows: Map<AnyResource, ChangedRecords[string] | undefined>
  readonly assumptions: Set<string>
  origin?: string
  query?: string
  isOfTime?: true
}

interface KeptView extends View {
  readonly by: object
  readonly seen: SeenByView
}

/** The view that was last built of each record. */
export type KeptViews = WeakMap<object, KeptView>

/** Shows a record to a request. A record is always shown by the same function. */
export type ShowRecord = <Item extends object>(record: Item, view: BuildView<Item>, by: ViewedBy) => View

/** Creates what shows records. @param findKept returns the views that are kept, which may be dropped at any time */
export function createViews({ assumptions, track, note }: TrackedAssumptions, findKept: () => KeptViews): ShowRecord {
  const owner = {}
  let outer: SeenByView | undefined
  const isStill = (seen: SeenByView, { world, query, findOrigin }: ViewedBy): boolean => {
    if (seen.isOfTime || seen.baseline !== world.baseline) return false
    const { records } = world.changes()
    for (const [resource, rows] of seen.rows) if (rowsOf(records, resource) !== rows) return false
    if (seen.query !== undefined && seen.query !== query) return false
    return seen.origin === undefined || seen.origin === findOrigin()
  }
  // What a view of another record has read belongs to the view around it.
  const pass = (seen: SeenByView, by: ViewedBy): void => {
    note(seen.assumptions)
    if (seen.isOfTime) by.dependOnTime()
    if (outer === undefined) return
    for (const [resource, rows] of seen.rows) outer.rows.set(resource, rows)
    if (seen.origin !== undefined) outer.origin = seen.origin
    if (seen.query !== undefined) outer.query = seen.query
    if (seen.isOfTime) outer.isOfTime = true
  }
  const see = (seen: SeenByView, by: ViewedBy): Sight => ({
    assumptions,
    world: by.world,
    readQuery() {
      seen.query = by.query
      return by.query
    },
    readNow() {
      seen.isOfTime = true
      return by.world.clock.now()
    },
    findOrigin() {
      seen.origin = by.findOrigin()
      return seen.origin
    },
    noteRecords(resource) {
      seen.rows.set(resource, rowsOf(by.world.changes().records, resource))
    },
    show: (record, view) => show(record, view, by),
  })
  const build = <Item extends object>(record: Item, view: BuildView<Item>, by: ViewedBy): KeptView => {
    const seen: SeenByView = { baseline: by.world.baseline, rows: new Map(), assumptions: new Set() }
    const before = outer
    outer = seen
    try {
      const { result, read } = track(() => {
        const value = view(record, see(seen, by))
        return { value, json: encodeText(writeJsonOf('what a view returns', value)) }
      })
      for (const id of read) seen.assumptions.add(id)
      return { ...result, seen, by: owner }
    } finally {
      outer = before
    }
  }
  const show: ShowRecord = (record, view, by) => {
    const kept = findKept()
    const known = kept.get(record)
    const shown = known?.by === owner && isStill(known.seen, by) ? known : build(record, view, by)
    if (shown !== known) kept.set(record, shown)
    pass(shown.seen, by)
    return shown
  }
  return show
}
