// What a real service answered, and which values explain it.

import type { AssumptionId } from '../../engine/define/service-types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, listDifferent } from './aspects.ts'
import type { Oracle } from './oracle.ts'
import type { Values } from './values.ts'

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
  /** Lists the values of a question that are tried. */
  listValues(id: AssumptionId): readonly string[]
}

/** Returns the values with some of them replaced. */
export function applyChanges(values: Values, changes: readonly Change[]): Values {
  return { ...values, ...Object.fromEntries(changes.map(({ id, value }) => [id, value])) }
}

/** Lists the changes from some values to others. */
export function listDifferences(from: Values, to: Values): readonly Change[] {
  const ids = Object.keys(to) as AssumptionId[]
  return ids.filter((id) => from[id] !== to[id]).map((id) => ({ id, value: to[id] }))
}

/** Lists the values of a question other than the current one. */
export function listOthers(id: AssumptionId, values: Values, { listValues }: Pick<FitParts, 'listValues'>): Change[] {
  return listValues(id)
    .filter((value) => value !== values[id])
    .map((value) => ({ id, value }))
}

/** Compares predictions with observations. With a limit, it stops as soon as the cost is higher. */
export async function measure(
  values: Values,
  { oracle, observations }: Pick<FitParts, 'oracle' | 'observations'>,
  limit = Number.POSITIVE_INFINITY,
): Promise<Fit> {
  let cost = 0
  const unexplained: Observation[] = []
  for (const observation of observations) {
    const different = await countDifferent(values, observation, oracle)
    if (different > 0) unexplained.push(observation)
    cost += different
    if (cost > limit) break
  }
  return { values, cost, unexplained }
}

// More than any response has.
const IMPOSSIBLE = 1000

async function countDifferent(values: Values, { request, observed }: Observation, oracle: Oracle): Promise<number> {
  const prediction = await oracle.predict(values, request)
  return prediction === undefined ? IMPOSSIBLE : listDifferent(prediction.aspects, observed).length
}
