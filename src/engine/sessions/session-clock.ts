// The clock of a session: time, what happens next, and what has happened.

import type { ResourceName } from '../define/service-types.ts'
import { extend } from '../input/options/extend.ts'
import { assertKnownOptions, assertValue, type OptionNames } from '../input/options/known-options.ts'
import type { WrittenDuration } from '../input/options/written-duration.ts'
import { formatMicroseconds } from '../input/schemas/timestamp.ts'
import { type Clock, followClock } from '../store/time/clock.ts'
import type { TimelineEntry } from '../store/time/timeline.ts'
import type { World } from '../world/world.ts'
import type { ClockMove } from './events/event-source.ts'
import type { SessionParts, State } from './state/state.ts'

/** A change of a record by its lifecycle. */
interface Step {
  readonly resource: ResourceName
  readonly id: string
  /** The name of the record, or of the one that it belongs to; null if neither has one. */
  readonly name: string | null
  /** The fields that change; null if the record is removed. */
  readonly set: Readonly<Record<string, unknown>> | null
  /** Whether the record is removed. */
  readonly removes: boolean
}

/** A step that will happen. */
export interface UpcomingStep extends Step {
  /** When it will happen, on the world's clock. */
  readonly due: string
}

/** A step that has happened. */
export interface PastStep extends Step {
  /** When it happened, on the world's clock. */
  readonly at: string
}

/** What will happen to the records of a world. */
export interface Upcoming {
  readonly total: number
  /** When the next step happens; null if there is none. */
  readonly next: string | null
  /** The next steps, the soonest first. */
  readonly entries: readonly UpcomingStep[]
}

/** What has happened to the records of a world. */
export interface Happenings {
  readonly count: number
  /** The first hundred steps, in their order. */
  readonly entries: readonly PastStep[]
}

/** The clock of a session. */
export interface SessionClock extends Clock {
  /** Lists what will happen to the records, as far as it is known: the next step of each. Default limit: 100. */
  timeline(options?: { limit?: number }): Upcoming
  /** Moves to the time of the next step. Everything that is due then happens. Returns whether there is a step. */
  next(): boolean
  /**
   * Returns what happens to the records while a function moves the clock.
   *
   * @example
   * const { entries } = simulator.clock.watch(() => simulator.clock.advance(30_000))
   */
  watch(move: () => void): Happenings
}

const USUAL_LIMIT = 100
const TIMELINE: OptionNames<{ limit: number }> = { limit: 'limit' }

/** Creates the clock of a session, whose state may be replaced at any time. */
export function createSessionClock(name: string, read: () => State, parts: SessionParts): SessionClock {
  const clock = followClock(() => read().world.clock)
  const emit = (what: ClockMove): void =>
    parts.events.emit(name, () => ({ type: 'clock', session: name, what, now: clock.now() }))
  const move = (act: () => void): void => {
    const before = read().world.clock.microseconds()
    act()
    if (read().world.clock.microseconds() !== before) emit('moved')
  }
  const change = (what: 'frozen' | 'running', act: () => void): void => {
    const wasFrozen = clock.isFrozen()
    act()
    if (clock.isFrozen() !== wasFrozen) emit(what)
  }
  return extend(clock, {
    freeze: () => change('frozen', clock.freeze),
    run: () => change('running', clock.run),
    advance: (duration: WrittenDuration) => move(() => clock.advance(duration)),
    set: (time: string | Date) => move(() => clock.set(time)),
    timeline(options: { limit?: number } = {}) {
      assertKnownOptions('list the timeline', options, TIMELINE)
      return listUpcoming(read().world, options.limit ?? USUAL_LIMIT)
    },
    next() {
      const [first] = read().world.upcoming()
      if (first !== undefined) move(() => clock.set(readDue(read().world, first)))
      return first !== undefined
    },
    watch(act: () => void) {
      assertValue('watch the clock', 'move', act, 'function')
      return watchWorld(read().world, act)
    },
  })
}

function listUpcoming(world: World, limit: number): Upcoming {
  const all = world.upcoming()
  const [first] = all
  return {
    total: all.length,
    next: first === undefined ? null : readDue(world, first),
    entries: all.slice(0, limit).map((entry) => describeEntry(world, entry)),
  }
}

function describeEntry(world: World, entry: TimelineEntry): UpcomingStep {
  const { id, set, remove } = entry
  // The schema of a timeline allows only the names of resources.
  const resource = entry.resource as ResourceName
  const name = world.nameOf({ resource, id })
  return { due: readDue(world, entry), resource, id, name, ...describeChange(remove === true ? null : set) }
}

function watchWorld(world: World, act: () => void): Happenings {
  const { count, steps } = world.watchSteps(act)
  return {
    count,
    entries: steps.map(({ at, resource, id, name, set }) => ({
      at: formatMicroseconds(at),
      resource,
      id,
      name,
      ...describeChange(set),
    })),
  }
}

function describeChange(set: Step['set']): { set: Step['set']; removes: boolean } {
  return { set, removes: set === null }
}

function readDue({ baseline }: World, { due }: TimelineEntry): string {
  return formatMicroseconds(baseline.context.now + BigInt(due))
}
