// What follows from the observations.

import { namedValues } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import {
  type Aspects,
  ERROR,
  hasNewFields,
  isComparable,
  isOfErrors,
  listDifferent,
  PAGE,
  USUAL_COUNT,
} from './aspects/aspects.ts'
import type { OddResponse } from './differences.ts'
import {
  type ChosenValue,
  createMuted,
  type Fit,
  type FitParts,
  findSpecial,
  isInvalid,
  listOthers,
  type Muted,
  replaceValues,
} from './evidence.ts'
import {
  describeOddity,
  findLacking,
  findPlain,
  findUsual,
  isOfAbsence,
  isOfAll,
  lacksField,
  listAlikeRefused,
  listOddities,
  listSiblings,
  type Oddity,
  placeOf,
} from './oddities.ts'
import { UNTRIED, whatWouldShow } from './reasons.ts'
import { createRefutations, findSplit, listPossible, listSingles, type Rival, toRival } from './rivals.ts'
import type { Values } from './services.ts'
import { UNKNOWN_ID } from './ways.ts'

/** A response and what decided a question in it. */
export interface Evidence {
  readonly request: ReadRequest
  readonly received: Aspects
  /** What a service with another value would have answered. */
  readonly other: Aspects
}

/** A question that is not decided. */
export interface Undecided {
  /** The values that explain everything, the likeliest first. */
  readonly possible: readonly string[]
  readonly because: string
  /** The value that explains the most, also if none explains everything. */
  readonly likeliest: string
}

/** What was found out about a service. */
export interface Conclusions {
  /** The questions that are decided, each with its value. */
  readonly assumptions: Readonly<Partial<Values>>
  /** The others. */
  readonly undecided: Readonly<Record<string, Undecided>>
  /** All responses, with the questions that decide them. */
  readonly answered: readonly OddResponse[]
  /** Responses with aspects that no values explain. */
  readonly unexplained: readonly OddResponse[]
  /** For each decided question, the response that decided it. */
  readonly evidence: Readonly<Record<string, Evidence>>
}

/** What conclusions are drawn from. */
export interface Findings {
  readonly ids: readonly AssumptionId[]
  readonly fit: Fit
  readonly rivals: readonly Rival[]
  readonly parts: FitParts
  /** Why it ended although more requests would have told more; undefined if none would. */
  readonly end: string | undefined
  /** The requests that may be sent. */
  readonly candidates: readonly ReadRequest[]
  /** The questions that are decided without a request. Default: none. */
  readonly certain?: ReadonlySet<string>
  /** The questions that requests were sent to confirm. Default: none. */
  readonly about?: ReadonlyMap<ReadRequest, AssumptionId>
  /** Whether some deployment is known to have no version. Default: as far as the responses show. */
  readonly lacksVersions?: boolean
  /** Whether records of a resource were read. */
  hasRecords(resource: string): boolean
}

/**
 * Draws the conclusions: a value is stated only if every other one contradicts an aspect that it explains, if none
 * explains an aspect that it does not, and if what is odd is not all that tells it.
 */
export async function conclude(findings: Findings): Promise<Conclusions> {
  const { ids, fit, rivals, parts } = findings
  const possible = new Map(listPossible(fit.values, rivals))
  for (const id of UNTRIED.keys())
    if (ids.includes(id) && !findings.certain?.has(id)) possible.set(id, namedValues(questions.register[id]))
  const oddities = await listOddities(findings)
  const { doubts, doubtful } = await findDoubts(oddities, findings)
  for (const [id, { values }] of doubts) possible.set(id, values)
  for (const id of listUnfounded(possible, parts).filter((each) => ids.includes(each) && !doubts.has(each))) {
    possible.set(id, [...new Set([fit.values[id], ...namedValues(questions.register[id])])])
  }
  const evidence = new Map<string, Evidence>()
  for (const id of ids.filter((each) => !possible.has(each))) {
    const found = await findEvidence(id, findings)
    if (found !== undefined) evidence.set(id, found)
    if (id !== 'nullParameter' || fit.values[id] !== 'text' || findings.lacksVersions || !hidesNull(parts)) continue
    doubts.set(id, { values: [fit.values[id]], because: NULL_HIDDEN })
    possible.set(id, [fit.values[id]])
    evidence.delete(id)
  }
  const decided = ids.filter((id) => !possible.has(id))
  const explainWhy = async (id: AssumptionId, values: readonly string[]): Promise<string> =>
    UNTRIED.get(id) ??
    doubts.get(id)?.because ??
    (parts.oracle.shown.has(id) ? findings.end : undefined) ??
    (await findHiding({ id, values }, oddities, findings)) ??
    whatWouldShow(id, { isAsked: parts.oracle.shown.has(id), hasRecords: findings.hasRecords })
  const undecided: Record<string, Undecided> = {}
  for (const [id, values] of possible) {
    undecided[id] = { possible: values, because: await explainWhy(id, values), likeliest: fit.values[id] }
  }
  const answered: OddResponse[] = []
  for (const { request, observed } of parts.observations) {
    const { aspects = {}, reads = [] } = (await parts.oracle.predict(fit.values, request)) ?? {}
    answered.push({ request, expected: aspects, received: observed, ids: reads })
  }
  // A value that only the data rules out, or that is the only one, needs no response.
  return {
    assumptions: Object.fromEntries(decided.map((id) => [id, fit.values[id]])),
    undecided,
    answered,
    unexplained: oddities.map((oddity) => {
      const { request, expected, observed } = oddity
      return { request, expected, received: observed, ids: [...(doubtful.get(oddity) ?? [])] }
    }),
    evidence: Object.fromEntries(evidence),
  }
}

