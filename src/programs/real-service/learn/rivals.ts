// Which other values explain the observations as well, and which requests tell them apart.

import { findExclusion } from '../../../engine/define/assumptions/exclusions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { listDifferent } from './aspects/aspects.ts'
import {
  type ChosenValue,
  type Fit,
  type FitParts,
  listOthers,
  listTelling,
  type Observation,
  replaceValues,
} from './evidence.ts'
import type { Oracle } from './oracle.ts'
import type { Values } from './services.ts'

/** Values that may be right instead of those that seem to be. */
export interface Rival {
  /** What differs: one change, or several that hide each other. */
  readonly changes: readonly ChosenValue[]
  readonly values: Values
}

/** Knows which observation refutes which changes. */
export type Refutations = ReturnType<typeof createRefutations>

/** Lists the values with one change. */
export function listSingles(ids: readonly AssumptionId[], { values }: Fit, parts: FitParts): Rival[] {
  return ids.flatMap((id) => listOthers(id, values, parts)).map((change) => toRival(values, [change]))
}

export function toRival(values: Values, changes: readonly ChosenValue[]): Rival {
  return { changes, values: replaceValues(values, changes) }
}

/** Creates what looks for refutations among the observations, and remembers them. */
export function createRefutations(parts: FitParts) {
  const { oracle, observations, muted } = parts
  const known = new Map<string, Observation>()

  /** Whether an observation refutes the rival in an aspect that the values explain. */
  const isRefutedBy = async (observation: Observation, rival: Rival, fit: Fit): Promise<boolean> => {
    const usual = await oracle.predict(fit.values, observation.request)
    if (usual === undefined || !rival.changes.some(({ id }) => usual.reads.includes(id))) return false
    const other = await oracle.predict(rival.values, observation.request)
    return other !== undefined && listTelling(usual.aspects, other.aspects, { observation, muted }).length > 0
  }

  /** Finds an observation that the values explain, and the rival does not; also whether the data rules the rival out. */
  const find = async (rival: Rival, fit: Fit): Promise<Observation | 'impossible' | undefined> => {
    const key = keyOf(rival)
    const last = known.get(key)
    if (last !== undefined && (await isRefutedBy(last, rival, fit))) return last
    for (const observation of observations) {
      if (observation === last || !(await isRefutedBy(observation, rival, fit))) continue
      known.set(key, observation)
      return observation
    }
    // If the values cannot have the data either, it rules nothing out.
    return oracle.allows(rival.values) || !oracle.allows(fit.values) ? undefined : 'impossible'
  }

  return {
    find,
    /** Lists the rivals that nothing refutes. */
    async listOpen(rivals: readonly Rival[], fit: Fit): Promise<readonly Rival[]> {
      const open: Rival[] = []
      for (const rival of rivals) if ((await find(rival, fit)) === undefined) open.push(rival)
      return open
    },
  }
}

/** Names the changes of a rival. */
export function keyOf({ changes }: Rival): string {
  return changes.map(({ id, value }) => `${id}=${value}`).join()
}

/** A rival with one change, and the questions that decide the response that refutes it, if one does. */
interface Single {
  readonly rival: Rival
  readonly decidedBy: ReadonlySet<AssumptionId> | undefined
}

interface RivalParts {
  readonly parts: FitParts
  readonly refutations: Refutations
}

/** Lists rivals with two changes that make up for each other: at least one of them is refuted alone. */
export async function listPairs(
  ids: readonly AssumptionId[],
  fit: Fit,
  { parts, refutations }: RivalParts,
): Promise<readonly Rival[]> {
  const singles = await listPossibleSingles(ids, fit, { parts, refutations })
  const pairs = singles.flatMap((one, place) =>
    singles
      .slice(place + 1)
      .filter((other) => canMakeUp(one, other))
      .map((other) => toRival(fit.values, [...one.rival.changes, ...other.rival.changes]))
      .filter((pair) => !isOne(pair)),
  )
  return refutations.listOpen(pairs, fit)
}

/** Whether one of two changes has no effect with the other. */
function isOne({ changes, values }: Rival): boolean {
  const excluded = findExclusion(questions, values as AssumptionOverrides) ?? []
  return excluded.length > 0 && excluded.every((each) => changes.some(({ id }) => id === each.id))
}

async function listPossibleSingles(
  ids: readonly AssumptionId[],
  fit: Fit,
  { parts, refutations }: RivalParts,
): Promise<readonly Single[]> {
  const singles: Single[] = []
  for (const rival of listSingles(ids, fit, parts)) {
    const found = await refutations.find(rival, fit)
    if (found === 'impossible') continue
    const prediction = found === undefined ? undefined : await parts.oracle.predict(rival.values, found.request)
    singles.push({ rival, decidedBy: prediction === undefined ? undefined : new Set(prediction.reads) })
  }
  return singles
}

/** Whether each of two changes may make up for the other where that alone is refuted. */
function canMakeUp(one: Single, other: Single): boolean {
  if (one.decidedBy === undefined && other.decidedBy === undefined) return false
  const [first, second] = [one, other].map(({ rival }) => rival.changes[0]?.id)
  if (first === undefined || second === undefined || first === second) return false
  return one.decidedBy?.has(second) !== false && other.decidedBy?.has(first) !== false
}

/** Lists the possible values of each question that is not decided, the likeliest first. */
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

type SplitParts = Pick<FitParts, 'oracle' | 'muted'>

interface SplitRival {
  readonly values: Values
  readonly rival: Rival
  readonly parts: SplitParts
}

/** Finds the first request that a service with the rival's values would answer differently. */
export async function findSplit(
  requests: Iterable<ReadRequest>,
  { values, rival, parts }: SplitRival,
): Promise<ReadRequest | undefined> {
  const { oracle, muted } = parts
  for (const request of requests) {
    const usual = await oracle.predict(values, request)
    // A response that reads none of the changed values is the same.
    if (usual === undefined || !rival.changes.some(({ id }) => usual.reads.includes(id))) continue
    const other = await oracle.predict(rival.values, request)
    if (other === undefined) continue
    if (listDifferent(usual.aspects, other.aspects).some((name) => !muted.has(request, name))) return request
  }
  return undefined
}

export interface FittedValues {
  readonly values: Values
  readonly oracle: Oracle
}

/**
 * Sorts requests by how many questions decide their responses, the fewest first: what an unexpected response means is
 * clearest where few questions decide it.
 */
export async function sortRequests(
  requests: readonly ReadRequest[],
  { values, oracle }: FittedValues,
): Promise<readonly ReadRequest[]> {
  const counts = new Map<ReadRequest, number>()
  for (const request of requests) {
    counts.set(request, (await oracle.predict(values, request))?.reads.length ?? Number.POSITIVE_INFINITY)
  }
  const countOf = (request: ReadRequest) => counts.get(request) ?? 0
  return requests.toSorted((one, other) => countOf(one) - countOf(other))
}
