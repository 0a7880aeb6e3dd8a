// A baseline and its changes.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { AnyResource, Fields, RecordOf } from '../define/resource/resource.ts'
import type { ResourceName } from '../define/service-types.ts'
import { onDemand, onDemandBy } from '../limits/on-demand.ts'
import { createListing, type Listing } from '../store/listing/listing.ts'
import { createCounters } from '../store/tables/counters.ts'
import { createVersion, type OpenVersion, type Version } from '../store/tables/version.ts'
import { type ClockOptions, createClock, type WorldClock } from '../store/time/clock.ts'
import type { Timeline, TimelineEntry } from '../store/time/timeline.ts'
import { applyChanges, readElapsed } from './apply-changes.ts'
import { type Collections, createCollections } from './collections.ts'
import { createDatabase, type Database, type DatabaseChange } from './database.ts'
import { createFullReader, type FullReader } from './full-reader.ts'
import { createLifecycles, type LifecyclesTarget, type Moment, type RecordRef, resourceOf } from './lifecycles.ts'
import { listTakeover, readPastChanges, type WorldPast, type WorldUndo } from './past-world.ts'
import { findRecordName } from './record-name.ts'
import { createRecordTimeline } from './record-timeline.ts'
import type { Baseline } from './start/baseline.ts'
import type { WorldChanges } from './start/world-plan.ts'
import { createStepWatch, type Happened } from './step-watch.ts'

/** A world: a baseline and the changes since its start. */
export interface World {
  readonly baseline: Baseline
  readonly database: Database
  readonly collections: Collections
  readonly clock: WorldClock
  /** Reads all records of a resource, also those that the database does not store yet. */
  readerOf<Of extends AnyResource>(resource: Of): FullReader<RecordOf<Of>>
  /** Returns the list of a resource. */
  listingOf(resource: AnyResource): Listing
  /** How many times faster than usual records change. */
  readonly speed: number
  /** Starts the lifecycle of a new record, or lets it go on if it has stopped. */
  begin<Of extends AnyResource>(
    resource: Of,
    record: RecordOf<Of>,
    assumptions: Assumptions,
    options?: BeginOptions,
  ): void
  /** Changes a record as its lifecycle does, with everything that happens because of it. */
  change(ref: RecordRef, set: Fields): void
  /** What will happen to the records, as far as it is known, the soonest first. */
  upcoming(): readonly TimelineEntry[]
  /** Runs a function, and returns what happens to the records meanwhile because of their lifecycles. */
  watchSteps(act: () => void): Happened
  /** The name of a record, or of the one that it belongs to; null if neither has one. */
  nameOf(ref: RecordRef): string | null
  /** The current version of the data: that of the baseline until the first change. */
  version(): Version
  /**
   * Calls a function once, after the next change of the data or at the end.
   *
   * @returns a function that cancels this
   */
  onNextChange(act: () => void): () => void
  /** Ends the world: all waits end, and data derived from its data is dropped. */
  end(): void
  /** Returns the changes since the start, from which the same world can be created: now, or at an earlier moment. */
  readChanges(past?: WorldPast): WorldChanges
  /** Lists the undo entries of moving the changes to a new world. */
  listTakeover(): readonly WorldUndo[]
}

/** How a lifecycle begins. */
export type BeginOptions = Pick<Moment, 'speed'>

export interface WorldOptions extends Omit<ClockOptions, 'elapsed'> {
  /** The changes that it starts with. */
  changes?: WorldChanges | undefined
  /** Reserves the bytes of a change before it happens. Default: no limit. @throws NoRoomError if they don't fit */
  admit?: ((bytes: number) => void) | undefined
  /**
   * How many times faster than usual records go from state to state; `Infinity` if they do at once.
   * Default: 1.
   */
  speed?: number | undefined
  /** Called after every later change. */
  onChange(change: DatabaseChange): void
  /**
   * Called for everything that changes, with what undoes it.
   *
   * @param bytes what this keeps in memory
   */
  note?: ((undo: WorldUndo, bytes?: number) => void) | undefined
}

/**
 * Creates a world. It shares its initial data, and uses memory only for what it changes.
 *
 * @throws OptionError with all changes that are impossible
 */
