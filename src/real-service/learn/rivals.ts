// Which other values explain the observations as well.

import type { AssumptionId } from '../../service/assumptions/register.ts'
import { areDifferent } from './aspects.ts'
import {
  applyChanges,
  type Change,
  type Fit,
  type FitParts,
  listDifferences,
  listOthers,
  type Observation,
} from './evidence.ts'
import type { Values } from './oracle.ts'

/** Values that may be right instead of those that seem to be. */
export interface Rival {
  /** What differs: one change, or several that hide each other. */
  readonly changes: readonly Change[]
  readonly values: Values
}

/** Knows which observation refutes which changes. */
export interface Refutations {
  /** Finds an observation that the values explain, and the rival does not. */
  find(rival: Rival, fit: Fit): Promise<Observation | 'impossible' | undefined>
  /** Lists rivals with two changes, of which neither one is a rival alone, but which both are together. */
  listPairs(ids: readonly AssumptionId[], fit: Fit): Promise<readonly Rival[]>
}

/** Lists the values with one change. */
export function listSingles(ids: readonly AssumptionId[], { values }: Pick<Fit, 'values'>, parts: FitParts): Rival[] {
  return ids.flatMap((id) => listOthers(id, values, parts)).map((change) => toRival(values, [change]))
}

/** Lists the values that once explained everything as well, as they are now. */
export function listAlternatives(
  found: readonly (readonly Change[])[],
  { values }: Pick<Fit, 'values'>,
): readonly Rival[] {
  return found
    .map((changes) => toRival(values, listDifferences(values, applyChanges(values, changes))))
    .filter(({ changes }) => changes.length > 1)
}

function toRival(values: Values, changes: readonly Change[]): Rival {
  return { changes, values: applyChanges(values, changes) }
}

/** Creates what looks for refutations among the observations, and remembers them. */
export function createRefutations(parts: FitParts): Refutations {
  const { oracle, observations } = parts
  const known = new Map<string, Observation>()

  /** Whether an observation that the values explain refutes the rival. */
  const isRefutedBy = async ({ request, observed }: Observation, rival: Rival, fit: Fit): Promise<boolean> => {
    const usual = await oracle.predict(fit.values, request)
    if (usual === undefined || areDifferent(usual.aspects, observed)) return false
    if (!rival.changes.some(({ id }) => usual.reads.includes(id))) return false
    const other = await oracle.predict(rival.values, request)
    return other !== undefined && areDifferent(other.aspects, observed)
  }

  const find: Refutations['find'] = async (rival, fit) => {
    const key = rival.changes.map(({ id, value }) => `${id}=${value}`).join()
    const last = known.get(key)
    if (last !== undefined && (await isRefutedBy(last, rival, fit))) return last
    for (const observation of observations) {
      if (observation === last || !(await isRefutedBy(observation, rival, fit))) continue
      known.set(key, observation)
      return observation
    }
    return oracle.allows(rival.values) ? undefined : 'impossible'
  }

  /** The questions that a prediction of the rival for the observation that refutes it depends on. */
  const findDeciding = async (rival: Rival, { request }: Observation): Promise<ReadonlySet<AssumptionId>> =>
    new Set((await oracle.predict(rival.values, request))?.reads)

  return {
    find,
    async listPairs(ids, fit) {
      const refuted: {
        readonly rival: Rival
        readonly id: AssumptionId
        readonly by: ReadonlySet<AssumptionId> | undefined
      }[] = []
      for (const rival of listSingles(ids, fit, parts)) {
        const found = await find(rival, fit)
        if (found === 'impossible') continue
        const [{ id } = { id: ids[0] as AssumptionId }] = rival.changes
        refuted.push({ rival, id, by: found === undefined ? undefined : await findDeciding(rival, found) })
      }
      const pairs: Rival[] = []
      for (const [place, one] of refuted.entries()) {
        for (const other of refuted.slice(place + 1)) {
          // Each change must make up for the other one where that alone is refuted.
          if (one.id === other.id || (one.by === undefined && other.by === undefined)) continue
          if (one.by?.has(other.id) === false || other.by?.has(one.id) === false) continue
          const pair = toRival(fit.values, [...one.rival.changes, ...other.rival.changes])
          if ((await find(pair, fit)) === undefined) pairs.push(pair)
        }
      }
      return pairs
    },
  }
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
