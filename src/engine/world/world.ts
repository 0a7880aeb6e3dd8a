import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { AnyResource, RecordOf } from '../define/resource/resource.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import { findName } from '../input/text/record-name.ts'
import { onDemand, onDemandBy } from '../limits/on-demand.ts'
import { hasValues } from '../store/listing/filter.ts'
import { createListing, type Listing } from '../store/listing/listing.ts'
import { followRows, listRowChanges, type RowChange } from '../store/rows/changed-rows.ts'
import type { Where } from '../store/rows/model.ts'
import { type ClockOptions, createClock, type WorldClock } from '../store/time/clock.ts'
import {
  createEntries,
  createTimeline,
  type FaultEntry,
  isOfRecord,
  listAdded,
  listTimeline,
  type Timeline,
  type TimelineEntry,
  toFaultStep,
} from '../store/time/timeline.ts'
import { realTime } from '../store/time/world-time.ts'
import type { Steps } from '../work/steps.ts'
import { applyWorldChanges, assertEntries, planAdded, readElapsed } from './apply-changes.ts'
import { type Collections, collectionOf, createCollections } from './collections.ts'
import { type Changes, type ChangesHolder, createDatabase, type Database, measureChanges, rowsOf } from './database.ts'
import { createFullReader, type RecordReader } from './full-reader.ts'
import {
  type BeginOptions,
  createLifecycles,
  createStepWatch,
  type Happened,
  type LifecyclesTarget,
  type RecordRef,
} from './lifecycles.ts'
import { createScene, locateRecord, type Planning, resourceNamed } from './next-step.ts'
import type { Baseline } from './start/baseline.ts'
import type { WorldChanges } from './start/world-plan.ts'
import { writeChanges } from './written-changes.ts'

/** A record that has changed: of which resource, what it was, and what it is. */
export interface RecordChange extends RowChange {
  readonly resource: string
}

/** A world: a baseline and the changes since its start. */
export interface World {
  readonly baseline: Baseline
  readonly database: Database
  readonly collections: Collections
  readonly clock: WorldClock
  /** Returns the records of a resource, stored or not, to read them now. After a change, another reader has them. */
  readerOf<Of extends AnyResource>(resource: Of): RecordReader<RecordOf<Of>>
  listingOf(resource: AnyResource): Listing
  /** How many times faster than usual records change. */
  readonly speed: number
  /** Starts the lifecycle of a new record, or lets it go on if it has stopped. */
  begin<Of extends AnyResource>(
    resource: Of,
    record: RecordOf<Of>,
    assumptions?: Assumptions,
    options?: BeginOptions,
  ): void
  /** Takes a new record out of the world again, and adds it after some milliseconds of the usual speed. */
  postpone<Of extends AnyResource>(resource: Of, record: RecordOf<Of>, after: number, assumptions?: Assumptions): void
  /** Whether a record with some values will be added, as far as that is known. */
  awaits(resource: AnyResource, where: Where): boolean
  /** Runs a function. If it throws, no record has changed. Nobody hears of changes before it ends. */
  attempt<Result>(act: () => Result): Result
  /** Creates a record as people do, with everything that the service says happens because of it. */
  create(resource: AnyResource, fields: Fields): Fields
  /** Changes records of a resource as their lifecycles do, with everything that happens because of it. */
  change(resource: string, ids: readonly string[], set: Fields): void
  /** What will happen, as far as it is known, the soonest first. */
  upcoming(): readonly TimelineEntry[]
  /** Does some work, and returns what happens to the records meanwhile because of their lifecycles. */
  watchSteps(work: Steps<void>): Steps<Happened>
  /** The name of a record, or of the one that it belongs to; null if neither has one. */
  nameOf(ref: RecordRef): string | null
  changes(): Changes
  /** Writes the changes since the start as JSON, from which the same world can be created. */
  readChanges(): WorldChanges
  /** Gets other changes of its baseline, and microseconds since its start. @throws NoRoomError; nothing changes then */
  become(changes: Changes, elapsed: bigint): void
  /** Calls a function once, after the next change of a record or at the end. @returns a function that cancels this */
  onNextChange(act: () => void): () => void
  /** Drops what searches of its own lists have left, which can be found again. */
  dropSearches(): void
  /** Ends the world: all waits end, and data derived from its data is dropped. */
  end(): void
  hasEnded(): boolean
}

export interface WorldSetup extends Omit<ClockOptions, 'elapsed'> {
  changes?: WorldChanges | undefined
  /** The changes of another world with the same baseline and the microseconds since its start, instead of `changes`. */
  from?: { readonly changes: Changes; readonly elapsed: bigint } | undefined
  /** What to do if something that is scheduled in `changes` is impossible, besides scheduling something else. */
  advice?: string | undefined
  /** Reserves the bytes of a change before it happens. Default: no limit. @throws NoRoomError if they don't fit */
  admit?: ((bytes: number) => void) | undefined
  /** How many times faster than usual records go from state to state; `Infinity` if they do at once. Default: 1. */
  speed?: number | undefined
  /** Called for each record that has changed since, after what changed it: a write, or all of an attempt. */
  onChange(change: RecordChange): void
  /** Creates a record with more than that it exists; undefined if nothing else happens. Default: nothing does. */
  create?: ((world: World, resource: AnyResource, fields: Fields) => Fields | undefined) | undefined
  /** Called when a planned fault begins or ends. Returns whether it does. Default: nothing happens. */
  onFault?: ((entry: FaultEntry) => boolean) | undefined
}

