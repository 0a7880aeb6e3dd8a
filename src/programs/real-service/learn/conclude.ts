// What follows from the observations.

import { namedValues } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, hasNewFields, isComparable, isOfForm, listDifferent } from './aspects.ts'
import { describeRequest } from './describe.ts'
import { nameDifference, type OddResponse } from './differences.ts'
import {
  applyChanges,
  type Change,
  createMuted,
  type Fit,
  type FitParts,
  listOthers,
  listPlaces,
  listTelling,
  type Muted,
  type Observation,
} from './evidence.ts'
import { UNTRIED, whatWouldShow } from './reasons.ts'
import { findSplit, listPossible, type Rival } from './rivals.ts'
import type { Values } from './services.ts'
import { describeWays } from './ways.ts'

/** A response and what decided a question in it. */
export interface Evidence {
  readonly request: ReadRequest
  readonly received: Aspects
  /** What a service with another value would have answered. */
  readonly other: Aspects
}

/** What was found out about a service. */
export interface Conclusions {
  /** The questions that are decided, each with its value. */
  readonly assumptions: Readonly<Partial<Values>>
  /** The others, each with the values that are still possible, the likeliest first, and why it is not decided. */
  readonly undecided: Readonly<Record<string, { readonly possible: readonly string[]; readonly because: string }>>
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
  /** The questions that requests were sent to confirm. Default: none. */
  readonly about?: ReadonlyMap<ReadRequest, AssumptionId>
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
  for (const id of UNTRIED.keys()) if (ids.includes(id)) possible.set(id, namedValues(questions.register[id]))
  const oddities = await listOddities(findings)
  const { doubts, doubtful } = await findDoubts(oddities, findings)
  for (const [id, { values }] of doubts) possible.set(id, values)
  for (const id of listUnfounded(possible).filter((each) => ids.includes(each) && !doubts.has(each))) {
    possible.set(id, [...new Set([fit.values[id], ...namedValues(questions.register[id])])])
  }
  const decided = ids.filter((id) => !possible.has(id))
  const evidence = new Map<string, Evidence>()
  for (const id of decided) {
    const found = await findEvidence(id, findings)
    if (found !== undefined) evidence.set(id, found)
  }
  const explainWhy = async (id: AssumptionId, values: readonly string[]): Promise<string> =>
    UNTRIED.get(id) ??
    doubts.get(id)?.because ??
    (parts.oracle.shown.has(id) ? findings.end : undefined) ??
    (await findHiding({ id, values }, oddities, findings)) ??
    whatWouldShow(id, { isAsked: parts.oracle.shown.has(id), hasRecords: findings.hasRecords })
  const undecided: Record<string, Conclusions['undecided'][string]> = {}
  for (const [id, values] of possible) undecided[id] = { possible: values, because: await explainWhy(id, values) }
  // A value that only the data rules out, or that is the only one, needs no response.
  return {
    assumptions: Object.fromEntries(decided.map((id) => [id, fit.values[id]])),
    undecided,
    unexplained: oddities.map((oddity) => {
      const { request, expected, observed } = oddity
      return { request, expected, received: observed, ids: [...(doubtful.get(oddity) ?? [])] }
    }),
    evidence: Object.fromEntries(evidence),
  }
}

/** Lists the questions that are open because others are: a path or an id that nobody knows is not found either. */
function listUnfounded(possible: ReadonlyMap<AssumptionId, readonly string[]>): readonly AssumptionId[] {
  return [
    ...(possible.has('repositoryPaths') ? (['integrationIdFormat', 'unknownIntegration'] as const) : []),
    ...(possible.get('unknownIntegration')?.length === 0 ? (['integrationIdFormat'] as const) : []),
  ]
}

/** A response some of whose aspects the values do not explain. */
interface Oddity extends Observation {
  readonly expected: Aspects
  readonly aspects: readonly string[]
  readonly reads: readonly AssumptionId[]
}

async function listOddities({ fit, parts }: Findings): Promise<readonly Oddity[]> {
  const found: Oddity[] = []
  for (const observation of parts.observations) {
    const { aspects: expected = {}, reads = [] } = (await parts.oracle.predict(fit.values, observation.request)) ?? {}
    const aspects = listDifferent(expected, observation.observed).filter(
      (aspect) => aspect !== 'members' || !parts.muted.hasChanged(expected, observation.observed),
    )
    if (aspects.length > 0) found.push({ ...observation, expected, aspects, reads })
  }
  return found
}