export function createWorld(baseline: Baseline, options: WorldOptions): World {
  const { changes = {}, movedBy, realTime, speed = 1, note = () => undefined } = options
  const { context } = baseline
  const versions = createVersions(baseline)
  const { database, listings } = createStore(baseline, { ...options, changes, renew: versions.renew })

  const clock = createClock(context.now, { elapsed: readElapsed(context.now, changes), movedBy, realTime })
  const counters = createCounters<string>(changes.created, (resource) => note({ kind: 'created', resource }))
  // A reader returns the records of its resource.
  const readerOf = (resource: AnyResource) => createFullReader(resource, { baseline, database }) as never
  const findCollections = onDemand(() =>
    createCollections({ database, readerOf, context, clock, counters, rules: baseline.rules }),
  )
  const nameOf = ({ resource, id }: RecordRef) => findRecordName(database, resourceOf(database, resource), id)
  const findSteps = onDemand(() => createStepWatch(nameOf))
  const findLifecycles = onDemand(() => {
    const collections = findCollections()
    const target = { database, collections, context, speed, onStep: findSteps().note }
    return startLifecycles(target, clock, { changes, note })
  })
  // Most worlds never begin a lifecycle.
  if (changes.timeline !== undefined && changes.timeline.length > 0) findLifecycles()
  return {
    baseline,
    database,
    get collections() {
      return findCollections()
    },
    clock,
    readerOf,
    listingOf: ({ name }) => listings.get(name),
    speed,
    begin: (...begun) => findLifecycles().begin(...begun),
    change: (...changed) => findLifecycles().change(...changed),
    upcoming: () => findLifecycles().upcoming(),
    watchSteps: (act) => findSteps().during(act),
    nameOf,
    version: versions.current,
    onNextChange: versions.onNext,
    end() {
      versions.end()
      clock.abandon()
    },
    readChanges: (past = { undone: [], elapsed: clock.elapsed(), seeded: baseline.database }) =>
      readPastChanges({ database, counters, timeline: findLifecycles().timeline }, past),
    listTakeover: () => listTakeover({ database, timeline: findLifecycles().timeline }),
  }
}

/** Creates the lifecycles of the records and their timeline, and lets happen what is due. */
function startLifecycles(
  target: Omit<LifecyclesTarget, 'findTimeline'>,
  clock: WorldClock,
  { changes, note }: Required<Pick<WorldOptions, 'changes' | 'note'>>,
): Pick<World, 'begin' | 'change' | 'upcoming'> & { timeline: Timeline } {
  const { database, context } = target
  const lifecycles = createLifecycles({ ...target, findTimeline: () => timeline })
  const timeline = createRecordTimeline(
    { database, lifecycles, clock, start: context.now, note: (undo) => note?.({ kind: 'timeline', undo }) },
    changes?.timeline,
  )
  timeline.settle()
  return {
    timeline,
    begin({ name }, record, assumptions, begun = {}) {
      const ref = { resource: name as ResourceName, id: String(Reflect.get(record, 'id')) }
      lifecycles.proceed(ref, { at: clock.microseconds(), assumptions, ...begun })
    },
    change: (ref, set) => lifecycles.change(ref, set, { at: clock.microseconds() }),
    upcoming() {
      timeline.settle()
      return timeline.list()
    },
  }
}

interface StoreOptions extends Pick<WorldOptions, 'admit' | 'onChange' | 'note'> {
  changes: WorldChanges
  /** Starts a new version. */
  renew(): void
}

/** Creates the tables and lists of a world, with its initial changes. */
function createStore(baseline: Baseline, { changes, admit, onChange, note, renew }: StoreOptions) {
  // The bytes of the initial changes were reserved as a whole, and nobody listens to them.
  let isReady = false
  const database: Database = createDatabase(baseline.database, {
    rules: baseline.rules,
    storedRules: baseline.storedRules,
    context: baseline.context,
    admit(bytes) {
      if (isReady) admit?.(bytes)
    },
    onChange(event) {
      // A new version can answer requests that wait.
      if (isReady) note?.({ kind: 'record', resource: event.resource, undo: event.undo }, event.bytes)
      renew()
      listings.peek(event.resource)?.follow(event.change)
      if (isReady) onChange(event)
    },
  })
  const listings = onDemandBy<string, Listing>((name) => {
    const resource = resourceOf(database, name)
    return createListing(
      () => database.readerOf(resource),
      (ordering) => baseline.indexes.find(resource, ordering),
    )
  })
  applyChanges(database, changes)
  isReady = true
  return { database, listings }
}

interface Versions {
  current(): Version
  onNext(act: () => void): () => void
  renew(): void
  end(): void
}

function createVersions(baseline: Baseline): Versions {
  let own: OpenVersion | undefined
  let hasEnded = false
  const waiting = new Set<() => void>()
  const callAll = (): void => {
    const acts = [...waiting]
    waiting.clear()
    for (const act of acts) act()
  }
  return {
    current: () => own ?? baseline.version,
    onNext(act) {
      waiting.add(act)
      return () => void waiting.delete(act)
    },
    renew() {
      own?.end()
      // A version created after the end would never be ended.
      if (!hasEnded) own = createVersion()
      callAll()
    },
    end() {
      hasEnded = true
      own ??= createVersion()
      own.end()
      callAll()
    },
  }
}
