// Takes snapshots of the state of a session.

import type { Chaos } from '../../faults/chaos/chaos.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { showValue } from '../../input/schemas/describe-issues.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import type { Start } from './start.ts'
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

function findChangedChaos({ chaos, start }: State, parts: SessionParts): Chaos | undefined {
  return findDifferent(chaos.settings(), start, parts)
}

function findDifferent({ level, seed }: Chaos, { scenario }: Start, parts: SessionParts): Chaos | undefined {
  const initial = findChaos(scenario, parts) ?? withoutChaos(scenario)
  return level === initial.level && seed === initial.seed ? undefined : { level, seed }
}

/**
 * Takes a snapshot of the world that a request met, as it was when the request arrived.
 *
 * @throws OptionError if it is no longer known
 */
export function takeSnapshotAt(request: number, state: State, parts: SessionParts): Snapshot {
  const record = state.journal.getRecord(request)
  if (record?.moment === undefined) {
    throw refuse(
      `Failed to find request ${showValue(request)}: it is not in the journal. List the requests to see which are.`,
    )
  }
  const { at, moment } = record
  const failed = `Failed to find the world of request ${request}`
  if (moment.history !== state.history) {
    throw refuse(`${failed}: another world has replaced it since. Take it before a reset, a load or a restore.`)
  }
  const past = state.history.since(moment.position)
  if (past === undefined) {
    throw refuse(`${failed}: it has changed too much since, and old changes are dropped. Choose a later request.`)
  }
  const { start, assumptions, baseline } = past.settings ?? { ...state, baseline: state.world.baseline }
  const { undone, faults } = past
  const chaos = findDifferent(past.chaos, start, parts)
  const { context, database: seeded } = baseline
  const elapsed = at - context.now
  return buildSnapshot({
    ...start,
    current: {
      assumptions,
      faults,
      ...(chaos === undefined ? {} : { chaos }),
      changes: state.world.readChanges({ undone, elapsed, seeded }),
    },
  })
}

function refuse(message: string): OptionError {
  return new OptionError(message, [{ path: 'request', message }])
}
