// Finds values that explain what the likeliest ones do not.

import type { AssumptionId } from '../../service/assumptions/register.ts'
import { areDifferent } from './aspects.ts'
import { applyChanges, type Change, type Fit, type FitParts, listDifferences, listOthers, measure } from './evidence.ts'
import type { Values } from './values.ts'

// How many changes together are tried, and how many sets of them are followed.
const MOST_CHANGES = 4
const MOST_FOLLOWED = 8

/** Values that explain the observations best, and others that explain them as well. */
export interface Improved {
  readonly fit: Fit
  readonly others: readonly Values[]
}

/**
 * Improves values until they explain all observations, or until a few changes together do not improve them.
 *
 * @param start values that explain most observations
 */
export async function improve(start: Values, parts: FitParts): Promise<Improved> {
  let improved: Improved = { fit: await measure(start, parts), others: [] }
  while (improved.fit.cost > 0) {
    const next = await takeStep(improved.fit, parts)
    if (next === undefined) break
    improved = next
  }
  return improved
}

/** Finds the fewest changes that explain more. */
async function takeStep(fit: Fit, parts: FitParts): Promise<Improved | undefined> {
  let followed: readonly Fit[] = [fit]
  for (let depth = 0; depth < MOST_CHANGES; depth += 1) {
    const next = new Map<string, Fit>()
    for (const each of followed) await addSuccessors(each, { fit, parts, next })
    // What does not explain more of what is not explained yet is no better as a whole.
    const better = await measureAll(
      [...next.values()].filter(({ cost }) => cost < fit.cost),
      { parts, limit: fit.cost - 1 },
    )
    const [best, ...others] = better.toSorted(compareFits)
    if (best !== undefined) {
      return { fit: best, others: others.filter(({ cost }) => cost === best.cost).map(({ values }) => values) }
    }
    const promising = [...next.values()].toSorted(compareFits).slice(0, MOST_FOLLOWED)
    followed = await measureAll(promising, { parts, limit: Number.POSITIVE_INFINITY })
  }
  return undefined
}

const compareFits = (one: Fit, other: Fit) => one.cost - other.cost

/** Measures values by all observations. Those whose cost is higher than the limit are left out. */
async function measureAll(
  fits: readonly Fit[],
  { parts, limit }: { parts: FitParts; limit: number },
): Promise<readonly Fit[]> {
  const measured: Fit[] = []
  for (const { values } of fits) {
    const fit = await measure(values, parts, limit)
    if (fit.cost <= limit) measured.push(fit)
  }
  return measured
}

/** Adds the values with one more change that has an effect on what is not explained, with their cost in that. */
async function addSuccessors(
  from: Fit,
  { fit, parts, next }: { fit: Fit; parts: FitParts; next: Map<string, Fit> },
): Promise<void> {
  const changed = new Set(listDifferences(fit.values, from.values).map(({ id }) => id))
  for (const change of await listChanges(from, parts)) {
    if (changed.has(change.id)) continue
    const values = applyChanges(from.values, [change])
    const key = Object.values(values).join('\n')
    if (next.has(key) || !(await hasEffect(from, values, change.id, parts))) continue
    next.set(key, await measure(values, { oracle: parts.oracle, observations: from.unexplained }))
  }
}

/** Lists the other values of the questions that unexplained observations depend on. */
async function listChanges({ values, unexplained }: Fit, parts: FitParts): Promise<readonly Change[]> {
  const ids = new Set<AssumptionId>()
  for (const { request } of unexplained) {
    const prediction = await parts.oracle.predict(values, request)
    for (const id of prediction?.reads ?? []) ids.add(id)
  }
  return [...ids].flatMap((id) => listOthers(id, values, parts))
}

/** Whether the predictions of unexplained observations differ with other values. */
async function hasEffect(from: Fit, values: Values, id: AssumptionId, { oracle }: FitParts): Promise<boolean> {
  for (const { request } of from.unexplained) {
    const before = await oracle.predict(from.values, request)
    if (before === undefined || !before.reads.includes(id)) continue
    const after = await oracle.predict(values, request)
    if (after !== undefined && areDifferent(before.aspects, after.aspects)) return true
  }
  return false
}