const NULL_HIDDEN = 'All deployments have an image_version, so null may also find those that have none.'

/** Whether nothing lacks what `null` may find. */
function hidesNull({ observations }: FitParts): boolean {
  return !observations.some(({ observed }) => /null|absent/.test(observed['field image_version'] ?? ''))
}

/** Lists the questions that are open because others are: a path or an id that nobody knows is not found either. */
function listUnfounded(
  possible: ReadonlyMap<AssumptionId, readonly string[]>,
  { observations }: FitParts,
): readonly AssumptionId[] {
  const isRefused = observations.some(
    ({ request, observed }) => request.path.includes(UNKNOWN_ID) && isInvalid(observed),
  )
  return [
    ...(possible.has('repositoryPaths') ? (['integrationIdFormat', 'unknownIntegration'] as const) : []),
    ...(isRefused && possible.has('unknownIntegration') ? (['integrationIdFormat'] as const) : []),
  ]
}

interface OpenQuestion {
  readonly id: AssumptionId
  readonly values: readonly string[]
}

/** Describes the odd response because of which a request like its own does not refute one of the values. */
async function findHiding(
  { id, values }: OpenQuestion,
  oddities: readonly Oddity[],
  { fit, parts: { oracle }, candidates }: Findings,
): Promise<string | undefined> {
  const requests = [...oddities.map(({ request }) => request), ...candidates]
  for (const value of values) {
    const rival = toRival(fit.values, [{ id, value }])
    const request = await findSplit(requests, { values: fit.values, rival, parts: { oracle, muted: createMuted() } })
    const oddity = oddities.find((each) => request !== undefined && placeOf(each.request) === placeOf(request))
    if (request === undefined || oddity === undefined) continue
    const [usual, other] = await Promise.all([fit, rival].map(({ values }) => oracle.predict(values, request)))
    const telling = listDifferent(usual?.aspects ?? {}, other?.aspects ?? {})
    return describeOddity(oddity, oddity.aspects.find((aspect) => telling.includes(aspect)) ?? oddity.aspects[0])
  }
  return undefined
}

/** Why a question is in doubt, and the values that may be right: none if the service has a way of its own. */
interface Doubt {
  readonly values: readonly string[]
  readonly because: string
}

/**
 * Finds the questions that odd responses put in doubt: another value explains such an aspect, or one would change it, so
 * that the value that was found does not hold there.
 */
async function findDoubts(oddities: readonly Oddity[], findings: Findings) {
  const all = new Map<Oddity, ReadonlyMap<AssumptionId, About>>()
  for (const oddity of oddities) all.set(oddity, await findAbout(oddity, oddities, findings))
  const found = joinAbouts(all)
  const left = [...found].flatMap(([id, { explaining }]) => Array.from(explaining, (value) => ({ id, value })))
  for (const change of left) {
    for (const [id, about] of await findLeft(change, oddities, findings)) if (!found.has(id)) found.set(id, about)
  }
  const doubts = new Map<AssumptionId, Doubt>()
  for (const [id, about] of found) doubts.set(id, await describeDoubt(id, about, findings))
  return { doubts, doubtful: new Map(Array.from(all, ([oddity, about]) => [oddity, [...about.keys()]])) }
}

