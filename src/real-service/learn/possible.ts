// Which values of each question are still possible.

import type { AssumptionId } from '../../service/assumptions/register.ts'
import { applyChanges, type Change, type Fit, type FitParts, listChanges, listOthers, measure } from './evidence.ts'
import type { Values } from './oracle.ts'

/** Values that explain all observations as well as others do. */
export interface Rival {
  /** What differs from the others: one change, or two that hide each other. */
  readonly changes: readonly Change[]
  readonly values: Values
}

/**
 * Lists the values with one change that explain the observations as well.
 *
 * @param ids the questions to consider
 * @param fit what explains the observations that can be explained
 */
export async function listRivals(ids: readonly AssumptionId[], fit: Fit, parts: FitParts): Promise<readonly Rival[]> {
  const rivals: Rival[] = []
  for (const change of ids.flatMap((id) => listOthers(id, fit.values, parts))) {
    const values = applyChanges(fit.values, [change])
    if (!parts.oracle.allows(values)) continue
    const { cost } = await measure(values, parts, fit.cost)
    if (cost <= fit.cost) rivals.push({ changes: [change], values })
  }
  return rivals
}

/** Lists the values with two changes that explain the observations as well, although the first one alone does not. */
export async function listPairs(ids: readonly AssumptionId[], fit: Fit, parts: FitParts): Promise<readonly Rival[]> {
  const rivals: Rival[] = []
  for (const change of ids.flatMap((id) => listOthers(id, fit.values, parts))) {
    const changed = applyChanges(fit.values, [change])
    if (!parts.oracle.allows(changed)) continue
    const alone = await measure(changed, parts)
    if (alone.cost > fit.cost) rivals.push(...(await listCompensated(change, { fit, alone }, parts)))
  }
  return rivals
}

// Only a question that the responses in between depend on can make up for a change.
async function listCompensated(
  change: Change,
  { fit, alone }: { fit: Fit; alone: Fit },
  parts: FitParts,
): Promise<Rival[]> {
  const rivals: Rival[] = []
  for (const second of await listChanges(alone, parts)) {
    if (second.id === change.id) continue
    const values = applyChanges(alone.values, [second])
    if (!parts.oracle.allows(values)) continue
    const { cost } = await measure(values, parts, fit.cost)
    if (cost <= fit.cost) rivals.push({ changes: [change, second], values })
  }
  return rivals
}

/** Lists the possible values of each question, the current one first. */
export function listPossible(values: Values, rivals: readonly Rival[]): ReadonlyMap<AssumptionId, readonly string[]> {
  const possible = new Map<AssumptionId, string[]>()
  for (const { changes } of rivals) {
    for (const { id, value } of changes) {
      const known = possible.get(id) ?? [values[id]]
      if (!known.includes(value)) known.push(value)
      possible.set(id, known)
    }
  }
  return possible
}
