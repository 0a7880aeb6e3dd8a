// The clock of a session: time, what happens next, and what has happened.

import { type EffectDeclarations, findEffect } from '../faults/effects/effects.ts'
import type { FaultEffect } from '../faults/fault.ts'
import { extend } from '../input/options/extend.ts'
import { assertKnownOptions, assertValue, type OptionNames, refuseNeedless } from '../input/options/known-options.ts'
import type { WrittenDuration } from '../input/options/written-duration.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import { findName } from '../input/text/record-name.ts'
import { type Clock, type ClockTarget, followClock } from '../store/time/clock.ts'
import { isOfRecord, type TimelineEntry, toFaultStep } from '../store/time/timeline.ts'
import { finish, type Steps } from '../work/steps.ts'
import type { World } from '../world/world.ts'
import type { ClockMove, EventSource } from './events/event-source.ts'
import type { State } from './state/state.ts'

/** A change of a record by its lifecycle, or a planned fault that begins or ends. */
interface ClockStep<Name extends string = string> {
  readonly resource: Name
  readonly id: string
  /** The name of the record, or of the one that it belongs to; null if neither has one. For a fault, what it does. */
  readonly name: string | null
  /** The fields that change, or the fault that begins; null if the record or the fault is removed. */
  readonly set: Readonly<Record<string, unknown>> | null
  /** Whether the record or the fault is removed. */
  readonly removes: boolean
}

/** A step that will happen. */
export interface UpcomingStep<Name extends string = string> extends ClockStep<Name> {
  /** When it will happen, on the world's clock. */
  readonly due: string
}

/** A step that has happened. */
export interface PastStep<Name extends string = string> extends ClockStep<Name> {
  /** When it happened, on the world's clock. */
  readonly at: string
}

/** The types of a clock. */
export interface ClockTypes {
  readonly UpcomingStep: UpcomingStep
  readonly PastStep: PastStep
  readonly Upcoming: Upcoming
  readonly Happenings: Happenings
}

/** What will happen in a world. */
export interface Upcoming<Of extends ClockTypes = ClockTypes> {
  readonly total: number
  /** When the next step happens; null if there is none. */
  readonly next: string | null
  /** The next steps, the soonest first. */
  readonly entries: readonly Of['UpcomingStep'][]
}

/** What has happened in a world. */
export interface Happenings<Of extends ClockTypes = ClockTypes> {
  readonly count: number
  /** The first hundred steps, in their order. */
  readonly entries: readonly Of['PastStep'][]
}

/** The clock of a session. */
export interface SessionClock<Of extends ClockTypes = ClockTypes> extends Clock {
  /** Lists what will happen, as far as it is known: the next step of each record, and planned faults. Default limit: 100. */
  timeline(options?: { limit?: number }): Of['Upcoming']
  /** Moves to the time of the next step. Everything that is due then happens. Returns whether there is a step. */
  next(): boolean
  /**
   * Returns what happens while a function moves the clock.
   *
   * @example
   * const { entries } = simulator.clock.watch(() => simulator.clock.advance(30_000))
   */
  watch(move: () => void): Of['Happenings']
}

const USUAL_LIMIT = 100
const TIMELINE: OptionNames<{ limit: number }> = { limit: 'limit' }

interface ClockParts {
  readonly declared: EffectDeclarations
  readonly events: EventSource
}

/** Creates the clock of a session, whose state may be replaced at any time, and what moves it in steps. */
export function createSessionClock(name: string, read: () => State, parts: ClockParts) {
  const clock = followClock(() => read().world.clock)
  const emit = (what: ClockMove): void =>
    parts.events.emit(name, () => ({ type: 'clock', session: name, what, now: clock.now() }))
  const moveInSteps = function* (by: ClockTarget): Steps<void> {
    const world = read().world
    const before = world.clock.microseconds()
    try {
      yield* world.clock.move(by)
    } finally {
      if (world === read().world && world.clock.microseconds() !== before) emit('moved')
    }
  }
  const move = (by: ClockTarget): void => finish(moveInSteps(by))
  const change = (what: 'frozen' | 'running', act: () => void): void => {
    const wasFrozen = clock.isFrozen()
    act()
    if (clock.isFrozen() !== wasFrozen) emit(what)
  }
  const methods: SessionClock = extend(clock, {
    freeze: () => change('frozen', clock.freeze),
    run: () => change('running', clock.run),
    advance: (advance: WrittenDuration) => move({ advance }),
    set: (time: string | Date) => move({ set: time }),
    timeline(options: { limit?: number } = {}) {
      assertKnownOptions('list the timeline', options, TIMELINE)
      return listUpcoming(read().world, options.limit ?? USUAL_LIMIT, parts.declared)
    },
    next() {
      const target = findNext(read().world)
      const isMove = target.set !== undefined
      if (isMove) move(target)
      return isMove
    },
    watch(act: () => void) {
      assertValue('watch the clock', 'move', act, 'function')
      return finish(watchWorld(read().world, runAll(act), parts.declared))
    },
  })
  const counts = { freeze: 0, run: 0, advance: 1, set: 1, next: 0, timeline: 1, watch: 1 }
  return {
    clock: refuseNeedless('clock.', methods, counts),
    moveClock(by: ClockTarget | 'next'): Steps<Happenings> {
      const { world } = read()
      const target = by === 'next' ? findNext(world) : by
      const isMove = Object.keys(target).length > 0
      return watchWorld(world, isMove ? moveInSteps(target) : runAll(), parts.declared)
    },
  }
}

function* runAll(act: () => void = () => undefined): Steps<void> {
  act()
}

function findNext(world: World): ClockTarget {
  const [first] = world.upcoming()
  return first === undefined ? {} : { set: readDue(world, first) }
}

function listUpcoming(world: World, limit: number, declared: EffectDeclarations): Upcoming {
  const all = world.upcoming()
  const [first] = all
  return {
    total: all.length,
    next: first === undefined ? null : readDue(world, first),
    entries: all.slice(0, limit).map((entry) => describeEntry(world, entry, declared)),
  }
}

function describeEntry(world: World, entry: TimelineEntry, declared: EffectDeclarations): UpcomingStep {
  const due = readDue(world, entry)
  if (!isOfRecord(entry)) return { due, ...describeStep({ ...toFaultStep(entry), name: null }, declared) }
  const { id, set, remove } = entry
  // The schema of a timeline allows only the names of resources.
  const resource = entry.resource
  const name = world.nameOf({ resource, id }) ?? findName(set) ?? null
  return { due, ...describeStep({ resource, id, name, set: remove === true ? null : set }, declared) }
}

function* watchWorld(world: World, work: Steps<void>, declared: EffectDeclarations): Steps<Happenings> {
  const { count, steps } = yield* world.watchSteps(work)
  return {
    count,
    entries: steps.map(({ at, ...step }) => ({ at: formatMicroseconds(at), ...describeStep(step, declared) })),
  }
}

function describeStep(
  { resource, id, name, set }: Omit<ClockStep, 'removes'>,
  declared: EffectDeclarations,
): ClockStep {
  const removes = set === null
  if (resource !== 'faults' || removes) return { resource, id, name, set, removes }
  const effect = set.effect as FaultEffect
  return { resource, id, name: findEffect(declared, effect).describe(effect), set, removes }
}

function readDue({ baseline }: World, { due }: TimelineEntry): string {
  return formatMicroseconds(baseline.context.now + BigInt(due))
}
