// Describes the requests of a failed test that are still waiting.

import { parseMicroseconds } from '../engine/input/schemas/timestamp.ts'
import type { JournalEntry } from '../engine/journal/journal.ts'
import type { Session } from '../engine/sessions/session.ts'

/** Describes, in a line, what lets the requests go on that wait for a frozen clock. There is none if no request does. */
export function describeWaiting({ requests, clock }: Pick<Session, 'requests' | 'clock'>): string[] {
  const last = requests.list({ state: 'pending' }).filter(isTimed).map(readUntil).sort(compare).at(-1)
  if (last === undefined || !clock.isFrozen()) return []
  const milliseconds = Math.max(0, Math.ceil(Number(last - parseMicroseconds(clock.now())) / 1000))
  return [
    `The clock is frozen, so requests wait. simulator.clock.advance(${milliseconds}) or simulator.clock.run() lets them go on.`,
  ]
}

function isTimed({ waitsFor }: JournalEntry): boolean {
  return typeof waitsFor?.until === 'string'
}

function readUntil({ waitsFor, at }: JournalEntry): bigint {
  return parseMicroseconds(waitsFor?.until ?? at)
}

function compare(one: bigint, other: bigint): number {
  return Number(one - other)
}
