import type { AssumptionId } from '../define/service-types.ts'
import type { JournalRecord } from './journal-store.ts'
import { readStatus } from './sent-response.ts'

/** How many requests of a journal there are. */
export interface RequestCounts {
  readonly total: number
  /** By status; `none` counts those without a response, and those that wait for one. */
  readonly byStatus: Readonly<Record<string, number>>
  /** By operation; `none` counts the unhandled requests. */
  readonly byOperation: Readonly<Record<string, number>>
  /** How many depended on each assumption. */
  readonly byAssumption: { readonly [Id in AssumptionId]?: number }
}

export function countRequests(records: Iterable<JournalRecord>): RequestCounts {
  const byStatus: Record<string, number> = {}
  const byOperation: Record<string, number> = {}
  const byAssumption: Record<string, number> = {}
  let total = 0
  for (const { outcome } of records) {
    total += 1
    countOne(byStatus, String(readStatus(outcome) ?? 'none'))
    countOne(byOperation, outcome.operation ?? 'none')
    for (const id of outcome.dependsOn) countOne(byAssumption, id)
  }
  return { total, byStatus, byOperation, byAssumption }
}

function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
