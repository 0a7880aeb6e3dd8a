// Whether a service answers a few requests as it was learned to. Then no others need to be sent.

import { resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId, AssumptionOverrides } from '../../../service/types.ts'
import { listFormDifferences } from '../forms/differences.ts'
import type { WatchedReader } from '../forms/watch.ts'
import { type Aspects, isOfErrors, isOfForm, listDifferent } from '../learn/aspects/aspects.ts'
import { findAspects } from '../learn/aspects/find-aspects.ts'
import { describeOperation } from '../learn/describe.ts'
import {
  createAccepted,
  type Deviation,
  isRandom,
  keyOfCause,
  listDeviations,
  type OddResponse,
} from '../learn/differences.ts'
import { createMuted, isInvalid, replaceValues } from '../learn/evidence.ts'
import { createSequences, type LearnOptions, listTried, readWithin } from '../learn/learn.ts'
import { type Neighbour, OTHER_PARAMETERS } from '../learn/neighbours.ts'
import { createOracle, type Oracle, type Prediction } from '../learn/oracle.ts'
import { findSplit, toRival } from '../learn/rivals.ts'
import type { Values } from '../learn/services.ts'
import type { ReadRequest, ServiceReply } from '../reader/messages.ts'
import { groupBy } from '../records/group-by.ts'
import { selectTelling } from './telling.ts'

/** What a service is expected to do. */
export interface Expected {
  readonly values: Values
  /** The questions that were learned. */
  readonly learned: readonly AssumptionId[]
  /** Those of which it had a way of its own. */
  readonly own: readonly AssumptionId[]
  readonly accepted: readonly Deviation[]
  /** The requests that are sent as they are. */
  readonly requests: readonly ReadRequest[]
}

/** A request, and what the service answers if nothing has changed. */
interface Check {
  readonly request: ReadRequest
  readonly usual: Aspects
  /** The question that it confirms. */
  readonly about?: AssumptionId | undefined
  /** The checks that it joins. */
  readonly parts?: readonly Check[]
  /** Whether the response is that to the same request without what it asks. */
  readonly hasNoEffect?: boolean
}

/**
 * Asks a service what separates the learned values from others, and several things at once if a change of each would
 * be seen.
 *
 * @returns the learned questions that no request tells; undefined if something differs
 */
export async function takeFirstLook(
  reader: WatchedReader,
  options: LearnOptions,
  expected: Expected,
): Promise<readonly AssumptionId[] | undefined> {
  const { preset, certain = {} } = options
  const { values, learned, accepted } = expected
  if (learned.some((id) => certain[id] !== undefined && certain[id] !== values[id])) return undefined
  const oracle = createOracle({ ...options, credentials: options.credentials ?? {} })
  const { checks, odd, unchecked } = await planChecks(options, { ...expected, oracle, ...listOdd(accepted) })
  const answered: OddResponse[] = []
  const ask = (some: readonly Check[]) =>
    askAll(reader, some, { ...options, isAccepted, accepted, answered, sequences })
  const assumptions = resolveAssumptions(questions, preset, values as AssumptionOverrides)
  const isAccepted = createAccepted(accepted)
  const sequences = createSequences()
  const look = () => {
    const unexplained = answered.filter(({ expected: usual, received }) => listDifferent(usual, received).length > 0)
    const forms = [...listFormDifferences(reader.forms, assumptions), ...(options.unread ?? [])]
    const found = listDeviations({ unexplained, forms })
    const keys = new Set(found.map(keyOfCause))
    const hidden = accepted.filter((each) => !keys.has(keyOfCause(each)))
    return { hidden, isNew: !found.every(isAccepted) }
  }
  if (!(await ask(checks))) return undefined
  const waiting: Check[] = []
  for (const check of odd) {
    const isHidden = look().hidden.some(({ operation }) => operation === describeOperation(check.request, true))
    if (!isHidden) waiting.push(check)
    else if (!(await ask([check]))) return undefined
  }
  const isAnyExplained = async () => {
    for (const id of expected.own) if (await isExplained(id, answered, { values, oracle })) return true
    return false
  }
  // More texts may tell the way of its own from a value.
  if ((await isAnyExplained()) && (!(await ask(waiting)) || (await isAnyExplained()))) return undefined
  const { hidden, isNew } = look()
  return isNew || hidden.length > 0 ? undefined : unchecked
}

