// Which request tells the most.

import type { ReadRequest } from '../reader/reader.ts'
import { listDifferent } from './aspects.ts'
import type { Oracle, Prediction, Values } from './oracle.ts'
import type { Rival } from './possible.ts'

/** A request that rivals would answer differently. */
export interface Choice {
  readonly request: ReadRequest
  /** How many of them. */
  readonly split: number
}

/**
 * Chooses the request that most rivals would answer differently than the values that seem right.
 *
 * @returns undefined if all of them answer all requests alike
 */
export async function chooseRequest(
  requests: readonly ReadRequest[],
  { values, rivals, oracle }: { values: Values; rivals: readonly Rival[]; oracle: Oracle },
): Promise<Choice | undefined> {
  const usual = new Map<ReadRequest, Prediction>()
  for (const request of requests) {
    const prediction = await oracle.predict(values, request)
    if (prediction !== undefined) usual.set(request, prediction)
  }
  const splits = new Map<ReadRequest, number>()
  // The simulator becomes one service after the other, so each of them is asked everything at once.
  for (const rival of rivals) {
    const changed = new Set(rival.changes.map(({ id }) => id))
    for (const [request, { reads, aspects }] of usual) {
      // A response that reads none of the changed values is the same.
      if (!reads.some((id) => changed.has(id))) continue
      const other = await oracle.predict(rival.values, request)
      if (other === undefined || listDifferent(aspects, other.aspects).length === 0) continue
      splits.set(request, (splits.get(request) ?? 0) + 1)
    }
  }
  const [best] = [...splits].toSorted(([, one], [, other]) => other - one)
  return best === undefined ? undefined : { request: best[0], split: best[1] }
}
