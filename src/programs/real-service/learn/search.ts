// The search for values that explain all observations.

import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, isOfForm, listDifferent } from './aspects/aspects.ts'
import { nameDifference } from './differences.ts'
import {
  type ChosenValue,
  createMuted,
  type Fit,
  type FitParts,
  listContradicted,
  listDifferences,
  listOthers,
  type Muted,
  measure,
  type Observation,
  replaceValues,
} from './evidence.ts'
import { createRefutations, findSplit, keyOf, listPairs, listSingles, type Rival } from './rivals.ts'
import type { Values } from './services.ts'

/** What a search uses. */
export interface SearchParts extends FitParts {
  readonly observations: Observation[]
}

/** The search for values that explain all observations. */
export type Search = ReturnType<typeof createSearch>

/** Creates a search. It adds observations to those of the parts, and mutes what no values explain. */
export function createSearch(ids: readonly AssumptionId[], start: Fit, parts: SearchParts) {
  const { oracle, observations, muted } = parts
  const refutations = createRefutations(parts)
  let fit = start
  // A difference that no values explained is not worth another search when the next response has it.
  const known = new Set<string>()
  // No request tells them apart from the values of that time.
  let hidden = new Set<string>()

  const listOpen = () => refutations.listOpen(listSingles(ids, fit, parts), fit)

  const choose = async (
    requests: Iterable<ReadRequest>,
    rivals: readonly Rival[],
  ): Promise<ReadRequest | undefined> => {
    for (const rival of rivals) {
      const key = keyOf(rival)
      if (hidden.has(key)) continue
      const request = await findSplit(requests, { values: fit.values, rival, parts })
      if (request !== undefined) return request
      hidden.add(key)
    }
    return undefined
  }

  const expect = async ({ request }: Observation): Promise<Aspects> =>
    (await oracle.predict(fit.values, request))?.aspects ?? {}

  /** Mutes what of an observation the values do not explain: all of it, or what is known to have no explanation. */
  const mute = async (observation: Observation, isAll: boolean): Promise<void> => {
    const { request, observed } = observation
    const expected = await expect(observation)
    for (const name of listContradicted(expected, observation, muted)) {
      const key = nameDifference(name, expected, observed)
      if (!isAll && !known.has(key)) continue
      // Of the others, each response may have a reason of its own.
      if (isOfForm(name)) known.add(key)
      muted.add(request, name, [expected, observed])
    }
  }

  return {
    /** What explains all observations, except for what is muted. */
    get fit() {
      return fit
    },
    /** Chooses a request that tells the likeliest values from others; undefined if none does. */
    async chooseNext(requests: Iterable<ReadRequest>): Promise<ReadRequest | undefined> {
      return (
        (await choose(requests, await listOpen())) ??
        choose(requests, await listPairs(ids, fit, { parts, refutations }))
      )
    },
    /** Takes an observation into account. What no values explain may be of another moment, so it is asked again. */
    async note(observation: Observation, askAgain?: AskAgain): Promise<void> {
      observations.push(observation)
      const { members } = isWholeList(observation.request) ? await expect(observation) : {}
      noteChanges(muted, members, observation.observed.members)
      await mute(observation, false)
      if ((await measure(fit.values, { ...parts, observations: [observation] })).cost === 0) return
      const before = fit
      fit = await improve(fit.values, parts)
      const other = await findOther(observation, { expected: await expect(observation), muted, askAgain })
      if (other !== undefined) {
        observations.pop()
        fit = before
        return this.note(other)
      }
      // What once told nothing may tell something to a service with other values.
      hidden = new Set()
      for (const each of fit.unexplained) await mute(each, true)
    },
    /** Chooses the values that explain the most of what is muted, too. */
    async settle(): Promise<Fit> {
      const all = { ...parts, muted: createMuted() }
      for (;;) {
        const limit = (await measure(fit.values, all)).cost - 1
        const [best] = (await measureAll(listSingles(ids, fit, parts), { parts: all, limit })).toSorted(compareFits)
        if (best === undefined) return fit
        fit = await measure(best.values, parts)
        hidden = new Set()
      }
    },
    /** How many questions have more than one possible value, as far as single changes show. */
    countOpen: async () => new Set((await listOpen()).flatMap(({ changes }) => changes.map(({ id }) => id))).size,
    /** Lists the values that explain the observations as well. */
    listRivals: async () => [...(await listOpen()), ...(await listPairs(ids, fit, { parts, refutations }))],
  }
}

type AskAgain = (request: ReadRequest) => Promise<Aspects | undefined>

interface Expectation {
  readonly expected: Aspects
  readonly muted: Muted
  readonly askAgain: AskAgain | undefined
}

