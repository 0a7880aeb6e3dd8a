// Takes snapshots of the state of a session.

import type { Chaos } from '../../faults/chaos/chaos.ts'
import { describeProblem, OptionError } from '../../input/options/option-error.ts'
import { showValue } from '../../input/schemas/describe-issues.ts'
import { writeChanges } from '../../world/written-changes.ts'
import { type Counts, isCounted } from './counting.ts'
import type { Moment } from './moments.ts'
import { buildSnapshot, type Snapshot } from './snapshot.ts'
import type { Start } from './start.ts'
import { findChaos, type SessionParts, type State, withoutChaos } from './state.ts'

export function takeSnapshot(state: State, parts: SessionParts): Snapshot {
  const { start, assumptions, faults, counting, world } = state
  const chaos = findDifferent(faults.chaos(), start, parts)
  return buildSnapshot(start, {
    assumptions,
    faults: faults.list(),
    ...(chaos === undefined ? {} : { chaos }),
    changes: world.readChanges(),
    ...pickCounts(counting.read()),
  })
}

/** Returns the random faults of a state. Those of level 0 are only mentioned if somebody has asked for them. */
export function readSessionChaos({ start, faults }: State, parts: SessionParts): Chaos | undefined {
  const settings = faults.chaos()
  return settings.level > 0 ? settings : (findDifferent(settings, start, parts) ?? findChaos(start.scenario, parts))
}

function findDifferent({ level, seed }: Chaos, { scenario }: Start, parts: SessionParts): Chaos | undefined {
  const initial = findChaos(scenario, parts) ?? withoutChaos(scenario)
  return level === initial.level && seed === initial.seed ? undefined : { level, seed }
}

/** Takes a snapshot of the world that a request met. @throws OptionError if the journal does not have the request */
export function takeSnapshotAt(request: number, state: State, parts: SessionParts): Snapshot {
  const record = state.journal.find(request)?.record
  if (record?.moment === undefined) {
    const problem = {
      attempt: `find request ${showValue(request)}`,
      received: 'it is not in the request log',
      advice: 'List the requests to see which are.',
    }
    throw new OptionError(problem, [{ path: 'request', message: describeProblem(problem) }])
  }
  // Only sessions write moments.
  const { start, assumptions, baseline, changes, faults, chaos, counts } = record.moment as Moment
  const differing = findDifferent(chaos, start, parts)
  return buildSnapshot(start, {
    assumptions,
    faults,
    ...(differing === undefined ? {} : { chaos: differing }),
    changes: writeChanges(baseline.database, changes, record.at - baseline.context.now),
    ...pickCounts(counts),
  })
}

function pickCounts(counts: Counts): { counts?: Counts } {
  return isCounted(counts) ? { counts } : {}
}
