// How a session is stored outside of the memory, and goes on from there.

import { realTime } from '../store/time/real-time.ts'
import type { Use } from './session-use.ts'
import { createChangeCount } from './state/change-count.ts'
import type { CurrentState } from './state/current-state.ts'
import type { SessionParts } from './state/state.ts'
import { buildStoredState, type Opening, type StoredSession, startOf, storeSession } from './state/stored-session.ts'

/** The methods that store a session and continue a stored one. */
export interface SessionStoring {
  /** Returns the link that has created the session, if one has. */
  readOpening(): Opening | undefined
  noteOpening(opened: Opening): void
  /** Returns what is to be stored of the session. */
  store(): StoredSession
  /** Returns a text that is another one after every change that has to be stored. It costs much less than `store`. */
  mark(): string
  /** Goes on where a stored session has stopped. What it was made with stays. @throws OptionError */
  goOn(stored: StoredSession): void
}

/** Creates these methods. */
export function createStoring(
  name: string,
  current: Pick<CurrentState, 'read' | 'replace' | 'beginning'>,
  { use, parts, opened: first }: { use: Use; parts: SessionParts; opened: Opening | undefined },
): SessionStoring {
  let opened = first
  const numberOf = createNumbers()
  const countChanges = createChangeCount(current.read)
  return {
    readOpening: () => opened,
    noteOpening(by) {
      opened = by
    },
    store() {
      const storing = { name, ...use.times, changes: countChanges(), beginning: current.beginning(), opened }
      return storeSession(current.read(), storing, parts)
    },
    mark() {
      const state = current.read()
      const { world, faults, draws } = state
      const objects = [state, world.changes(), faults.list(), faults.chaos()].map(numberOf)
      return [
        ...objects,
        JSON.stringify(faults.tally()),
        faults.chaosCounts().requests,
        faults.chaosCounts().applied,
        draws.count(),
      ]
        .concat(String(state.isStrict), describeClock(world.clock))
        .join(' ')
    },
    goOn(stored) {
      current.replace(buildStoredState(name, stored, startOf(stored), parts), 'restore')
      use.continueFrom(stored)
    },
  }
}

// Time that passes by itself is no change. Nobody moves a clock by less than a millisecond.
function describeClock({ elapsed, isFrozen }: { elapsed(): bigint; isFrozen(): boolean }): string {
  const microseconds = elapsed()
  if (isFrozen()) return `frozen ${microseconds}`
  return `running ${Math.round(Number(microseconds) / 1000 - realTime.read())}`
}

/** Gives each object a number of its own, without keeping the object. */
function createNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>()
  let last = 0
  return (object) => {
    const known = numbers.get(object)
    if (known !== undefined) return known
    last += 1
    numbers.set(object, last)
    return last
  }
}
