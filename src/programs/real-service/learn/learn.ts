// Finds out which value of each open question a real service has.

import {
  listEntries,
  namedValues,
  presetValue,
  resolveAssumptions,
} from '../../../engine/define/assumptions/assumptions.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides, Preset, ScenarioInput } from '../../../service/types.ts'
import { type FormDifference, listFormDifferences } from '../forms/differences.ts'
import { type WatchedReader, watchForms } from '../forms/watch.ts'
import { findAllowed } from '../reader/allowed.ts'
import { BudgetError, UnreachableError } from '../reader/errors.ts'
import { findList, parseJson, type ReadRequest, type ServiceReply } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { readSettled } from '../records/answer.ts'
import type { Aspects, Knowledge } from './aspects/aspects.ts'
import { findAspects } from './aspects/find-aspects.ts'
import { EACH_TIME } from './aspects/order.ts'
import { type Conclusions, conclude, type Findings } from './conclude.ts'
import { createMuted, listParameters, type Observation } from './evidence.ts'
import type { Neighbour } from './neighbours.ts'
import { createOracle } from './oracle.ts'
import { UNTRIED } from './reasons.ts'
import { type FittedValues, sortRequests } from './rivals.ts'
import { createSearch, type Search, type SearchParts } from './search.ts'
import type { Values } from './services.ts'
import type { Spelling } from './spelling.ts'
import { NOTHING } from './ways.ts'

/** What is known before the first question. */
export interface LearnOptions {
  readonly preset: Preset
  /** What is already known to differ from the preset. */
  readonly assumptions?: AssumptionOverrides
  /** What the records tell, so that nothing else is possible. Default: nothing. */
  readonly certain?: AssumptionOverrides
  /** The questions that are already decided, with these assumptions. Default: none. */
  readonly decided?: readonly AssumptionId[]
  /** The data of the service. */
  readonly scenario: ScenarioInput
  /** The data that it had when it got a request, if that was other data. Default: none. */
  readonly others?: ReadonlyMap<ReadRequest, ScenarioInput>
  readonly known: Knowledge
  /** How the service writes ids. Default: as usual. */
  readonly spell?: Spelling
  /** Whether records of a resource were read. Default: they were. */
  readonly hasRecords?: (resource: string) => boolean
  /** Requests that may be sent. */
  readonly candidates: readonly ReadRequest[]
  /** Requests that are sent first, whatever their responses may tell. Default: none. */
  readonly requests?: readonly ReadRequest[]
  /** A request for each operation, so that the form of each result is known. Default: none. */
  readonly samples?: readonly ReadRequest[]
  /** The lists that are not where they should be. Default: none. */
  readonly unread?: readonly FormDifference[]
  /** Lists requests that tell whether the service leaves the decided questions in a way of its own. Default: none. */
  listNeighbours?(values: Values): readonly Neighbour[]
  readonly credentials?: Readonly<Record<string, string>>
  /** Called after each response. */
  onProgress?(progress: { readonly sent: number; readonly undecided: number }): void
  /** Called now and then with what would be the result if it ended here. */
  onDecided?(learned: Learned): Promise<void>
}

/** What was learned about a service. */
export interface Learned extends Conclusions {
  readonly preset: Preset
  /** The questions that the responses to `requests` depend on. */
  readonly reads: ReadonlyMap<ReadRequest, readonly AssumptionId[]>
  /** Where the fields of results differ from the contract under these values. */
  readonly forms: readonly FormDifference[]
}

/**
 * Learns which values a service has. It asks a simulator with the same data what a service with each value would
 * answer, and sends the real one requests that tell them apart.
 *
 * @returns only values that explain every response, and that no other value explains as well
 */
