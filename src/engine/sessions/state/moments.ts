// The moments that the requests of a session have met.

import type { Fault } from '../../faults/fault.ts'
import type { JournalWriter } from '../../journal/journal.ts'
import { estimateBytes } from '../../limits/byte-size.ts'
import { type Changes, measureChanges, rowsOf } from '../../world/changes.ts'
import type { RecordChange } from '../../world/world.ts'
import type { Counts } from './counting.ts'
import { isPresent, type Moment, type Present, readMoment } from './moment.ts'

/** The moments of a session that requests have met, and the memory that only these keep. */
export type Moments = ReturnType<typeof createMoments>

// Measured: what a change copies of maps and lists.
const COPIED_BYTES = 1024
// Of a row that is gone, the JSON is only there if it was read.
const SHARE_OF_ROW = 0.5

/** @param keepMore counts bytes for the requests that met a moment */
export function createMoments(keepMore: JournalWriter['keepMore']) {
  // Only the journal keeps a moment.
  let lastMet: WeakRef<Moment> | undefined
  let faultBytes = 0
  const followFaults = ({ faults, counting }: Pick<Present, 'faults' | 'counting'>): void => {
    const last = lastMet?.deref()
    if (last === undefined) return
    const bytes = measureFaults(last.faults, faults.list()) + measureCounts(last.counts, counting.read())
    if (bytes !== faultBytes) keepMore(last, bytes - faultBytes)
    faultBytes = bytes
  }
  return {
    followFaults,
    /** Returns the present moment. Requests that meet the same one share it. */
    meet(present: Present): Moment {
      const last = lastMet?.deref()
      if (last !== undefined && isPresent(last, present)) return last
      const next = readMoment(present)
      followFaults(present)
      faultBytes = 0
      lastMet = new WeakRef(next)
      return next
    },
    /** Counts what a change of the world replaces. */
    followChange({ resource, was }: RecordChange) {
      const last = lastMet?.deref()
      if (last === undefined) return
      const isMet =
        was !== undefined && rowsOf(last.changes.records, { name: resource }).current.get(was.row.id) === was
      const bytes = (last.bytes === 0 ? COPIED_BYTES : 0) + (isMet ? Math.ceil(was.bytes * SHARE_OF_ROW) : 0)
      if (bytes > 0) keepMore(last, bytes)
    },
    /** Counts all of a world that is gone. */
    followEnd(changes: Changes) {
      const last = lastMet?.deref()
      if (last !== undefined) keepMore(last, measureChanges(changes))
    },
  }
}

// An entry of a list, and the copy of a fault that counts its uses.
const LISTED_BYTES = 8
const COUNTED_BYTES = 128
// A moment of its own, because others have counted differently.
const MOMENT_BYTES = 200

/** Estimates the bytes of a list of faults without what the next list shares with it. */
function measureFaults(before: readonly Fault[], next: readonly Fault[]): number {
  if (before === next) return 0
  const shared = new Set(next.map(({ effect }) => effect))
  const measureFault = (fault: Fault): number => {
    const own = shared.has(fault.effect) ? 0 : estimateBytes(fault)
    return LISTED_BYTES + (fault.times === undefined ? 0 : COUNTED_BYTES) + own
  }
  return before.reduce((sum, fault) => sum + measureFault(fault), 0)
}

function measureCounts(before: Counts, next: Counts): number {
  if (before === next) return 0
  return MOMENT_BYTES + (before.faults === next.faults ? 0 : COUNTED_BYTES * Object.keys(before.faults.uses).length)
}
