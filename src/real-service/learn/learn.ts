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
import { findAspects, type Knowledge } from './aspects.ts'
import { sortRequests } from './choose.ts'
import { type Conclusions, conclude } from './conclude.ts'
import { createOracle, type Oracle } from './oracle.ts'
import { listChecks, listParameters } from './parameters.ts'
import { createSearch, type Search, type SearchParts } from './search.ts'
import type { Values } from './values.ts'

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
  /** The questions that the responses to `requests` depend on. */
  readonly reads: ReadonlyMap<ReadRequest, readonly AssumptionId[]>
}

/** The questions that are not asked, and why. */
const UNTRIED: ReadonlyMap<AssumptionId, string> = new Map<AssumptionId, string>([
  // It would limit the predictions, too.
  ['rateLimit', 'It would take more requests than are polite.'],
  ['freeFormObjects', 'They contain what their users have stored.'],
])

/**
 * Learns which values a service has. It asks a simulator with the same data what a service with each value would
 * answer, and sends the real one requests that tell them apart.
 *
 * @returns only values that explain every response, and that no other value explains as well
 */
export async function learn(reader: Reader, options: LearnOptions): Promise<Learned> {
  const { preset, assumptions = {}, scenario, known, credentials = {} } = options
  const parts: SearchParts = {
    oracle: createOracle({ scenario, known, credentials }),
    observations: [],
    listValues: (id) => (UNTRIED.has(id) ? [] : listTried(id)),
  }
  const ids = listEntries(questions).map(([id]) => id)
  const values = resolveAssumptions(questions, preset, assumptions)
  const unsent = new Set(await sortRequests(options.candidates, { values, oracle: parts.oracle }))
  const checks = listChecks(unsent)
  const search = createSearch(ids, { values, cost: 0, unexplained: [] }, parts)
  const first = [...(options.requests ?? [])]
  let isSpent = false

  for (;;) {
    const request = await chooseNext(first, { search, unsent, checks })
    if (request === undefined) break
    const reply = await readWithin(reader, request)
    isSpent = reply === undefined
    if (reply === undefined) break
    unsent.delete(request)
    await search.note({ request, observed: findAspects(request, reply, known) })
    for (const each of unsent) if (search.isUnclear(each)) unsent.delete(each)
    options.onProgress?.({ sent: reader.sent, undecided: await search.countOpen() })
  }
  const rivals = await search.listRivals()
  const { fit, gaps } = search
  return {
    preset,
    reads: await listReads(options.requests ?? [], { values: fit.values, oracle: parts.oracle }),
    ...(await conclude({ ids, fit, gaps, rivals, parts, isSpent, untried: UNTRIED })),
  }
}

/** The values with a name, and those of presets, which may have none. */
function listTried(id: AssumptionId): readonly string[] {
  const { register } = questions
  return [
    ...new Set([...namedValues(register[id]), ...PRESETS.map((each) => presetValue(questions, register[id], each))]),
  ]
}

interface Choice {
  readonly search: Search
  readonly unsent: ReadonlySet<ReadRequest>
  readonly checks: ReadonlyMap<string, ReadRequest | undefined>
}

async function chooseNext(first: ReadRequest[], { search, unsent, checks }: Choice): Promise<ReadRequest | undefined> {
  const [wanted = await search.chooseNext(unsent)] = first
  if (wanted === undefined) return undefined
  // What a parameter tells counts only if it has an effect at all.
  const check = listParameters(wanted)
    .map((each) => checks.get(each))
    .find((each) => each && unsent.has(each))
  if (check === undefined) first.shift()
  return check ?? wanted
}

async function listReads(
  requests: readonly ReadRequest[],
  { values, oracle }: { readonly values: Values; readonly oracle: Oracle },
): Promise<Learned['reads']> {
  const reads = new Map<ReadRequest, readonly AssumptionId[]>()
  for (const request of requests) reads.set(request, (await oracle.predict(values, request))?.reads ?? [])
  return reads
}

async function readWithin(reader: Reader, request: ReadRequest) {
  try {
    return await reader.read(request)
  } catch (error) {
    if (error instanceof BudgetError) return undefined
    throw error
  }
}