// A copy of the data that is behind has other records for a moment.
const OF_MOMENT = /^(?:members|count|offset)$/

/** Asks again if a response has other records than expected; undefined if it has the same ones then. */
async function findOther(
  observation: Observation,
  { expected, muted, askAgain }: Expectation,
): Promise<Observation | undefined> {
  const isOfMoment = (name: string) => OF_MOMENT.test(name)
  if (!listContradicted(expected, observation, muted).some(isOfMoment)) return undefined
  const { request, observed } = observation
  const again = await askAgain?.(request)
  if (again === undefined || !listDifferent(observed, again).some(isOfMoment)) return undefined
  noteChanges(muted, observed.members, again.members)
  return { request, observed: again }
}

function noteChanges(muted: Muted, before: string | undefined, after: string | undefined): void {
  if (before !== undefined && after !== undefined) muted.noteChanges([before, after])
}

// Of lists that have no limit, other questions decide how ids are written.
function isWholeList({ query = '' }: ReadRequest): boolean {
  return [...new URLSearchParams(query).keys()].join() === 'limit'
}

// How many changes together are tried, and how many sets of them are followed.
const MOST_CHANGES = 4
const MOST_FOLLOWED = 8

/** Improves values until they explain all observations, or until a few changes together do not improve them. */
export async function improve(start: Values, parts: FitParts): Promise<Fit> {
  let fit = await measure(start, parts)
  while (fit.cost > 0) {
    const next = await takeStep(fit, parts)
    if (next === undefined) break
    fit = next
  }
  return fit
}

/** Finds the fewest changes that explain more. */
async function takeStep(fit: Fit, parts: FitParts): Promise<Fit | undefined> {
  let followed: readonly Fit[] = [fit]
  for (let depth = 0; depth < MOST_CHANGES; depth += 1) {
    const next = new Map<string, Fit>()
    for (const each of followed) await addSuccessors(each, { fit, parts, next })
    // What does not explain more of what is not explained yet is no better as a whole.
    const hopeful = [...next.values()].filter(({ cost }) => cost < fit.cost)
    const [best] = (await measureAll(hopeful, { parts, limit: fit.cost - 1 })).toSorted(compareFits)
    if (best !== undefined) return best
    const promising = [...next.values()].toSorted(compareFits).slice(0, MOST_FOLLOWED)
    followed = await measureAll(promising, { parts, limit: Number.POSITIVE_INFINITY })
  }
  return undefined
}

const compareFits = (one: Fit, other: Fit) => one.cost - other.cost

interface MeasureOptions {
  readonly parts: FitParts
  readonly limit: number
}

/** Measures values by all observations. Those whose cost is higher than the limit are left out. */
async function measureAll(
  fits: readonly Pick<Fit, 'values'>[],
  { parts, limit }: MeasureOptions,
): Promise<readonly Fit[]> {
  const measured: Fit[] = []
  for (const { values } of fits) {
    const fit = await measure(values, parts, limit)
    if (fit.cost <= limit) measured.push(fit)
  }
  return measured
}

interface SearchStep {
  readonly fit: Fit
  readonly parts: FitParts
  readonly next: Map<string, Fit>
}

/** Adds the values with one more change that has an effect on what is not explained, with their cost in that. */
async function addSuccessors(from: Fit, { fit, parts, next }: SearchStep): Promise<void> {
  const changed = new Set(listDifferences(fit.values, from.values).map(({ id }) => id))
  for (const change of await listOtherValues(from, parts)) {
    if (changed.has(change.id)) continue
    const values = replaceValues(from.values, [change])
    const key = Object.values(values).join('\n')
    if (next.has(key) || !(await hasEffect(from, values, change.id, parts))) continue
    next.set(key, await measure(values, { ...parts, observations: from.unexplained }))
  }
}

/** Lists the other values of the questions that unexplained observations depend on. */
async function listOtherValues({ values, unexplained }: Fit, parts: FitParts): Promise<readonly ChosenValue[]> {
  const ids = new Set<AssumptionId>()
  for (const { request } of unexplained) {
    const prediction = await parts.oracle.predict(values, request)
    for (const id of prediction?.reads ?? []) ids.add(id)
  }
  return [...ids].flatMap((id) => listOthers(id, values, parts))
}

/** Whether the predictions of unexplained observations differ with other values. */
async function hasEffect(from: Fit, values: Values, id: AssumptionId, { oracle, muted }: FitParts): Promise<boolean> {
  for (const { request } of from.unexplained) {
    const before = await oracle.predict(from.values, request)
    if (before === undefined || !before.reads.includes(id)) continue
    const after = await oracle.predict(values, request)
    if (after === undefined) continue
    if (listDifferent(before.aspects, after.aspects).some((name) => !muted.has(request, name))) return true
  }
  return false
}