/** Whether some value of a question explains all that the question decides, although which texts were odd is not known. */
async function isExplained(
  id: AssumptionId,
  answered: readonly OddResponse[],
  { values, oracle }: Pick<Planning, 'values' | 'oracle'>,
): Promise<boolean> {
  let isAsked = false
  let explaining = listTried(id)
  for (const { request, received, ids = [] } of answered) {
    const predictions = new Map<string, Prediction | undefined>()
    for (const value of listTried(id))
      predictions.set(value, await oracle.predict(replaceValues(values, [{ id, value }]), request))
    const all = [...predictions.values()].filter((each) => each !== undefined)
    if (!ids.includes(id) && !all.some(({ reads }) => reads.includes(id))) continue
    const decided = new Set(all.flatMap(({ aspects }) => listDifferent(aspects, all[0]?.aspects ?? {})))
    const isOther = (aspect: string) => isOfForm(aspect) && !decided.has(aspect)
    explaining = explaining.filter((value) => {
      const usual = predictions.get(value)
      return usual === undefined || listDifferent(usual.aspects, received).every(isOther)
    })
    isAsked = true
  }
  return isAsked && explaining.length > 0
}

interface AskOptions extends LearnOptions {
  readonly isAccepted: (deviation: Deviation) => boolean
  readonly sequences: ReturnType<typeof createSequences>
  readonly accepted: readonly Deviation[]
  readonly answered: OddResponse[]
}

/** Sends requests, and one by one those of which the joined one is answered otherwise. Returns whether all may be sent. */
async function askAll(
  reader: WatchedReader,
  checks: readonly Check[],
  { known, isAccepted, accepted, answered, sequences, spell = (request) => request }: AskOptions,
): Promise<boolean> {
  // Some services tell only the first issue of a request.
  let tellsIssues = true
  const waiting = [...checks]
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { request, usual, about, parts = [] } = check
    const isOne = parts.length === 0
    if (!isOne && !tellsIssues && isInvalid(usual)) {
      waiting.push(...parts)
      continue
    }
    const reply = await readWithin(reader, spell(request))
    if (reply === undefined) return false
    const received = sequences.note(request, reply, findAspects(request, reply, known))
    const response = { request, expected: usual, received, ids: about === undefined ? [] : [about] }
    if (isOne) answered.push(response)
    else if (isKnown(response, { isAccepted, accepted }) && tellsAll(check, reply))
      answered.push({ ...response, received: usual })
    else {
      waiting.push(...parts)
      tellsIssues &&= !isInvalid(usual)
    }
  }
  return true
}

/** Whether a response is as expected, or odd only in what its operation is known to have, whatever is asked. */
function isKnown(
  response: OddResponse,
  { isAccepted, accepted }: Pick<AskOptions, 'isAccepted' | 'accepted'>,
): boolean {
  const places = new Set(accepted.map(placeOfDeviation))
  return listDeviations({ unexplained: [response], forms: [] }).every(
    (each) =>
      isOfForm(each.aspect) && (isOfIssues(each.aspect) ? places.has(placeOfDeviation(each)) : isAccepted(each)),
  )
}

// Which issues there are depends on what is asked, but not how many.
const isOfIssues = (aspect: string) => aspect.startsWith('issue ')
const placeOfDeviation = ({ operation, aspect }: Deviation) => `${operation}: ${aspect}`

/** Whether an error says something about each parameter that is wrong. One that is right shows that it repeats not all. */
function tellsAll({ request: { query }, usual, parts = [] }: Check, { body }: ServiceReply): boolean {
  if (!isInvalid(usual) || usual.issues !== undefined) return true
  const wrong = parts.flatMap(({ request }) => listNames(request))
  return [...new URLSearchParams(query).keys()].every((name) => body.includes(name) === wrong.includes(name))
}

