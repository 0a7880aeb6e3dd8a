// Takes snapshots of a session: now, and as a request met it.

import { type Chaos, isSameChaos } from '../../faults/chaos/chaos.ts'
import { describeProblem, OptionError } from '../../input/options/option-error.ts'
import { showValue } from '../../input/text/show-value.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { type Moment, type Present, readMoment, writeMoment } from './moment.ts'
import type { Snapshot } from './snapshot.ts'
import { beginChaos, type ChaosParts, findChaos } from './start.ts'

export function takeSnapshot(present: Present, parts: ChaosParts): Snapshot {
  // Reading it lets everything happen that is due.
  const elapsed = present.world.clock.elapsed()
  return writeMoment(readMoment(present), elapsed, beginChaos(present.start.scenario, parts))
}

/** Returns the random faults of a session. Those of level 0 are only mentioned if somebody has asked for them. */
export function readSessionChaos({ start: { scenario }, faults }: Present, parts: ChaosParts): Chaos | undefined {
  const settings = faults.chaos()
  return isSameChaos(settings, beginChaos(scenario, parts)) ? findChaos(scenario, parts) : settings
}

/** Takes a snapshot of the world that a request met. @throws OptionError if the journal does not have the request */
export function takeSnapshotAt(request: number, { find }: Pick<JournalWriter, 'find'>, parts: ChaosParts): Snapshot {
  const record = find(request)?.record
  if (record?.moment === undefined) {
    const problem = {
      attempt: `find request ${showValue(request)}`,
      received: 'it is not in the request log',
      advice: 'List the requests to see which are.',
    }
    throw new OptionError(problem, [{ path: 'request', message: describeProblem(problem) }])
  }
  // Only sessions write moments.
  const moment = record.moment as Moment
  const elapsed = record.at - moment.baseline.context.now
  return writeMoment(moment, elapsed, beginChaos(moment.start.scenario, parts))
}
