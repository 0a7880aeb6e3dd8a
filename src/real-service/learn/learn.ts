// Finds out which value of each open question a real service has.

import {
  type AssumptionOverrides,
  listEntries,
  namedValues,
  presetValue,
  resolveAssumptions,
} from '../../engine/assumptions/assumptions.ts'
import type { ScenarioInput } from '../../engine/define/world/scenario.ts'
import { questions } from '../../service/assumptions/questions.ts'
import { type AssumptionId, PRESETS, type Preset } from '../../service/assumptions/register.ts'
import { BudgetError } from '../reader/errors.ts'
import type { ReadRequest } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { areDifferent, findAspects, type Knowledge } from './aspects.ts'
import { findSplit, sortRequests } from './choose.ts'
import { type Conclusions, conclude } from './conclude.ts'
import { isOfData, nameDifferences } from './differences.ts'
import { type Change, type Fit, type FitParts, listDifferences, type Observation } from './evidence.ts'
import { improve } from './improve.ts'
import { createOracle } from './oracle.ts'
import {
  createRefutations,
  keyOf,
  listAlternatives,
  listPairs,
  listSingles,
  type Refutations,
  type Rival,
} from './rivals.ts'

/** What is known before the first question. */
export interface LearnOptions {
  readonly preset: Preset
  /** What is already known to differ from the preset. */
  readonly assumptions?: AssumptionOverrides
  /** The data of the service. */
  readonly scenario: ScenarioInput
  readonly known: Knowledge
  /** Requests that may be sent. */
  readonly candidates: readonly ReadRequest[]
  /** Requests that are sent first, whatever their responses may tell. Default: none. */
  readonly requests?: readonly ReadRequest[]
  readonly credentials?: Readonly<Record<string, string>>
  /** Called after each response. */
  onProgress?(progress: { readonly sent: number; readonly undecided: number }): void
}

/** What was learned about a service. */
export interface Learned extends Conclusions {
  readonly preset: Preset
  /** What it answered, in the order of the requests. */
  readonly observations: readonly Observation[]
}

// Finding out about a limit takes more requests than a polite client sends, and it must not limit the predictions. What
// free-form objects contain is data.
const UNTRIED: ReadonlySet<AssumptionId> = new Set<AssumptionId>(['rateLimit', 'freeFormObjects'])

/**
 * Learns which values a service has. It asks a simulator with the same data what a service with each value would
 * answer, and sends the real one requests that tell them apart.
 *
 * @returns only values that explain every response, and that no other value explains as well
 */
export async function learn(reader: Reader, options: LearnOptions): Promise<Learned> {
  const { preset, assumptions = {}, scenario, known, credentials = {} } = options
  const observations: Observation[] = []
  const parts: FitParts = {
    oracle: createOracle({ scenario, known, credentials }),
    observations,
    listValues: (id) => (UNTRIED.has(id) ? [] : listTried(id)),
  }
  const values = resolveAssumptions(questions, preset, assumptions)
  const unsent = new Set(await sortRequests(options.candidates, { values, oracle: parts.oracle }))
  const search = createSearch({ values, cost: 0, unexplained: [] }, parts)
  const first = [...(options.requests ?? [])]
  let isSpent = false

  for (;;) {
    const next = first.shift() ?? (await search.chooseNext(unsent))
    if (next === undefined) break
    const reply = await readWithin(reader, next)
    isSpent = reply === undefined
    if (reply === undefined) break
    unsent.delete(next)
    const { reads = [] } = (await parts.oracle.predict(search.fit.values, next)) ?? {}
    const observation = { request: next, observed: findAspects(next, reply, known), reads }
    observations.push(observation)
    await search.note(observation)
    options.onProgress?.({ sent: reader.sent, undecided: await search.countOpen() })
  }
  const rivals = await search.listRivals()
  return {
    preset,
    observations,
    ...(await conclude({ ids, fit: search.fit, rivals, parts, isSpent, untried: UNTRIED })),
  }
}

const ids = listEntries(questions).map(([id]) => id)

/** The values with a name, and those of presets, which may have none. */
function listTried(id: AssumptionId): readonly string[] {
  const { register } = questions
  return [
    ...new Set([...namedValues(register[id]), ...PRESETS.map((each) => presetValue(questions, register[id], each))]),
  ]
}

/** The search for values that explain all observations. */
interface Search {
  /** What explains the observations best. */
  readonly fit: Fit
  /** Chooses a request that tells the likeliest values from others; undefined if none does. */
  chooseNext(requests: Iterable<ReadRequest>): Promise<ReadRequest | undefined>
  /** Takes an observation into account that was just made. */
  note(observation: Observation): Promise<void>
  /** How many questions have more than one possible value, as far as single changes show. */
  countOpen(): Promise<number>
  /** Lists the values that explain the observations as well. */
  listRivals(): Promise<readonly Rival[]>
}

function createSearch(start: Fit, parts: FitParts): Search {
  const { oracle } = parts
  const refutations = createRefutations(parts)
  const alternatives: (readonly Change[])[] = []
  let fit = start
  // No request tells them apart from the values of that time.
  let hidden = new Set<string>()
  // A difference that no values explained is not worth another search when the next response has it.
  let unexplained: ReadonlySet<string> = new Set()

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

  return {
    get fit() {
      return fit
    },
    async chooseNext(requests) {
      return (
        (await choose(requests, await listOpen())) ??
        choose(requests, await listPairs(ids, fit, { parts, refutations }))
      )
    },
    async note(observation) {
      const { observed } = observation
      const prediction = await oracle.predict(fit.values, observation.request)
      if (prediction !== undefined && !areDifferent(prediction.aspects, observed)) return
      const differences = prediction === undefined ? [] : nameDifferences(prediction.aspects, observed)
      if (differences.length > 0 && differences.every((each) => unexplained.has(each))) {
        fit = { ...fit, cost: fit.cost + differences.length, unexplained: [...fit.unexplained, observation] }
        return
      }
      const improved = await improve(fit.values, parts)
      for (const other of improved.others) alternatives.push(listDifferences(improved.fit.values, other))
      // What once told nothing may tell something to a service with other values.
      if (listDifferences(fit.values, improved.fit.values).length > 0) hidden = new Set()
      fit = improved.fit
      unexplained = await listDifferencesOf(fit, oracle)
    },
    countOpen: async () => new Set((await listOpen()).flatMap(({ changes }) => changes.map(({ id }) => id))).size,
    listRivals: async () => [...(await listOpen()), ...(await listPairs(ids, fit, { parts, refutations }))],
  }
}

/** Lists the differences that the values of a fit do not explain, without those that follow from data. */
async function listDifferencesOf(
  { values, unexplained }: Fit,
  oracle: FitParts['oracle'],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { request, observed } of unexplained) {
    const prediction = await oracle.predict(values, request)
    for (const each of nameDifferences(prediction?.aspects ?? {}, observed)) if (!isOfData(each)) found.add(each)
  }
  return found
}

async function listOpenRivals(rivals: readonly Rival[], fit: Fit, refutations: Refutations): Promise<readonly Rival[]> {
  const open: Rival[] = []
  for (const rival of rivals) if ((await refutations.find(rival, fit)) === undefined) open.push(rival)
  return open
}

async function readWithin(reader: Reader, request: ReadRequest) {
  try {
    return await reader.read(request)
  } catch (error) {
    if (error instanceof BudgetError) return undefined
    throw error
  }
}