/** Creates a world, which uses memory only for what it changes. @throws OptionError with all impossible changes */
export function createWorld(baseline: Baseline, options: WorldSetup): World {
  const { changes: given = {}, from, movedBy, realTime, speed = 1 } = options
  const { context } = baseline
  const waiting = createWaiting()
  const changes: ChangesHolder = { current: from?.changes ?? baseline.unchanged }
  const { database, dropSearches, listings, attempt, become } = createStore(baseline, changes, {
    onNext: waiting.callAll,
    ...options,
  })
  const elapsed = from?.elapsed ?? readElapsed(context.now, given)
  const clock = createClock(context.now, { elapsed, movedBy, realTime })
  const planning = { elapsed, speed, scene: createScene(database, context) }
  if (from === undefined) startTimeline(changes, given, database, { advice: options.advice, planning })
  const fullReaders = onDemandBy((resource: AnyResource) => createFullReader(resource, { baseline, database }))
  const findCollections = onDemand(() => createCollections(database.resources, () => world))
  const nameOf = ({ resource, id }: RecordRef) => findRecordName(database, resourceNamed(database, resource), id)
  const findSteps = onDemand(() => createStepWatch(nameOf))
  const findLifecycles = onDemand(() => {
    const told = { onStep: findSteps().note, nameOf }
    const target = { database, collections: findCollections(), context, speed, create: world.create, ...told }
    return startLifecycles(target, clock, changes, options)
  })
  const world: World = {
    baseline,
    database,
    get collections() {
      return findCollections()
    },
    clock,
    // A reader returns the records of its resource.
    readerOf: (resource) =>
      (resource.derivedFrom === undefined ? database.readerOf(resource) : fullReaders.get(resource)) as never,
    listingOf: ({ name }) => listings.get(name),
    speed,
    begin: (resource, record, assumptions, begun = {}) =>
      findLifecycles().proceed(resource, idOf(record), { at: clock.microseconds(), assumptions, ...begun }),
    postpone: (resource, record, after, assumptions) =>
      findLifecycles().postpone(resource, idOf(record), after, { at: clock.microseconds(), assumptions }),
    awaits: (resource, where) => isAwaited(changes.current, resource, where),
    attempt,
    create: (resource, fields) =>
      attempt(
        () => options.create?.(world, resource, fields) ?? collectionOf(world.collections, resource).create(fields),
      ),
    change: (resource, ids, set) => findLifecycles().change(resource, ids, { set, at: clock.microseconds() }),
    upcoming() {
      const { timeline } = findLifecycles()
      timeline.settle()
      return timeline.list()
    },
    watchSteps: (work) => findSteps().during(work),
    nameOf,
    changes: () => changes.current,
    readChanges: () => writeChanges(baseline, changes.current, clock.elapsed()),
    become(next, elapsedThen) {
      become(next)
      // What is still scheduled is due later than that.
      clock.set(formatMicroseconds(context.now + elapsedThen))
      if (next.timeline.queue.size > 0) findLifecycles().timeline.settle()
    },
    onNextChange: waiting.add,
    dropSearches,
    end() {
      waiting.end()
      clock.abandon()
    },
    hasEnded: waiting.hasEnded,
  }
  // Most worlds never begin a lifecycle.
  if (changes.current.timeline.queue.size > 0) findLifecycles().timeline.settle()
  return world
}

function idOf(record: object): string {
  return String(Reflect.get(record, 'id'))
}

function isAwaited({ timeline }: Changes, { name }: AnyResource, where: Where): boolean {
  const added = listAdded(listTimeline(timeline)).filter(({ resource }) => resource === name)
  return added.some(({ set }) => hasValues(set, where))
}

/** Creates a world that starts with the changes of another one and goes its own way. Its clock stands still. */
export function copyForTrial({ baseline, changes, clock, speed }: World): World {
  const from = { changes: changes(), elapsed: clock.elapsed() }
  return createWorld(baseline, { from, realTime, speed, onChange: () => undefined })
}

interface PlannedStart {
  readonly advice: string | undefined
  readonly planning: Planning
}

/** Starts with the counts and the timeline of changes. @throws OptionError with the entries that are impossible */
function startTimeline(
  changes: ChangesHolder,
  { created = {}, elapsed, timeline, ...added }: WorldChanges,
  database: Database,
  { advice, planning }: PlannedStart,
): void {
  const begun = changes.current.timeline
  const planned = timeline === undefined ? planAdded(added, database, planning) : []
  if (planned.length > 0)
    changes.current = { ...changes.current, timeline: createEntries([...listTimeline(begun), ...planned]) }
  if (timeline !== undefined && timeline.length + begun.queue.size > 0) {
    assertEntries(timeline, database, { now: formatMicroseconds(planning.scene.context.now), advice })
    // At a later moment, a timeline has what is left of that with which the world began.
    const all = elapsed === undefined ? [...listTimeline(begun), ...timeline] : timeline
    changes.current = { ...changes.current, timeline: createEntries(all) }
  }
  if (Object.keys(created).length > 0) changes.current = { ...changes.current, created: { ...created } }
}