/** Joins what odd responses are about, with the first response for each question. */
function joinAbouts(all: ReadonlyMap<Oddity, ReadonlyMap<AssumptionId, About>>) {
  const found = new Map<AssumptionId, OddAbout>()
  for (const [oddity, abouts] of all) {
    for (const [id, { aspect, explaining }] of abouts) {
      const known = found.get(id) ?? { oddity, aspect, explaining: new Set() }
      for (const value of explaining) known.explaining.add(value)
      found.set(id, known)
    }
  }
  return found
}

/**
 * Finds the questions about what another value of a question in doubt leaves unexplained: which of the two values leaves
 * less is chance.
 */
async function findLeft(change: ChosenValue, oddities: readonly Oddity[], findings: Findings) {
  const fit = { ...findings.fit, values: replaceValues(findings.fit.values, [change]) }
  const all = await listOddities({ ...findings, fit })
  const found = new Map<AssumptionId, OddAbout>()
  for (const oddity of all.filter(({ request }) => !oddities.some((each) => each.request === request))) {
    for (const [id, { aspect }] of await findAbout(oddity, all, { ...findings, fit }))
      found.set(id, { aspect, explaining: new Set(), oddity })
  }
  return found
}

/** What of an odd response a question decides, and its other values that explain that. */
interface About {
  readonly aspect: string | undefined
  readonly explaining: Set<string>
}

interface OddAbout extends About {
  readonly oddity: Oddity
}

/** Finds the questions that an odd response is about. */
async function findAbout(oddity: Oddity, oddities: readonly Oddity[], findings: Findings) {
  const plain = findPlain(oddity, oddities)
  if (plain !== undefined) return findChanging(plain, oddities, findings)
  const found = await findChanging(oddity, oddities, findings)
  for (const sibling of listSiblings(oddity, oddities)) {
    const all = await findChanging(sibling, oddities, findings)
    for (const id of found.keys()) if (!all.has(id)) found.delete(id)
  }
  const special = findSpecial(oddity.request)
  const ofSpecial = special === undefined ? undefined : found.get(special)
  // Other texts of the parameter are answered as they should be.
  if (special !== undefined && ofSpecial !== undefined) return new Map([[special, ofSpecial]])
  return addAsked(found, oddity, oddities, findings)
}

/** Adds the question that a request was sent to confirm, if no value of others says anything about what is odd. */
function addAsked(found: Map<AssumptionId, About>, oddity: Oddity, oddities: readonly Oddity[], findings: Findings) {
  const asked = findings.about?.get(oddity.request)
  // Which status a refusal has is a question of its own.
  const isRefused = isInvalid(oddity.observed)
  const isOther = asked === 'validationStatus' ? !isRefused : isRefused && isInvalid(oddity.expected)
  // How a refusal is worded says nothing about what was asked, and neither does what no response of the register has.
  const isNew = (aspect: string) =>
    /^(?:header |order of times|page$)/.test(aspect) && oddity.expected[aspect] === undefined
  const isOnlyWords = oddity.aspects.every((aspect) => isOfWords(aspect) || isNew(aspect))
  if (asked === undefined || isOther || isOnlyWords || !isAsked(asked, oddity, oddities, findings)) return found
  const own = found.get(asked)
  // It was sent to where the operation is.
  found.delete('repositoryPaths')
  // What a request was sent to confirm says nothing about other questions.
  if (own !== undefined) return new Map([[asked, own]])
  const isSpecial = asked === findSpecial(oddity.request)
  if (isOfAll(oddity, oddities) || (found.size > 0 && !isSpecial)) return found
  // The register has no word for what the service does.
  return new Map([[asked, { aspect: undefined, explaining: new Set<string>() }]])
}

const isOfWords = (aspect: string) => aspect === 'type' || isOfErrors(aspect)

/** Whether a question can be why a response is odd: one of special texts is not if others are as odd. */
function isAsked(id: AssumptionId, oddity: Oddity, oddities: readonly Oddity[], { ids }: Findings): boolean {
  return ids.includes(id) && (id !== findSpecial(oddity.request) || findUsual(oddity, oddities) === undefined)
}