function describeOddity(
  { request, expected, observed, aspects: [first = ''] }: Oddity,
  aspect = first,
  id?: AssumptionId,
): string {
  if (aspect === 'members') {
    const text = `The service answers ${describeRequest(request)} with other records than expected.`
    const ways = id === undefined ? '' : describeWays(request, id)
    return `${text} It selects them in a way of its own${ways && `, such as ${ways}`}, or they have changed meanwhile.`
  }
  const difference = nameDifference(aspect, expected, observed)
  return `The service answers ${describeRequest(request)} in a form of its own: ${difference}.`
}

/** Describes the odd response because of which a request like its own does not refute one of the values. */
async function findHiding(
  { id, values }: { readonly id: AssumptionId; readonly values: readonly string[] },
  oddities: readonly Oddity[],
  { fit, parts: { oracle }, candidates }: Findings,
): Promise<string | undefined> {
  const requests = [...oddities.map(({ request }) => request), ...candidates]
  for (const value of values) {
    const changes = [{ id, value }]
    const rival = { changes, values: applyChanges(fit.values, changes) }
    const request = await findSplit(requests, { values: fit.values, rival, parts: { oracle, muted: createMuted() } })
    const oddity = oddities.find((each) => request !== undefined && placeOf(each.request) === placeOf(request))
    if (request === undefined || oddity === undefined) continue
    const [usual, other] = await Promise.all([fit, rival].map(({ values }) => oracle.predict(values, request)))
    const telling = listDifferent(usual?.aspects ?? {}, other?.aspects ?? {})
    return describeOddity(oddity, oddity.aspects.find((aspect) => telling.includes(aspect)) ?? oddity.aspects[0])
  }
  return undefined
}

const placeOf = (request: ReadRequest) => listPlaces(request).join()

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
  // The questions that each odd response is about.
  const doubtful = new Map<Oddity, readonly AssumptionId[]>()
  const found = new Map<AssumptionId, About & { readonly oddity: Oddity }>()
  for (const oddity of oddities) {
    const all = await findAbout(oddity, oddities, findings)
    doubtful.set(oddity, [...all.keys()])
    for (const [id, { aspect, explaining }] of all) {
      const known = found.get(id)
      for (const value of explaining) known?.explaining.add(value)
      if (known === undefined) found.set(id, { aspect, explaining, oddity })
    }
  }
  const doubts = new Map<AssumptionId, Doubt>()
  for (const [id, about] of found) doubts.set(id, await describeDoubt(id, about, findings))
  return { doubts, doubtful }
}

/** What of an odd response a question decides, and its other values that explain that. */
interface About {
  readonly aspect: string | undefined
  readonly explaining: Set<string>
}

/** Finds the questions that an odd response is about. */
async function findAbout(oddity: Oddity, oddities: readonly Oddity[], findings: Findings) {
  const { ids, fit, parts, about } = findings
  const found = new Map<AssumptionId, About>()
  const isUsual = findUsual(oddity, oddities) !== undefined
  const isAsked = (id: AssumptionId) => ids.includes(id) && !(isUsual && OF_SPECIAL_TEXTS.has(id))
  for (const change of oddity.reads.filter(isAsked).flatMap((id) => listOthers(id, fit.values, parts))) {
    const { aspect, isExplained = false } = (await findDoubtful(oddity, change, findings)) ?? {}
    if (aspect === undefined) continue
    const known = found.get(change.id) ?? { aspect, explaining: new Set() }
    if (isExplained) known.explaining.add(change.value)
    found.set(change.id, known)
  }
  const asked = about?.get(oddity.request)
  if (asked === undefined || !isAsked(asked)) return found
  const own = found.get(asked)
  // What a request was sent to confirm says nothing about other questions.
  if (own !== undefined) return new Map([[asked, own]])
  // If no value says anything else about it, the register has no word for what the service does.
  return found.size > 0 ? found : found.set(asked, { aspect: undefined, explaining: new Set() })
}

