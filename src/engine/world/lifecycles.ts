// Moves records from state to state, at once or on the timeline, and notes what happens.

import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { FactoryContext } from '../define/factory/context.ts'
import { type AnyResource, enterState } from '../define/resource/resource.ts'
import { NoRoomError, OptionError } from '../input/options/option-error.ts'
import type { Fields } from '../input/schemas/schema-walk.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import { fromKey } from '../store/rows/keys.ts'
import type { RecordEntry, Timeline } from '../store/time/timeline.ts'
import type { Steps } from '../work/steps.ts'
import { type Collections, collectionOf, touch } from './collections.ts'
import type { Database } from './database.ts'
import { createScene, planAddition, planNext, resourceNamed } from './next-step.ts'

/** A record, by the name of its resource and its id. */
export interface RecordRef {
  readonly resource: string
  readonly id: string
}

/** A change of a record by its lifecycle, or by that of another record; or of a fault. */
export interface LifecycleStep {
  readonly resource: string
  readonly id: string
  /** Microseconds since the Unix epoch. */
  readonly at: bigint
  /** The fields that changed, or the fault; null if it was removed. */
  readonly set: Fields | null
  /** The name of a record that was removed, of which nothing else tells it; null if it had none. */
  readonly name?: string | null
}

export interface BeginOptions {
  /** How many times faster than usual the record changes. Default: as fast as the others in the world. */
  readonly speed?: number | undefined
}

/** When something happens. */
export interface Occasion extends BeginOptions {
  /** Microseconds since the Unix epoch. */
  readonly at: bigint
  /** The assumptions of the request that causes it. */
  readonly assumptions?: Assumptions | undefined
}

interface ChangeOccasion extends Occasion {
  readonly set: Fields
}

export interface LifecyclesTarget {
  readonly database: Database
  readonly collections: Collections
  readonly context: FactoryContext
  /** How many times faster than usual records change. */
  readonly speed: number
  /** Called for each step that has happened. */
  onStep(step: LifecycleStep): void
  nameOf(ref: RecordRef): string | null
  create(resource: AnyResource, fields: Fields): void
  readonly timeline: Timeline
}

// How many steps can follow on each other without a delay. Those that go round in a circle stop there.
const MOST_AT_ONCE = 100

export function createLifecycles(target: LifecyclesTarget) {
  const { context, database, timeline } = target
  const { read, write, add, update, remove } = openRecords(target)
  let depth = 0
  const change = (resource: string, ids: readonly string[], { set, ...occasion }: ChangeOccasion): void => {
    const changed = resourceNamed(database, resource)
    const { lifecycle } = changed
    const at = formatMicroseconds(occasion.at)
    const records = ids.map((id) => {
      const ref = { resource, id }
      const record = write(ref, enterState(lifecycle, read(ref), { set, at }), at)
      target.onStep({ ...ref, at: occasion.at, set })
      return record
    })
    // Others continue once, when all of these have changed.
    const continuing = new Map<string, RecordRef>()
    for (const record of records) {
      for (const each of lifecycle?.cause?.(record, createScene(database, context, occasion.assumptions)) ?? []) {
        const ref = { resource: each.resource, id: String(each.id) }
        if ('set' in each) attempt(() => update(ref, each.set, occasion.at))
        else continuing.set(`${ref.resource} ${ref.id}`, ref)
      }
    }
    for (const ref of continuing.values()) proceed(resourceNamed(database, ref.resource), ref.id, { at: occasion.at })
    for (const id of ids) proceed(changed, id, occasion)
  }
  const proceed = (resource: AnyResource, id: string, occasion: Occasion): void => {
    const record = database.of(resource).get(id)
    if (record === undefined) return
    const { at, speed = target.speed, assumptions } = occasion
    const scene = createScene(database, context, assumptions)
    const entry = planNext(resource, record, { elapsed: at - context.now, speed, scene })
    if (entry === undefined) return
    if (BigInt(entry.due) > at - context.now) timeline.add(entry)
    else if (depth < MOST_AT_ONCE) {
      depth += 1
      happen(entry, occasion)
      depth -= 1
    }
  }
  const happen = (entry: RecordEntry, occasion: Occasion): void => {
    const ref = { resource: entry.resource, id: entry.id }
    // There is no caller to report to. The record stays unchanged.
    if (entry.add === true) attempt(() => add(ref, entry.set, occasion.at))
    else if (entry.remove === true) attempt(() => remove(ref, occasion.at))
    else attempt(() => change(ref.resource, [ref.id], { set: entry.set, ...occasion }))
  }

  return {
    /** Lets a record go on to what follows on its state. If that is scheduled already, the later entry is void. */
    proceed,
    /** Changes records, with everything that happens because of it. @throws OptionError if the change is impossible */
    change,
    /** Takes a new record out of the world. It is added after some milliseconds, and only then it goes on. */
    postpone(resource: AnyResource, id: string, after: number, { at, assumptions }: Occasion): void {
      const collection = collectionOf(target.collections, resource)
      const record = collection.get(id) ?? {}
      const scene = createScene(database, context, assumptions)
      collection.delete(id)
      const plan = { elapsed: at - context.now, speed: target.speed, scene }
      for (const entry of planAddition(resource, record, after, plan)) timeline.add(entry)
    },
    apply: (entry: RecordEntry) => happen(entry, { at: context.now + BigInt(entry.due) }),
  }
}