/** Finds the questions another value of which changes what is odd. */
async function findChanging(oddity: Oddity, oddities: readonly Oddity[], findings: Findings) {
  const { fit, parts } = findings
  const found = new Map<AssumptionId, About>()
  const refusing = await findRefusing(oddity, oddities, findings)
  const isFound = oddity.observed.status !== '404'
  const ids = oddity.reads.filter(
    (id) => isAsked(id, oddity, oddities, findings) && !(id === 'repositoryPaths' && isFound),
  )
  for (const change of ids.flatMap((id) => listOthers(id, fit.values, parts))) {
    const isRefusal = change.id === refusing
    const { aspect, isExplained = false } = (await findDoubtful(oddity, change, { ...findings, isRefusal })) ?? {}
    if (aspect === undefined) continue
    const known = found.get(change.id) ?? { aspect, explaining: new Set() }
    if (isExplained) known.explaining.add(change.value)
    found.set(change.id, known)
  }
  for (const [id, aspect] of listOfForm(oddity)) found.set(id, { aspect, explaining: new Set() })
  const lacking = findLacking(oddity)
  if (lacking !== undefined) found.set('nullableFields', { aspect: lacking, explaining: new Set() })
  // No value leaves out a field of the contract.
  const isGone = found.size === 0 && lacksField(oddity) && !oddities.some((each) => findLacking(each) !== undefined)
  if (isGone) found.set('recordShape', { aspect: undefined, explaining: new Set() })
  if (refusing !== undefined && found.has(refusing)) found.delete('validationStatus')
  return found
}

/**
 * Finds the question that decides alone which requests are refused with a status that other invalid ones do not have.
 * It may have several parameters, and operations.
 */
async function findRefusing(
  oddity: Oddity,
  oddities: readonly Oddity[],
  { fit, parts }: Findings,
): Promise<AssumptionId | undefined> {
  const alike = listAlikeRefused(oddity, oddities)
  const mayAccept = async (id: AssumptionId, { request }: Oddity) => {
    for (const change of listOthers(id, fit.values, parts)) {
      const other = await parts.oracle.predict(replaceValues(fit.values, [change]), request)
      if (other !== undefined && !isInvalid(other.aspects)) return true
    }
    return false
  }
  const refusing = oddity.reads.filter((id) => REFUSING.has(fit.values[id]) && id !== 'validationStatus')
  for (const id of refusing) {
    const accepting = await Promise.all(alike.map((each) => mayAccept(id, each)))
    if (alike.length > 0 && accepting.every(Boolean)) return id
  }
  return undefined
}

/** Lists the questions no value of which has a form of response, with the aspect that is odd. */
function* listOfForm({
  request,
  expected,
  observed,
  aspects,
  reads,
}: Oddity): Iterable<readonly [AssumptionId, string]> {
  const [first = ''] = aspects
  // Where it is one of an operation, the service writes its errors in more than one way.
  if (first === PAGE && reads.some((id) => OF_FOUND.includes(id))) yield ['errorBody', PAGE]
  if (observed.status === ERROR) yield ['errorBody', 'status']
  // Where these lists should be is perhaps something else.
  if (expected.status === '404' && observed.body === 'list' && request.path.endsWith('/repos'))
    yield* [['repositoryPaths', first] as const, ['unknownIntegration', first] as const]
  // It has HEAD, but does not answer it like GET.
  if (first === 'success' && request.method === 'HEAD') yield ['headRequests', first]
  const nested = aspects.find((each) => each.endsWith('.?'))
  if (nested !== undefined) yield ['unknownFields', nested]
}

async function describeDoubt(
  id: AssumptionId,
  { oddity, aspect, explaining }: OddAbout,
  findings: Findings,
): Promise<Doubt> {
  const possible = (await listUnrefuted(id, findings)).filter((value) => explaining.has(value))
  const because = describeOddity(oddity, aspect, id)
  if (possible.length === 0) return { values: [], because: `No value explains it. ${because}` }
  return { values: [findings.fit.values[id], ...possible], because }
}

/** Lists the other values of a question that contradict nothing which the found one explains, muted or not. */
async function listUnrefuted(id: AssumptionId, { fit, parts }: Findings): Promise<readonly string[]> {
  const { hasChanged } = parts.muted
  const has: Muted['has'] = (_, aspect, difference) =>
    aspect === 'members' && difference !== undefined && hasChanged(...difference)
  const { listOpen } = createRefutations({ ...parts, muted: { ...parts.muted, has } })
  const open = await listOpen(listSingles([id], fit, parts), fit)
  return open.flatMap(({ changes }) => changes.map(({ value }) => value))
}

interface DoubtedFindings extends Findings {
  readonly isRefusal: boolean
}