const listNames = ({ query }: ReadRequest) => [...new URLSearchParams(query).keys()]

// Others are the same for all requests of an operation.
const OF_REQUEST = /^(?:status|location|origin|body|members|count|value .*)$/

const WHOLE = 'limit=100'

/** Tells what is accepted: how a request is answered, and which invalid ones are the first to show what errors have. */
function listOdd(accepted: readonly Deviation[]) {
  const listAsked = (isOwn: boolean) =>
    new Set(accepted.filter(({ aspect }) => OF_REQUEST.test(aspect) === isOwn).map(({ operation }) => operation))
  const [own, forms] = [listAsked(true), listAsked(false)]
  const hidden = new Set(accepted.filter(({ aspect }) => isOfErrors(aspect)))
  const random = new Set(accepted.filter(isRandom).map(({ operation }) => operation))
  return {
    // A page has no order of its own.
    hasNoOrder: (request: ReadRequest) =>
      (asksNothing(request) || request.query === WHOLE) && random.has(describeOperation(request, false)),
    isOwn: (request: ReadRequest) => own.has(describeOperation(request, true)),
    hasOddForm: (request: ReadRequest) => asksNothing(request) && forms.has(describeOperation(request, false)),
    showsOdd({ request, usual }: Check): boolean {
      if (!isInvalid(usual)) return false
      const operation = describeOperation(request, false)
      const shown = [...hidden].filter((each) => each.operation === operation && isShown(each, usual))
      for (const each of shown) hidden.delete(each)
      return shown.length > 0
    },
  }
}

/** Whether a deviation is one from what is expected. */
function isShown({ aspect, value }: Deviation, { [aspect]: expected }: Aspects): boolean {
  if (expected === undefined) return value.endsWith(' is new')
  return value.endsWith(` instead of ${expected}`) || value === `${expected} is gone`
}

interface Planning extends Expected, ReturnType<typeof listOdd> {
  readonly oracle: Oracle
}

/** Plans what is asked: each way of leaving a question once, and what tells a learned value from others. */
async function planChecks(options: LearnOptions, planning: Planning) {
  const { values, learned, oracle, isOwn, hasOddForm, hasNoOrder } = planning
  const { requests = [], samples = [], candidates } = options
  const checks = new Map<string, Check>()
  const odd = new Map<string, Check>()
  const predict = async (request: ReadRequest) => (await oracle.predict(values, request))?.aspects
  const addTo = async (some: Map<string, Check>, { request, about }: Pick<Check, 'request' | 'about'>) => {
    const key = JSON.stringify(request)
    const usual = checks.has(key) || odd.has(key) ? undefined : await predict(request)
    if (usual !== undefined) some.set(key, { request, usual, about })
  }
  const add = (request: ReadRequest) => addTo(checks, { request })
  // What is open was not asked when the service was learned.
  const isLearned = ({ about }: Neighbour) => about === undefined || learned.includes(about)
  const all = options.listNeighbours?.(values) ?? []
  const neighbours = await selectTelling(all.filter(isLearned), { isOdd: isOwn, predict })
  const found: ReadRequest[] = []
  for (const sample of samples) if ((await predict(sample))?.status === '200') found.push(sample)
  // Its pages may be shorter than they were.
  const { longest = Number.POSITIVE_INFINITY } = options.known
  const longer = candidates.filter(({ query = '' }) => Number(/^limit=(\d+)$/.exec(query)?.[1]) > longest)
  for (const request of [
    ...requests,
    ...found,
    ...neighbours,
    ...longer,
    ...candidates.filter((each) => hasOddForm(each) || hasNoOrder(each)),
  ])
    await add(request)
  const own = [...all, ...candidates.map((request) => ({ request }))].filter(({ request }) => isOwn(request))
  for (const each of own) await addTo(odd, each)
  const unchecked: AssumptionId[] = []
  for (const id of learned) {
    const asked = Array.from(checks.values(), ({ request }) => request)
    const splitting = await listSplits(id, [...asked, ...candidates], planning)
    if (splitting.includes(undefined)) unchecked.push(id)
    for (const request of splitting) if (request !== undefined) await add(request)
  }
  const joined = await joinChecks([...checks.values()], planning)
  // Only a second response shows that the order is another one.
  const again = joined.filter(({ request }) => hasNoOrder(request))
  return { checks: [...joined, ...again], odd: [...odd.values()], unchecked }
}