export async function learn(unwatched: Reader, options: LearnOptions): Promise<Learned> {
  const reader = watchForms(unwatched)
  const {
    preset,
    assumptions = {},
    certain = {},
    decided = [],
    scenario,
    others,
    known,
    credentials = {},
    requests = [],
    hasRecords = () => true,
    samples = [],
  } = options
  const parts: SearchParts = {
    oracle: createOracle({ scenario, others, known, credentials }),
    observations: [],
    muted: createMuted(),
    listValues: (id) => (UNTRIED.has(id) || id in certain || decided.includes(id) ? [] : listTried(id)),
  }
  const ids = listEntries(questions)
    .map(([id]) => id)
    .filter((id) => !decided.includes(id))
  const values = resolveAssumptions(questions, preset, { ...assumptions, ...certain })
  const unsent = new Set(await sortRequests(options.candidates, { values, oracle: parts.oracle }))
  const checks = listChecks(unsent)
  const search = createSearch(ids, { values, cost: 0, unexplained: [] }, parts)
  const first = [...requests]
  const sent = new Set<ReadRequest>()
  const { observe, askAgain } = createObserving(reader, options)
  let neighbours: ReadRequest[] | undefined
  let nextSave = 0

  const about = new Map<ReadRequest, AssumptionId>()
  const { candidates } = options
  const findings = { ids, parts, hasRecords, candidates, certain: new Set(Object.keys(certain)), about }
  const concludeNow = (end?: string) => concludeRun(options, { reader, search, findings, end })

  for (;;) {
    const next =
      neighbours?.shift() ??
      (await chooseNext(first, { search, unsent, checks })) ??
      findUnread(samples, { reader, sent })
    if (next === undefined && neighbours === undefined) {
      neighbours = await planNeighbours(options, { search, sent, about })
      continue
    }
    const request = next ?? (others === undefined ? findFiltered(parts.observations, known) : undefined)
    if (request === undefined) return concludeNow()
    const observed = await observe(request)
    if (observed === undefined) return concludeNow('The limit of requests was reached.')
    unsent.delete(request)
    sent.add(request)
    await search.note({ request, observed }, askAgain)
    options.onProgress?.({ sent: reader.sent, undecided: await search.countOpen() })
    const start = performance.now()
    if (options.onDecided === undefined || start < nextSave) continue
    await options.onDecided(await concludeNow('The run was interrupted.'))
    const end = performance.now()
    nextSave = end + Math.max(LEAST_MILLISECONDS, SHARE * (end - start))
  }
}

/** Creates what sends requests, and reduces the responses to their aspects; undefined if no more may be sent. */
function createObserving(reader: WatchedReader, { known, others, spell = (request) => request }: LearnOptions) {
  const sequences = createSequences()
  let [failures, hasAnswered] = [0, false]
  const observe = async (request: ReadRequest): Promise<Aspects | undefined> => {
    const reply = await readWithin(reader, spell(request)).catch((error: unknown): ServiceReply => {
      // The service answers others, but perhaps asks another one about this.
      const code = error instanceof UnreachableError && failures < MOST_FAILURES ? error.code : undefined
      if (code === undefined || !hasAnswered) throw error
      failures += 1
      return { status: code, headers: [], body: '' }
    })
    hasAnswered = true
    return reply && sequences.note(request, reply, findAspects(request, reply, known))
  }
  // Traffic that was recorded stays what it is.
  return { observe, askAgain: others === undefined ? observe : undefined }
}

interface RunParts {
  readonly reader: WatchedReader
  readonly search: Search
  readonly findings: Omit<Findings, 'fit' | 'rivals' | 'end'>
  readonly end: string | undefined
}

async function concludeRun(
  { preset, assumptions = {}, scenario, others, requests = [], unread = [] }: LearnOptions,
  { reader, search, findings, end }: RunParts,
): Promise<Learned> {
  const fit = await search.settle()
  const rivals = await search.listRivals()
  const conclusions = await conclude({ ...findings, fit, rivals, end, lacksVersions: lacksVersions(scenario) })
  // The traffic that was recorded leaves much open that requests would have told.
  const open = others === undefined ? {} : conclusions.undecided
  const unknown = Object.entries(open).filter(([id]) => !Object.hasOwn(assumptions, id))
  const possible = unknown.flatMap(([id, each]) => each.possible.map((value) => ({ ...fit.values, [id]: value })))
  return {
    preset,
    forms: [...listOddForms(reader, preset, [fit.values, ...possible]), ...unread],
    reads: await listReads(requests, { values: fit.values, oracle: findings.parts.oracle }),
    ...conclusions,
  }
}

interface NeighbourParts {
  readonly search: Search
  readonly sent: ReadonlySet<ReadRequest>
  readonly about: Map<ReadRequest, AssumptionId>
}

/** Plans how to confirm what is decided: some services differ from it only where no two values do. */
async function planNeighbours(
  { listNeighbours, others, decided = [] }: LearnOptions,
  { search, sent, about }: NeighbourParts,
): Promise<ReadRequest[]> {
  if (listNeighbours === undefined || others !== undefined || decided.length > 0) return []
  const open = new Set((await search.listRivals()).flatMap(({ changes }) => changes.map(({ id }) => id)))
  const known = new Map([...sent].map((each) => [JSON.stringify(each), each]))
  const planned: ReadRequest[] = []
  for (const { request, about: id } of listNeighbours(search.fit.values)) {
    const key = JSON.stringify(request)
    const before = known.get(key)
    // What is open needs no confirmation, but a parameter may have no effect at all.
    const isNeeded = id === undefined || !open.has(id) || request.query?.endsWith(NOTHING)
    if (before === undefined && isNeeded) planned.push(request)
    if (before === undefined) known.set(key, request)
    if (id !== undefined && !about.has(before ?? request)) about.set(before ?? request, id)
  }
  return planned
}

