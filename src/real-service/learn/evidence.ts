// What a real service answered, and which values explain it.

import type { AssumptionId } from '../../service/assumptions/register.ts'
import type { ReadRequest } from '../reader/reader.ts'
import { type Aspects, listDifferent } from './aspects.ts'
import type { Oracle, Values } from './oracle.ts'

/** A request to the real service, and the aspects of its response. */
export interface Observation {
  readonly request: ReadRequest
  readonly observed: Aspects
}

/** A value of a question. */
export interface Change {
  readonly id: AssumptionId
  readonly value: string
}

/** How well values explain observations. */
export interface Fit {
  readonly values: Values
  /** In how many aspects the predictions differ from the observations. */
  readonly cost: number
  /** The observations whose predictions differ. */
  readonly unexplained: readonly Observation[]
}

/** What fits are found with. */
export interface FitParts {
  readonly oracle: Oracle
  readonly observations: readonly Observation[]
  /** Lists the values of a question that are simulated. */
  listValues(id: AssumptionId): readonly string[]
}

/** Returns the values with some of them replaced. */
export function applyChanges(values: Values, changes: readonly Change[]): Values {
  return { ...values, ...Object.fromEntries(changes.map(({ id, value }) => [id, value])) }
}

/** Compares predictions with observations. With a limit, it stops as soon as the cost is higher. */
export async function measure(
  values: Values,
  { oracle, observations }: FitParts,
  limit = Number.POSITIVE_INFINITY,
): Promise<Fit> {
  let cost = 0
  const unexplained: Observation[] = []
  for (const observation of observations) {
    const prediction = await oracle.predict(values, observation.request)
    const different = prediction === undefined ? 1 : listDifferent(prediction.aspects, observation.observed).length
    if (different > 0) unexplained.push(observation)
    cost += different
    if (cost > limit) break
  }
  return { values, cost, unexplained }
}

/**
 * Improves values until they explain all observations, or until neither one change nor two together improve them.
 *
 * @param start values that explain most observations
 */
export async function improve(start: Values, parts: FitParts): Promise<Fit> {
  let fit = await measure(start, parts)
  for (let most = 100; most > 0 && fit.cost > 0; most -= 1) {
    const changes = await listChanges(fit, parts)
    const single = await findBest(
      fit,
      changes.map((change) => [change]),
      parts,
    )
    const better = single.cost < fit.cost ? single : await findBest(fit, pairUp(changes), parts)
    if (better.cost >= fit.cost) break
    fit = better
  }
  return fit
}

/** Lists the other values of the questions that unexplained observations depend on. */
export async function listChanges(
  { values, unexplained }: Pick<Fit, 'values' | 'unexplained'>,
  parts: FitParts,
): Promise<readonly Change[]> {
  const ids = new Set<AssumptionId>()
  for (const { request } of unexplained) {
    const prediction = await parts.oracle.predict(values, request)
    for (const id of prediction?.reads ?? []) ids.add(id)
  }
  return [...ids].flatMap((id) => listOthers(id, values, parts))
}

/** Lists the values of a question other than the current one. */
export function listOthers(id: AssumptionId, values: Values, { listValues }: Pick<FitParts, 'listValues'>): Change[] {
  return listValues(id)
    .filter((value) => value !== values[id])
    .map((value) => ({ id, value }))
}

function pairUp(changes: readonly Change[]): Change[][] {
  return changes.flatMap((one, index) =>
    changes
      .slice(index + 1)
      .filter(({ id }) => id !== one.id)
      .map((other) => [one, other]),
  )
}

async function findBest(fit: Fit, alternatives: readonly (readonly Change[])[], parts: FitParts): Promise<Fit> {
  let best = fit
  for (const changes of alternatives) {
    const values = applyChanges(fit.values, changes)
    if (!parts.oracle.allows(values)) continue
    const next = await measure(values, parts, best.cost)
    if (next.cost < best.cost) best = next
  }
  return best
}