/** Lists what tells a learned value from each other one; undefined where nothing does. */
async function listSplits(id: AssumptionId, requests: readonly ReadRequest[], { values, oracle }: Planning) {
  const found: (ReadRequest | undefined)[] = []
  for (const value of listTried(id).filter((each) => each !== values[id])) {
    const rival = toRival(values, [{ id, value }])
    const request = await findSplit([...found.filter((each) => each !== undefined), ...requests], {
      values,
      rival,
      parts: { oracle, muted: createMuted() },
    })
    if (request !== undefined || oracle.allows(rival.values)) found.push(request)
  }
  return found
}

/** Joins requests of an operation as long as the response shows whether each of them is answered as it was. */
async function joinChecks(
  checks: readonly Check[],
  { values, oracle, isOwn, hasOddForm, showsOdd, requests }: Planning,
): Promise<readonly Check[]> {
  const ask = async (request: ReadRequest) => (await oracle.predict(values, request))?.aspects ?? {}
  const alone: Check[] = []
  const joined: Check[] = []
  const nameParameters = ({ request }: Check) => listNames(withoutWhole(request)).join()
  const invalid = groupBy(
    checks.filter(({ usual }) => isInvalid(usual)),
    nameParameters,
  )
  // What a long text shows, a short one need not show again. Few are joined unless those of one parameter are apart.
  const rankOf = (check: Check) => {
    if (isInvalid(check.usual)) return -(invalid.get(nameParameters(check))?.length ?? 0)
    return -lengthOf(check) - (isList(check.request) ? LISTS_FIRST : 0)
  }
  for (const check of checks.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const { request, usual } = check
    const hasNoEffect = usual.status === '200' && isSame(usual, await ask(toPlain(request)))
    const isAlone =
      !mayJoin(check, hasNoEffect) ||
      [isOwn, hasOddForm].some((is) => is(request)) ||
      requests.includes(request) ||
      showsOdd(check)
    if (isAlone) alone.push(check)
    else await join(joined, { ...check, request: isInvalid(usual) ? withoutWhole(request) : request, hasNoEffect }, ask)
  }
  return [...alone, ...joined.map((each) => (needsRight(each) ? { ...each, request: addRight(each.request) } : each))]
}

function mayJoin({ request, usual }: Check, hasNoEffect: boolean): boolean {
  if (hasNoEffect) return !isPlain(request)
  return usual.status === '200' ? isList(request) || Number(usual.count) > 0 : isInvalid(usual)
}

/** Returns a request without the limit that only asks for a whole list. What is refused has none. */
function withoutWhole(request: ReadRequest): ReadRequest {
  const pairs = new URLSearchParams(request.query)
  if (pairs.size < 2 || pairs.getAll('limit').length > 1) return request
  pairs.delete('limit')
  return { ...request, query: pairs.toString() }
}

const needsRight = ({ usual, parts = [] }: Check) => parts.length > 0 && isInvalid(usual) && usual.issues === undefined

/** Adds a parameter that is right to what is wrong. */
function addRight(request: ReadRequest): ReadRequest {
  const name = request.query?.includes('image_version') ? 'name_contains' : 'image_version'
  return { ...request, query: `${request.query}&${name}=1` }
}

async function join(joined: Check[], check: Check, ask: (request: ReadRequest) => Promise<Aspects>): Promise<void> {
  for (const [place, other] of joined.entries()) {
    const request = joinRequests(other.request, check.request)
    if (request === undefined) continue
    const usual = await ask(request)
    if (!isTold(usual, [check, other])) continue
    const hasNoEffect = [check, other].every((each) => each.hasNoEffect)
    joined[place] = { request, usual, parts: [...(other.parts ?? [other]), check], hasNoEffect }
    return
  }
  joined.push(check)
}

