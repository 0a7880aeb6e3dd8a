// The search for values that explain all observations.

import type { AssumptionId } from '../../service/assumptions/register.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { findSplit } from './choose.ts'
import { isOfData, nameDifferences } from './differences.ts'
import { type Change, type Fit, type FitParts, listDifferences, type Observation } from './evidence.ts'
import { improve } from './improve.ts'
import { listParameters } from './parameters.ts'
import {
  createRefutations,
  keyOf,
  listAlternatives,
  listPairs,
  listSingles,
  type Refutations,
  type Rival,
} from './rivals.ts'

/** What a search uses. */
export interface SearchParts extends FitParts {
  readonly observations: Observation[]
}

/** The search for values that explain all observations. */
export interface Search {
  /** What explains all observations except for the gaps. */
  readonly fit: Fit
  /** The observations that no values explain. */
  readonly gaps: readonly Observation[]
  /** Chooses a request that tells the likeliest values from others; undefined if none does. */
  chooseNext(requests: Iterable<ReadRequest>): Promise<ReadRequest | undefined>
  /** Takes an observation into account. */
  note(observation: Observation): Promise<void>
  /** Whether a request is about a parameter that no values explain. */
  isUnclear(request: ReadRequest): boolean
  /** How many questions have more than one possible value, as far as single changes show. */
  countOpen(): Promise<number>
  /** Lists the values that explain the observations as well. */
  listRivals(): Promise<readonly Rival[]>
}

/** Creates a search. It adds the observations that it explains to those of the parts. */
export function createSearch(ids: readonly AssumptionId[], start: Fit, parts: SearchParts): Search {
  const { oracle, observations } = parts
  const refutations = createRefutations(parts)
  const alternatives: (readonly Change[])[] = []
  let fit = start
  const gaps: Observation[] = []
  const unclear = new Set<string>()
  // A difference that no values explained is not worth another search when the next response has it.
  const unexplained = new Set<string>()
  // No request tells them apart from the values of that time.
  let hidden = new Set<string>()

  const listOpen = () =>
    listOpenRivals([...listAlternatives(alternatives, fit), ...listSingles(ids, fit, parts)], fit, refutations)

  const choose = async (
    requests: Iterable<ReadRequest>,
    rivals: readonly Rival[],
  ): Promise<ReadRequest | undefined> => {
    for (const rival of rivals) {
      const key = keyOf(rival)
      if (hidden.has(key)) continue
      const request = await findSplit(requests, { values: fit.values, rival, oracle })
      if (request !== undefined) return request
      hidden.add(key)
    }
    return undefined
  }

  const isUnclear = (request: ReadRequest) => listParameters(request).some((each) => unclear.has(each))

  const findDifferences = async ({ request, observed }: Observation): Promise<readonly string[]> =>
    nameDifferences((await oracle.predict(fit.values, request))?.aspects ?? {}, observed)

  /** Takes back what the parameters of an observation have told: the service understands them in its own way. */
  const setAside = (observation: Observation, differences: readonly string[]): void => {
    gaps.push(observation)
    for (const each of differences) if (!isOfData(each)) unexplained.add(each)
    for (const each of listParameters(observation.request)) unclear.add(each)
    const clear = observations.filter((each) => each !== observation && !isUnclear(each.request))
    observations.splice(0, observations.length, ...clear)
  }

  return {
    get fit() {
      return fit
    },
    gaps,
    isUnclear,
    async chooseNext(requests) {
      return (
        (await choose(requests, await listOpen())) ??
        choose(requests, await listPairs(ids, fit, { parts, refutations }))
      )
    },
    async note(observation) {
      observations.push(observation)
      const differences = await findDifferences(observation)
      if (differences.length === 0) return
      if (differences.every((each) => unexplained.has(each))) return setAside(observation, differences)
      const improved = await improve(fit.values, parts)
      if (improved.fit.unexplained.length > 0) return setAside(observation, differences)
      for (const other of improved.others) alternatives.push(listDifferences(improved.fit.values, other))
      // What once told nothing may tell something to a service with other values.
      hidden = new Set()
      fit = improved.fit
    },
    countOpen: async () => new Set((await listOpen()).flatMap(({ changes }) => changes.map(({ id }) => id))).size,
    listRivals: async () => [...(await listOpen()), ...(await listPairs(ids, fit, { parts, refutations }))],
  }
}

async function listOpenRivals(rivals: readonly Rival[], fit: Fit, refutations: Refutations): Promise<readonly Rival[]> {
  const open: Rival[] = []
  for (const rival of rivals) if ((await refutations.find(rival, fit)) === undefined) open.push(rival)
  return open
}
