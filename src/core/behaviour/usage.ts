// Which assumptions requests depend on, and how often.

import type { AssumptionId } from '../register/register.ts'
import type { JournalEntry } from './journal.ts'

/** How many requests depended on each assumption. */
export type AssumptionUsage = ReadonlyMap<AssumptionId, number>

/** Counts the requests that depended on each assumption, the most frequent first. */
export function countUsage(entries: readonly Pick<JournalEntry, 'assumptions'>[]): AssumptionUsage {
  const counts = new Map<AssumptionId, number>()
  for (const { assumptions } of entries) for (const id of assumptions) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}
