// Finds out which value of each open question a real service has.

import { listEntries, namedValues, resolveAssumptions } from '../../engine/assumptions/assumptions.ts'
import type { ScenarioInput } from '../../engine/define/world/scenario.ts'
import { questions } from '../../service/assumptions/questions.ts'
import type { AssumptionId, Preset } from '../../service/assumptions/register.ts'
import { BudgetError } from '../reader/errors.ts'
import type { Reader, ReadRequest } from '../reader/reader.ts'
import { type FieldNames, findAspects } from './aspects.ts'
import { chooseRequest } from './choose.ts'
import { type Conclusions, conclude } from './conclude.ts'
import { type Fit, type FitParts, improve, type Observation } from './evidence.ts'
import { createOracle, type Oracle, type Values } from './oracle.ts'
import { listPairs, listPossible, listRivals, type Rival } from './possible.ts'

/** What is known before the first question. */
export interface LearnOptions {
  readonly preset: Preset
  /** The data of the service. */
  readonly scenario: ScenarioInput
  readonly names: FieldNames
  /** Requests that may be sent. */
  readonly candidates: readonly ReadRequest[]
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

/**
 * Learns which values a service has. It asks a simulator with the same data what a service with each value would
 * answer, and sends the real one the requests that tell most of them apart.
 *
 * @returns only values that explain every response, and that no other value explains as well
 */
export async function learn(reader: Reader, options: LearnOptions): Promise<Learned> {
  const { preset, scenario, names, credentials = {} } = options
  const ids = listEntries(questions).map(([id]) => id)
  const observations: Observation[] = []
  const parts: FitParts = {
    oracle: createOracle({ scenario, preset, names, credentials }),
    observations,
    listValues: (id) => namedValues(questions.register[id]),
  }
  const unsent = new Set(options.candidates)
  let fit: Fit = { values: resolveAssumptions(questions, preset), cost: 0, unexplained: [] }
  let rivals = await listRivals(ids, fit, parts)
  let isSpent = false

  for (;;) {
    const next = await chooseNext([...unsent], { ids, fit, rivals, parts })
    if (next === undefined) break
    const reply = await readWithin(reader, next.request)
    isSpent = reply === undefined
    if (reply === undefined) break
    unsent.delete(next.request)
    observations.push({ request: next.request, observed: findAspects(next.request, reply, names) })
    fit = await improve(fit.values, parts)
    rivals = await listRivals(ids, fit, parts)
    options.onProgress?.({ sent: reader.sent, undecided: listPossible(fit.values, rivals).size })
  }
  const all = [...rivals, ...(await listPairs(ids, fit, parts))]
  const shown = await listShown(options.candidates, { values: fit.values, oracle: parts.oracle })
  return { preset, observations, ...(await conclude({ ids, fit, rivals: all, parts, isSpent, shown })) }
}

interface Knowledge {
  readonly ids: readonly AssumptionId[]
  readonly fit: Fit
  readonly rivals: readonly Rival[]
  readonly parts: FitParts
}

/** Chooses the next request: first one that tells single changes apart, then one for changes that hide each other. */
async function chooseNext(unsent: readonly ReadRequest[], { ids, fit, rivals, parts }: Knowledge) {
  const { oracle } = parts
  const single = await chooseRequest(unsent, { values: fit.values, rivals, oracle })
  if (single !== undefined) return single
  return chooseRequest(unsent, { values: fit.values, rivals: await listPairs(ids, fit, parts), oracle })
}

/** Lists the questions that the responses to some requests depend on. */
async function listShown(
  requests: readonly ReadRequest[],
  { values, oracle }: { values: Values; oracle: Oracle },
): Promise<ReadonlySet<AssumptionId>> {
  const shown = new Set<AssumptionId>()
  for (const request of requests) {
    const prediction = await oracle.predict(values, request)
    for (const id of prediction?.reads ?? []) shown.add(id)
  }
  return shown
}

async function readWithin(reader: Reader, request: ReadRequest) {
  try {
    return await reader.read(request)
  } catch (error) {
    if (error instanceof BudgetError) return undefined
    throw error
  }
}
