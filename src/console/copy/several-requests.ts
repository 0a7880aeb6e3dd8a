// What a test of several requests has, and one of a single request has not. The page writes none of several.

import type { DetailedEntry, FaultInput } from '../../client/index.ts'
import type { Trial } from './scratch.ts'

/**
 * Lists where the faults of requests can be added. A client sends its requests on its own, so the best place is before
 * the first one. But they can apply to other requests then. Between requests, the clock is moved as it was before,
 * unless it runs.
 */
export function listPlans<Step extends Trial & { readonly entry: DetailedEntry }>(
  given: readonly Step[],
  { clock }: { readonly clock: { readonly frozen: boolean } },
): readonly (readonly Step[])[] {
  if (given.length === 1) return [given]
  const steps = given.map((step, index) => {
    const before = given[index - 1]?.entry ?? step.entry
    return { ...step, move: clock.frozen ? Math.max(0, Date.parse(step.entry.at) - Date.parse(before.at)) : 0 }
  })
  const joined = joinFaults(steps.flatMap(({ faults }) => faults))
  return [steps.map((step, index) => ({ ...step, faults: index === 0 ? joined : [] })), steps]
}

function joinFaults(faults: readonly FaultInput[]): readonly FaultInput[] {
  const joined = new Map<string, FaultInput>()
  for (const fault of faults) {
    const key = JSON.stringify(fault)
    joined.set(key, { ...fault, times: (joined.get(key)?.times ?? 0) + 1 })
  }
  return [...joined.values()]
}

/** Lists the statuses of several responses, as the end of a title. */
export function listStatuses(entries: readonly DetailedEntry[]): string {
  return entries.length === 1 ? '' : `: ${entries.map(({ status }) => status ?? 'no response').join(', ')}`
}
