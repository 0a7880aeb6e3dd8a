// The state of a session, and how it is replaced.

import type { StartReason } from './events.ts'
import type { Snapshot } from './snapshot.ts'
import type { Start } from './start.ts'
import { buildSnapshotState, buildState, type SessionParts, type State } from './state.ts'

/** Holds the current state of a session. */
export interface Held {
  read(): State
  replace(next: State, why: StartReason): void
}

/** Builds the first state of a session. @throws OptionError if that is not possible */
export function holdState(name: string, from: Start | Snapshot, parts: SessionParts): Held {
  let state = 'format' in from ? buildSnapshotState(name, from, parts) : buildState(name, from, parts)
  return {
    read: () => state,
    replace(next, why) {
      const before = state
      state = next
      // This comes last, because requests that were waiting are then answered from the new state.
      before.leave(next)
      parts.events.emit(name, () => ({ type: 'start', session: name, scenario: next.start.scenario.name, why }))
    },
  }
}