/** Creates the lifecycles of the records and their timeline. */
function startLifecycles(
  target: Omit<LifecyclesTarget, 'timeline'>,
  clock: WorldClock,
  changes: ChangesHolder,
  { admit, onFault }: Pick<WorldSetup, 'admit' | 'onFault'>,
) {
  const { database, context } = target
  const timeline: Timeline = createTimeline(
    clock,
    {
      start: context.now,
      entries: {
        read: () => changes.current.timeline,
        write(next) {
          admit?.(next.bytes - changes.current.timeline.bytes)
          changes.current = { ...changes.current, timeline: next }
        },
      },
    },
    {
      find: ({ resource, id }) => locateRecord(database, { resource, id }),
      apply(entry) {
        if (isOfRecord(entry)) return lifecycles.apply(entry)
        if (onFault?.(entry) !== false) target.onStep({ ...toFaultStep(entry), at: context.now + BigInt(entry.due) })
      },
    },
  )
  const lifecycles = createLifecycles({ ...target, timeline })
  return { ...lifecycles, timeline }
}

interface StoreOptions extends Pick<WorldSetup, 'admit' | 'changes' | 'from' | 'onChange'> {
  /** Called after every change of a record. */
  onNext(): void
}

/** Creates the tables and lists of a world, with its initial changes. */
function createStore(
  baseline: Baseline,
  held: ChangesHolder,
  { admit, changes = {}, from, onChange, onNext }: StoreOptions,
) {
  const { rules, storedRules, context } = baseline
  const parts = { changes: held, rules, storedRules, context }
  // The bytes of the initial changes were reserved as a whole, and nobody listens to them.
  if (from === undefined) applyWorldChanges(createDatabase(baseline.database, parts), changes)
  let attempts = 0
  const announce = (before: Changes): void => {
    if (attempts > 0 || before.records === held.current.records) return
    onNext()
    for (const change of listRecordChanges(baseline.database.resources, before, held.current)) onChange(change)
  }
  const database: Database = createDatabase(baseline.database, {
    ...parts,
    admit,
    onWrite(before, { name }) {
      listings.peek(name)?.forgetPast()
      announce(before)
    },
  })
  const replace = (next: Changes): void => {
    admit?.(measureChanges(next) - measureChanges(held.current))
    held.current = next
  }
  const become = (next: Changes): void => {
    const before = held.current
    replace(next)
    announce(before)
  }
  const attempt = <Result>(act: () => Result): Result => {
    const before = held.current
    attempts += 1
    try {
      return act()
    } catch (error) {
      replace(before)
      throw error
    } finally {
      attempts -= 1
      announce(before)
    }
  }
  const listings = onDemandBy<string, Listing>((name) => {
    const resource = resourceNamed(database, name)
    return createListing({
      rows: followRows(() => rowsOf(held.current.records, resource)),
      getSummary: (id) => database.readerOf(resource).getSummary(id),
      findSeeded: (ordering) => baseline.indexes.find(resource, ordering),
    })
  })
  const dropSearches = (): void => {
    for (const [, listing] of listings.entries()) listing.forget()
  }
  return { database, dropSearches, listings, attempt, become }
}

/** Lists the records that differ, those of each resource in the order in which they were first changed. */
function* listRecordChanges(
  resources: readonly AnyResource[],
  before: Changes,
  after: Changes,
): Iterable<RecordChange> {
  const placeOf = ({ is, was }: RowChange) => (is ?? was)?.place ?? 0
  for (const resource of resources) {
    const [were, are] = [rowsOf(before.records, resource), rowsOf(after.records, resource)]
    if (were === are) continue
    const sorted = [...listRowChanges(were, are)].sort((one, other) => placeOf(one) - placeOf(other))
    for (const change of sorted) yield { resource: resource.name, ...change }
  }
}

/** Those who wait for the next change or the end of a world. */
function createWaiting() {
  const acts = new Set<() => void>()
  let hasEnded = false
  const callAll = (): void => {
    const waiting = [...acts]
    acts.clear()
    for (const act of waiting) act()
  }
  return {
    callAll,
    hasEnded: () => hasEnded,
    add(act: () => void) {
      acts.add(act)
      return () => void acts.delete(act)
    },
    end() {
      hasEnded = true
      callAll()
    },
  }
}

/** Finds the name of a record, or of the record that it belongs to; null if neither has one. */
function findRecordName(database: Database, resource: AnyResource, id: string): string | null {
  const record = locateRecord(database, { resource: resource.name, id })
  if (record === undefined) return null
  const own = findName(record)
  if (own !== undefined) return own
  for (const [field, parent] of Object.entries(resource.belongsTo ?? {})) {
    const name = findRecordName(database, parent, String(record[field]))
    if (name !== null) return name
  }
  return null
}
