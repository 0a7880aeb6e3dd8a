// What follows from the observations.

import { namedValues } from '../../../engine/define/assumptions/assumptions.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, isComparable, listDifferent } from './aspects.ts'
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
  type Observation,
} from './evidence.ts'
import { UNTRIED, whatWouldShow } from './reasons.ts'
import { findSplit, listPossible, type Rival } from './rivals.ts'
import type { Values } from './services.ts'

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
  const doubts = await findDoubts(oddities, findings)
  for (const [id, { values }] of doubts) {
    if (ids.includes(id)) possible.set(id, [...new Set([...(possible.get(id) ?? [fit.values[id]]), ...values])])
  }
  // A path that nobody knows is not found either.
  const unfounded = possible.has('repositoryPaths') ? (['integrationIdFormat', 'unknownIntegration'] as const) : []
  for (const id of unfounded.filter((each) => ids.includes(each)))
    possible.set(id, [...new Set([fit.values[id], ...namedValues(questions.register[id])])])
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
    unexplained: oddities.map(({ request, expected, observed }) => ({ request, expected, received: observed })),
    evidence: Object.fromEntries(evidence),
  }
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
    const aspects = listDifferent(expected, observation.observed)
    if (aspects.length > 0) found.push({ ...observation, expected, aspects, reads })
  }
  return found
}

function describeOddity({ request, expected, observed, aspects: [first = ''] }: Oddity, aspect = first): string {
  if (aspect === 'members') {
    const text = `The service answers ${describeRequest(request)} with other records than expected.`
    return `${text} It selects them in a way of its own, or they have changed meanwhile.`
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

/** Why a question is in doubt, and the values that may be right. */
interface Doubt {
  readonly values: Set<string>
  readonly because: string
}

/**
 * Finds the questions that odd responses put in doubt: another value explains such an aspect, or it depends on the
 * question, and no other response tells its value by the same aspect, or it is one that a service has everywhere.
 */
async function findDoubts(oddities: readonly Oddity[], { fit, parts }: Findings): Promise<Map<AssumptionId, Doubt>> {
  const doubts = new Map<AssumptionId, Doubt>()
  for (const oddity of oddities) {
    for (const change of oddity.reads.flatMap((id) => listOthers(id, fit.values, parts))) {
      const aspect = await findDoubtful(oddity, change, { fit, parts })
      if (aspect === undefined) continue
      const doubt = doubts.get(change.id) ?? { values: new Set(), because: describeOddity(oddity, aspect) }
      doubts.set(change.id, doubt)
      doubt.values.add(change.value)
    }
  }
  return doubts
}

async function findDoubtful(
  { request, observed, expected, aspects }: Oddity,
  change: Change,
  { fit, parts }: Pick<Findings, 'fit' | 'parts'>,
): Promise<string | undefined> {
  const other = await parts.oracle.predict(applyChanges(fit.values, [change]), request)
  if (other === undefined) return undefined
  const [left, changed] = [listDifferent(other.aspects, observed), listDifferent(other.aspects, expected)]
  for (const aspect of aspects) {
    if (other.aspects[aspect] === observed[aspect] && isComparable(aspect, left)) return aspect
    if (!changed.includes(aspect)) continue
    // One operation may require a login that another one does not.
    const isLogin = aspect === 'status' && isRefusal(observed) && isRefusal(other.aspects)
    const accepts = (each: string, told: ReadRequest) => each === aspect && (!isLogin || told.path === request.path)
    // A service writes them in one way, so one that is odd shows that the others were chance.
    const isNew = aspect === 'error' && fieldsOf(observed).some((field) => !fieldsOf(expected).includes(field))
    if (OF_ALL_RECORDS.has(aspect) || isNew) return aspect
    if ((await findTelling(change, { fit, parts }, accepts)) === undefined) return aspect
  }
  return undefined
}

const OF_ALL_RECORDS: ReadonlySet<string> = new Set(['times', 'secrets', 'order'])

const fieldsOf = ({ error = '' }: Aspects) => error.split(', ').map((each) => each.split(':')[0])

/** Finds a response that tells by some aspect that a change is wrong. */
async function findTelling(
  change: Change,
  { fit, parts }: Pick<Findings, 'fit' | 'parts'>,
  accepts: (aspect: string, request: ReadRequest) => boolean,
): Promise<Evidence | undefined> {
  const values = applyChanges(fit.values, [change])
  for (const observation of parts.observations) {
    const { request, observed } = observation
    const usual = await parts.oracle.predict(fit.values, request)
    const other = await parts.oracle.predict(values, request)
    if (usual === undefined || other === undefined) continue
    const telling = listTelling(usual.aspects, other.aspects, { observation, muted: parts.muted })
    if (telling.some((aspect) => accepts(aspect, request))) return { request, received: observed, other: other.aspects }
  }
  return undefined
}

async function findEvidence(id: AssumptionId, findings: Findings): Promise<Evidence | undefined> {
  for (const change of listOthers(id, findings.fit.values, findings.parts)) {
    const found = await findTelling(change, findings, () => true)
    if (found !== undefined) return found
  }
  return undefined
}

const isRefusal = ({ status = '' }: Aspects) => /^(?:3\d\d|401|403|a web page)$/.test(status)