/** Lists the differences in form that none of some values explains. */
function listOddForms({ forms }: WatchedReader, preset: Preset, all: readonly Values[]): readonly FormDifference[] {
  let odd: readonly FormDifference[] | undefined
  for (const values of all) {
    if (odd?.length === 0) break
    const listed = listFormDifferences(forms, resolveAssumptions(questions, preset, values as AssumptionOverrides))
    const keys = new Set(listed.map((each) => JSON.stringify(each)))
    odd = odd?.filter((each) => keys.has(JSON.stringify(each))) ?? listed
  }
  return odd ?? []
}

function lacksVersions({ deployments = [] }: ScenarioInput): boolean {
  return Array.isArray(deployments) && deployments.some(({ record = {} }) => record.image_version === null)
}

// Each one takes seconds.
const MOST_FAILURES = 8

// What only matters if the run is interrupted may take a quarter of the time.
const SHARE = 3
const LEAST_MILLISECONDS = 1000

/** The values with a name, and those of presets, which may have none. */
export function listTried(id: AssumptionId): readonly string[] {
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

/** Lists the requests that show whether a parameter has any effect, by the parameters that they are about. */
function listChecks(requests: Iterable<ReadRequest>): ReadonlyMap<string, ReadRequest> {
  const checks = [...requests].flatMap((request) => {
    const pairs = [...new URLSearchParams(request.query)]
    const [[name] = [], ...others] = pairs.filter(([, value]) => value === NOTHING)
    const isCheck = others.length === 0 && new Set(pairs.map(([each]) => each)).size === pairs.length
    return isCheck && name !== undefined ? [[`${request.path}?${name}`, request] as const] : []
  })
  return new Map(checks)
}

interface SentRequests {
  readonly reader: WatchedReader
  readonly sent: ReadonlySet<ReadRequest>
}

/** Finds an operation that has returned no result, and was not asked for one. */
function findUnread(samples: readonly ReadRequest[], { reader, sent }: SentRequests): ReadRequest | undefined {
  return samples.find((sample) => !sent.has(sample) && !reader.forms.has(findAllowed(sample)))
}

/** Finds a list that has been asked for with filters. Then all of it is, because records may have gone meanwhile. */
function findFiltered(observations: readonly Observation[], { longest = 100 }: Knowledge): ReadRequest | undefined {
  const filtered = new Set<string>()
  const query = `limit=${longest}`
  for (const { request, observed } of observations) {
    if (request.query === query) filtered.delete(request.path)
    else if (observed.members !== undefined && request.query?.startsWith('limit=')) filtered.add(request.path)
  }
  const [path] = filtered
  return path === undefined ? undefined : { method: 'GET', path, query }
}

/** Notes in which order lists were returned: some services have another one each time. */
export function createSequences() {
  const before = new Map<string, readonly unknown[]>()
  return {
    note({ path }: ReadRequest, { body }: ServiceReply, aspects: Aspects): Aspects {
      if (aspects.order !== 'none' || aspects.members === undefined) return aspects
      const now = (findList(parseJson(body))?.items ?? []).map((item) => (isRecord(item) ? item.id : undefined))
      const last = before.get(path) ?? []
      before.set(path, now)
      const [one, other] = [last.filter((id) => now.includes(id)), now.filter((id) => last.includes(id))]
      return one.join() === other.join() ? aspects : { ...aspects, order: EACH_TIME }
    },
  }
}

async function listReads(
  requests: readonly ReadRequest[],
  { values, oracle }: FittedValues,
): Promise<Learned['reads']> {
  const reads = new Map<ReadRequest, readonly AssumptionId[]>()
  for (const request of requests) reads.set(request, (await oracle.predict(values, request))?.reads ?? [])
  return reads
}

/** Sends a request; undefined if none may be sent any more. */
export async function readWithin(reader: Reader, request: ReadRequest): Promise<ServiceReply | undefined> {
  try {
    return await readSettled(reader, request)
  } catch (error) {
    if (error instanceof BudgetError) return undefined
    throw error
  }
}