const LISTS_FIRST = 1_000_000

// Few services count more, and the first ones are described one by one.
const MOST_ISSUES = 5

/**
 * Whether a response shows what two others do: that nothing has an effect, the records of both, or the issues of both.
 * What has no effect might find nothing, which an empty list would not show.
 */
function isTold(usual: Aspects, others: readonly Check[]): boolean {
  const sum = (name: string) => others.reduce((count, { usual: { [name]: text } }) => count + Number(text), 0)
  if (others.some((each) => isInvalid(each.usual))) {
    const areOfContract = new Set(others.map(({ request }) => isOfContract(request)))
    if (areOfContract.size > 1 || !others.every(({ usual: each }) => isInvalid(each))) return false
    const count = others.reduce((all, { usual: { issues }, parts = [0] }) => all + Number(issues ?? parts.length), 0)
    return (
      count <= MOST_ISSUES && (usual.issues === undefined ? areOfContract.has(true) : Number(usual.issues) === count)
    )
  }
  const selecting = others.filter(({ hasNoEffect }) => !hasNoEffect)
  if (selecting.length === 2 && !others.every(({ request }) => isList(request))) return false
  if (selecting.length === 2) return usual.members !== undefined && Number(usual.count) === sum('count')
  if (selecting.length === 1 && usual.count === '0') return false
  return (selecting.length === 0 ? others : selecting).some((each) => isSame(usual, each.usual))
}

// Often, something else than what reads parameters refuses unknown ones, and it does so first.
const isOfContract = (request: ReadRequest) =>
  !listNames(request).some((name) => OTHER_PARAMETERS.includes(name) || name.startsWith('unknown_'))

const isSame = (one: Aspects, other: Aspects) => listDifferent(one, other).every((name) => name === 'origin')
const lengthOf = ({ request: { query = '' } }: Check) => query.length

/** Returns a request without what it asks. */
function toPlain({ method, path, query = '' }: ReadRequest): ReadRequest {
  const limits = new URLSearchParams(query).getAll('limit')
  return { method, path: path.replace(/\/$/, ''), ...(limits.length === 1 && { query: `limit=${limits[0]}` }) }
}

const asksNothing = ({ path, query = '', headers }: ReadRequest) =>
  query === '' && headers === undefined && !path.endsWith('/')
const isPlain = (request: ReadRequest) =>
  request.method === 'GET' && JSON.stringify(request) === JSON.stringify(toPlain(request))

// Each of their ids selects records of its own. What is no id is read in another way when it is alone.
const isList = ({ query = '' }: ReadRequest) => /^limit=\d+&deployment_ids=[\da-f-]{32}[^&]*$/i.test(query)

/** Returns a request that asks what two do; undefined if one of them would not be seen. */
function joinRequests(one: ReadRequest, other: ReadRequest): ReadRequest | undefined {
  const [path, method] = [toPlain(one).path, findMethod(one, other)]
  if (method === undefined || path !== toPlain(other).path) return undefined
  const pairs = new URLSearchParams(one.query)
  for (const [name, value] of new URLSearchParams(other.query)) {
    const same = pairs.getAll(name)
    if (same.length === 0) pairs.append(name, value)
    else if (isList(one) && isList(other) && name === 'deployment_ids') pairs.set(name, [...same, value].join())
    else if (!same.every((text) => text === value || name.startsWith('unknown_'))) return undefined
  }
  const query = pairs.toString()
  const hasSlash = [one, other].some((each) => each.path.endsWith('/'))
  const headers = { ...one.headers, ...other.headers }
  return { ...one, ...other, method, path: hasSlash ? `${path}/` : path, headers, ...(query !== '' && { query }) }
}

/** HEAD shows what the response to GET begins with, but not what a parameter selects. */
function findMethod(one: ReadRequest, other: ReadRequest): ReadRequest['method'] | undefined {
  if (one.method === other.method) return one.method
  const mayBeHead = [one, other].every(({ method, query = '' }) => method !== 'OPTIONS' && !/\blimit=/.test(query))
  return mayBeHead ? 'HEAD' : undefined
}
