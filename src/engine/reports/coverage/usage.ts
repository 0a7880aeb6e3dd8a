// Which assumptions requests depend on, and how often.

import { listEntries } from '../../define/assumptions/assumptions.ts'
import type { Questions } from '../../define/assumptions/register-entry.ts'

/** How many requests there were, and how many of them depended on each assumption. */
export interface AssumptionUsage {
  /** How many requests there were. */
  readonly requests: number
  /** Only the assumptions that at least one request depended on. */
  readonly assumptions: Readonly<Record<string, number>>
}

export function countUsage(entries: readonly { assumptions: readonly string[] }[]): AssumptionUsage {
  return mergeUsage(
    entries.map(({ assumptions }) => ({
      requests: 1,
      assumptions: Object.fromEntries(assumptions.map((id) => [id, 1])),
    })),
  )
}

export function mergeUsage(usages: readonly AssumptionUsage[]): AssumptionUsage {
  const counts = new Map<string, number>()
  let requests = 0
  for (const usage of usages) {
    requests += usage.requests
    for (const [id, times] of Object.entries(usage.assumptions)) counts.set(id, (counts.get(id) ?? 0) + times)
  }
  return { requests, assumptions: Object.fromEntries(counts) }
}

/** Lists the assumptions that requests depended on, the most frequent first. */
export function listUsage(questions: Questions, { assumptions }: AssumptionUsage): { id: string; requests: number }[] {
  return listEntries(questions)
    .map(([id]) => ({ id, requests: assumptions[id] ?? 0 }))
    .filter(({ requests }) => requests > 0)
    .sort((one, other) => other.requests - one.requests)
}