async function describeDoubt(
  id: AssumptionId,
  { oddity, aspect, explaining }: About & { readonly oddity: Oddity },
  findings: Findings,
): Promise<Doubt> {
  const possible = (await listUnrefuted(id, findings)).filter((value) => explaining.has(value))
  const because = describeOddity(oddity, aspect, id)
  if (possible.length === 0) return { values: [], because: `No value explains it. ${because}` }
  return { values: [findings.fit.values[id], ...possible], because }
}

// What they say is about special texts. If other texts are answered as oddly, those are not why.
const OF_SPECIAL_TEXTS: ReadonlySet<AssumptionId> = new Set<AssumptionId>([
  'nullParameter',
  'emptyFilter',
  'repeatedParameter',
])

/** Finds a response to a usual value of the same parameter that is odd in the same way. */
function findUsual({ request, observed, expected, aspects }: Oddity, oddities: readonly Oddity[]): Oddity | undefined {
  const [first = ''] = aspects
  const difference = nameDifference(first, expected, observed)
  return oddities.find((each) => {
    const isSame = placeOf(each.request) === placeOf(request) && !isSpecial(each.request)
    return isSame && nameDifference(first, each.expected, each.observed) === difference
  })
}

function isSpecial({ query }: ReadRequest): boolean {
  const pairs = [...new URLSearchParams(query)]
  const isRepeated = new Set(pairs.map(([name]) => name)).size < pairs.length
  return isRepeated || pairs.some(([, value]) => value === '' || value === 'null')
}

/** Lists the other values of a question that contradict nothing which the found one explains, muted or not. */
async function listUnrefuted(id: AssumptionId, { fit, parts }: Findings): Promise<readonly string[]> {
  const { hasChanged } = parts.muted
  const has: Muted['has'] = (_, aspect, difference) =>
    aspect === 'members' && difference !== undefined && hasChanged(...difference)
  const unmuted = { fit, parts: { ...parts, muted: { ...parts.muted, has } } }
  const found: string[] = []
  for (const change of listOthers(id, fit.values, parts)) {
    if ((await findTelling(change, unmuted)) === undefined) found.push(change.value)
  }
  return found
}

async function findDoubtful(
  { request, observed, expected, aspects }: Oddity,
  change: Change,
  { fit, parts }: Findings,
): Promise<{ readonly aspect: string; readonly isExplained: boolean } | undefined> {
  const other = await parts.oracle.predict(applyChanges(fit.values, [change]), request)
  if (other === undefined) return undefined
  const [left, changed] = [listDifferent(other.aspects, observed), listDifferent(other.aspects, expected)]
  for (const aspect of aspects) {
    const isExplained = other.aspects[aspect] === observed[aspect] && isComparable(aspect, left)
    if (isExplained || isAbout(aspect, changed, [expected, observed, other.aspects])) return { aspect, isExplained }
  }
  return undefined
}

/** Whether a change that has an effect on a response is about an aspect of it that is odd. */
function isAbout(
  aspect: string,
  changed: readonly string[],
  [expected, observed, other]: readonly [Aspects, Aspects, Aspects],
): boolean {
  // A request that is refused selects nothing.
  const isHidden = changed.includes('status') && !isOfForm(aspect)
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

function kindOfRefusal({ status = '' }: Aspects): string | undefined {
  if (status === '401' || status === '403') return 'login'
  return /^4(?!0[45])/.test(status) ? 'invalid' : undefined
}

/** Finds a response that tells by some aspect that a change is wrong. */
async function findTelling(
  change: Change,
  { fit, parts }: Pick<Findings, 'fit' | 'parts'>,
): Promise<Evidence | undefined> {
  const values = applyChanges(fit.values, [change])
  for (const observation of parts.observations) {
    const { request, observed } = observation
    const usual = await parts.oracle.predict(fit.values, request)
    const other = await parts.oracle.predict(values, request)
    if (usual === undefined || other === undefined) continue
    const telling = listTelling(usual.aspects, other.aspects, { observation, muted: parts.muted })
    if (telling.length > 0) return { request, received: observed, other: other.aspects }
  }
  return undefined
}

async function findEvidence(id: AssumptionId, findings: Findings): Promise<Evidence | undefined> {
  for (const change of listOthers(id, findings.fit.values, findings.parts)) {
    const found = await findTelling(change, findings)
    if (found !== undefined) return found
  }
  return undefined
}