/** The records of a world, by their references. */
function openRecords({ database, collections, create, onStep, nameOf }: LifecyclesTarget) {
  const collect = ({ resource }: RecordRef) => collectionOf(collections, resourceNamed(database, resource))
  const read = (ref: RecordRef): Fields => collect(ref).get(ref.id) ?? {}
  const write = (ref: RecordRef, set: Fields, at: string): Fields => {
    const times = touch(resourceNamed(database, ref.resource), read(ref), at)
    return collect(ref).update(ref.id, { ...times, ...set })
  }
  return {
    read,
    write,
    add(ref: RecordRef, set: Fields, at: bigint): void {
      const resource = resourceNamed(database, ref.resource)
      create(resource, { ...set, id: fromKey(resource.schema.shape.id, ref.id) })
      onStep({ ...ref, at, set })
    },
    /** Changes a record because another one has changed. */
    update(ref: RecordRef, set: Fields, at: bigint): void {
      write(ref, set, formatMicroseconds(at))
      onStep({ ...ref, at, set })
    },
    remove(ref: RecordRef, at: bigint): void {
      const name = nameOf(ref)
      collect(ref).delete(ref.id)
      onStep({ ...ref, at, set: null, name })
    },
  }
}

function attempt(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    // A full memory is told to whoever writes next.
    if (!(error instanceof NoRoomError))
      console.error(
        `A planned change did not happen. ${error.message}`,
        ...(error.cause === undefined ? [] : [error.cause]),
      )
  }
}

/** A step with the name of its record. */
export interface NamedStep extends LifecycleStep {
  /** The name of the record, or of the one that it belongs to; null if neither has one. */
  readonly name: string | null
}

/** What happened. */
export interface Happened {
  readonly count: number
  /** The first hundred steps, in their order. */
  readonly steps: readonly NamedStep[]
}

const MOST_STEPS = 100

/** Creates a watch. @param nameOf finds the name of a record */
export function createStepWatch(nameOf: (ref: RecordRef) => string | null) {
  const watches = new Set<{ count: number; steps: NamedStep[] }>()
  return {
    /** Notes a step. It costs nothing while nobody watches. */
    note(step: LifecycleStep) {
      const { resource, id } = step
      for (const watch of watches) {
        watch.count += 1
        if (watch.steps.length === MOST_STEPS) continue
        const { name = resource === 'faults' ? null : nameOf({ resource, id }) } = step
        watch.steps.push({ ...step, name })
      }
    },
    /** Does some work, and returns the steps that happen meanwhile. */
    *during(work: Steps<void>): Steps<Happened> {
      const happened = { count: 0, steps: [] }
      watches.add(happened)
      try {
        yield* work
      } finally {
        watches.delete(happened)
      }
      return happened
    },
  }
}
