// Takes snapshots of the state of a session.

import type { Chaos } from '../behaviour/chaos.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import { findChaos, type SessionParts, type State, withoutChaos } from './state.ts'

/** Takes a snapshot of a state. */
export function takeSnapshot(state: State, parts: SessionParts): Snapshot {
  const { assumptions, engine, world } = state
  const chaos = findChangedChaos(state, parts)
  return buildSnapshot({
    ...state.start,
    current: {
      assumptions,
      faults: engine.list(),
      ...(chaos === undefined ? {} : { chaos }),
      changes: world.readChanges(),
    },
  })
}

/** Returns the random faults of a state. Those of level 0 are only mentioned if somebody has asked for them. */
export function readChaos(state: State, parts: SessionParts): Chaos | undefined {
  const settings = state.chaos.settings()
  return settings.level > 0 ? settings : (findChangedChaos(state, parts) ?? findChaos(state.start.scenario, parts))
}

function findChangedChaos({ chaos, start: { scenario } }: State, parts: SessionParts): Chaos | undefined {
  const initial = findChaos(scenario, parts) ?? withoutChaos(scenario)
  const { level, seed } = chaos.settings()
  return level === initial.level && seed === initial.seed ? undefined : { level, seed }
}
