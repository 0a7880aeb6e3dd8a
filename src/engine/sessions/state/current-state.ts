// The state of a session, and how it is replaced.

import type { Reservation } from '../../limits/byte-budget.ts'
import { measureWorldChanges } from '../../world/apply-changes.ts'
import type { StartReason } from '../events/event-source.ts'
import type { Snapshot } from './snapshot.ts'
import type { Start } from './start.ts'
import { buildSnapshotState, buildState, type SessionParts, type State, type StateOverrides } from './state.ts'

/** What a session is made with, and what `reset` returns to. */
export type Beginning = Start | Snapshot

/** Holds the current state of a session. */
export interface CurrentState {
  read(): State
  replace(next: State, why: StartReason): void
  /** Builds what the session was made with again. @throws OptionError if that is not possible */
  begin(overrides?: Pick<StateOverrides, 'kept'>): State
  /** What the session was made with. */
  beginning(): Beginning
  /** Ends the state and frees what the session was made with. */
  end(): void
}

/**
 * Builds the first state of a session.
 *
 * @param findBeginning returns what the session is made with, at first and at every reset
 * @param build builds its first state, if that is another one
 * @throws OptionError if that is not possible
 */
export function createCurrentState(
  name: string,
  findBeginning: () => Beginning,
  parts: SessionParts,
  build?: () => State,
): CurrentState {
  const begin: CurrentState['begin'] = (overrides) => {
    const from = findBeginning()
    return 'format' in from
      ? buildSnapshotState(name, from, parts, overrides)
      : buildState(name, from, parts, overrides)
  }
  const memory = reserveBeginning(name, findBeginning(), parts)
  let state = beginOrRelease(build ?? begin, memory)
  return {
    begin,
    beginning: findBeginning,
    read: () => state,
    end() {
      state.leave()
      memory.release()
    },
    replace(next, why) {
      const before = state
      state = next
      // This comes last, because requests that were waiting are then answered from the new state.
      before.leave(next)
      parts.events.emit(name, () => ({ type: 'start', session: name, scenario: next.start.scenario.name, why }))
    },
  }
}

// The changes that a session was made with stay in memory until it ends, also while it has another world.
function reserveBeginning(name: string, from: Beginning, { declared, budget }: SessionParts): Reservation {
  const changes = 'format' in from ? from.current.changes : from.scenario.changes
  const purpose = { attempt: `create session "${name}"`, what: 'what it begins with takes' }
  return budget.reserve('sessions', measureWorldChanges(declared.resources, changes), purpose)
}

function beginOrRelease(begin: () => State, memory: Reservation): State {
  try {
    return begin()
  } catch (error) {
    memory.release()
    throw error
  }
}