async function findDoubtful(
  { request, observed, expected, aspects, reads }: Oddity,
  change: ChosenValue,
  { fit, parts, isRefusal }: DoubtedFindings,
): Promise<{ readonly aspect: string; readonly isExplained: boolean } | undefined> {
  const other = await parts.oracle.predict(replaceValues(fit.values, [change]), request)
  if (other === undefined) return undefined
  if (isRefusal && !isInvalid(other.aspects)) return { aspect: 'status', isExplained: false }
  if (kindOfRefusal(other.aspects) === 'login' && isAccepted(request, parts)) return undefined
  const [left, changed] = [listDifferent(other.aspects, observed), listDifferent(other.aspects, expected)]
  // What answers for a path that is not there is often in front of the service.
  const isElsewhere = expected.status === '404' && !reads.some((id) => OF_FOUND.includes(id))
  const isOfOthers = (aspect: string) =>
    // A parameter may have an effect on it.
    (aspect === USUAL_COUNT && request.query === undefined) ||
    (isElsewhere ? isOfWords(aspect) : isOfAbsence(aspect, expected, observed) && !OF_ABSENCE.includes(change.id))
  for (const aspect of aspects.filter((each) => !isOfOthers(each))) {
    const isExplained = other.aspects[aspect] === observed[aspect] && isComparable(aspect, left)
    if (isExplained || isAbout(aspect, changed, [expected, observed, other.aspects])) return { aspect, isExplained }
  }
  return undefined
}

/** Whether the same credentials are accepted without any parameter. */
function isAccepted({ query, ...plain }: ReadRequest, { observations }: FitParts): boolean {
  const key = JSON.stringify(plain)
  const isPlain = (each: ReadRequest) => JSON.stringify(each) === key
  return query !== undefined && observations.some((each) => isPlain(each.request) && each.observed.status === '200')
}

// What is not found by an operation that is there.
const OF_FOUND: readonly AssumptionId[] = ['unknownIntegration', 'integrationIdFormat', 'offsetBeyondEnd']
const OF_ABSENCE: readonly AssumptionId[] = ['optionalFields', 'nullableFields']

const SELECTED = /^(?:status|body|members|(?:usual )?count)$/

/** Whether a change that has an effect on a response is about an aspect of it that is odd. */
function isAbout(
  aspect: string,
  changed: readonly string[],
  [expected, observed, other]: readonly [Aspects, Aspects, Aspects],
): boolean {
  // A request that is refused selects nothing.
  const isHidden = changed.includes('status') && SELECTED.test(aspect)
  // What only one status has, and what only one envelope has.
  const hasNoOther = expected[aspect] === undefined && other[aspect] === undefined
  if (changed.includes('status') && aspect.startsWith('header ')) return !hasNoOther
  const isOfEnvelope = aspect === 'cursor' || (aspect.startsWith('page ') && expected[aspect] === undefined)
  if (changed.includes('envelope') && isOfEnvelope) return true
  if (aspect === 'status' || isHidden) return isHidden && concernsStatus(expected, observed, other)
  if (!changed.includes(aspect)) return false
  // An error may have fewer fields than usual, such as one without issues.
  return aspect !== 'error' || hasNewFields(expected, observed)
}

/** Whether a change of status is of the kind that is odd: which status a refusal has is a question of its own. */
function concernsStatus(expected: Aspects, observed: Aspects, other: Aspects): boolean {
  const [before, now, then] = [expected, observed, other].map(kindOfRefusal)
  // What requires a login, or is elsewhere, is so for all requests.
  if ((then === 'login' && now !== 'login') || (other.status === '404' && observed.status !== '404')) return false
  return before === undefined || (before === now) === (before === then)
}

function kindOfRefusal(aspects: Aspects): string | undefined {
  // A login may be a page of its own.
  if (aspects.status === '401' || aspects.status === '403' || aspects.location === 'elsewhere') return 'login'
  return isInvalid(aspects) ? 'invalid' : undefined
}

/** The values of questions that say that a request is refused like all invalid ones. */
const REFUSING: ReadonlySet<string> = new Set(['422', 'uuid'])

/** Finds a response that tells by some aspect that another value of a question is wrong. */
async function findEvidence(id: AssumptionId, { fit, parts }: Findings): Promise<Evidence | undefined> {
  const { find } = createRefutations(parts)
  for (const rival of listSingles([id], fit, parts)) {
    const found = await find(rival, fit)
    if (found === undefined || found === 'impossible') continue
    const { aspects: other = {} } = (await parts.oracle.predict(rival.values, found.request)) ?? {}
    return { request: found.request, received: found.observed, other }
  }
  return undefined
}
