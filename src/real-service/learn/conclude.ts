// What follows from the observations.

import { namedValues } from '../../engine/assumptions/assumptions.ts'
import type { AssumptionId } from '../../engine/define/service-types.ts'
import { questions } from '../../service/assumptions/register.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, areDifferent, listDifferent } from './aspects.ts'
import { applyChanges, type Fit, type FitParts, listOthers, type Observation } from './evidence.ts'
import { listPossible, type Rival } from './rivals.ts'
import type { Values } from './values.ts'

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
  /** Responses that no values explain. */
  readonly unexplained: readonly {
    readonly request: ReadRequest
    readonly expected: Aspects
    readonly received: Aspects
  }[]
  /** For each decided question, the response that decided it. */
  readonly evidence: Readonly<Record<string, Evidence>>
}

/** What conclusions are drawn from. */
export interface Findings {
  readonly ids: readonly AssumptionId[]
  readonly fit: Fit
  /** The observations that no values explain. */
  readonly gaps: readonly Observation[]
  readonly rivals: readonly Rival[]
  readonly parts: FitParts
  /** Why it ended although more requests would have told more; undefined if none would. */
  readonly end: string | undefined
  /** The questions that are not asked, and why. */
  readonly untried: ReadonlyMap<AssumptionId, string>
}

/**
 * Draws the conclusions: a value is stated only if no other one explains the observations as well, and if none comes
 * closer to a response that no values explain.
 */
export async function conclude(findings: Findings): Promise<Conclusions> {
  const { ids, fit, rivals, untried } = findings
  const possible = new Map(listPossible(fit.values, rivals))
  for (const id of untried.keys()) if (ids.includes(id)) possible.set(id, namedValues(questions.register[id]))
  const { unclear, closer } = await findDoubts(findings)
  for (const [id, values] of closer) {
    if (ids.includes(id)) possible.set(id, [...new Set([...(possible.get(id) ?? [fit.values[id]]), ...values])])
  }
  const decided = ids.filter((id) => !possible.has(id))
  const evidence = new Map<string, Evidence>()
  for (const id of decided) {
    const found = await findEvidence(id, findings)
    if (found !== undefined) evidence.set(id, found)
  }
  // A value that only the data rules out, or that is the only one, needs no response.
  return {
    assumptions: Object.fromEntries(decided.map((id) => [id, fit.values[id]])),
    undecided: Object.fromEntries(
      [...possible].map(([id, values]) => [id, { possible: values, because: explainWhy(id, findings, unclear) }]),
    ),
    unexplained: await listUnexplained(findings),
    evidence: Object.fromEntries(evidence),
  }
}

/** What responses that no values explain say about questions. */
interface Doubts {
  /** The questions that decide such responses. */
  readonly unclear: ReadonlySet<AssumptionId>
  /** Values that come closer to such a response than those that explain the others. */
  readonly closer: ReadonlyMap<AssumptionId, ReadonlySet<string>>
}

async function findDoubts({ fit, gaps, parts }: Findings): Promise<Doubts> {
  const unclear = new Set<AssumptionId>()
  const closer = new Map<AssumptionId, Set<string>>()
  for (const { request, observed } of gaps) {
    const usual = await parts.oracle.predict(fit.values, request)
    for (const change of (usual?.reads ?? []).flatMap((id) => listOthers(id, fit.values, parts))) {
      const other = await parts.oracle.predict(applyChanges(fit.values, [change]), request)
      if (usual === undefined || other === undefined || !areDifferent(usual.aspects, other.aspects)) continue
      unclear.add(change.id)
      if (isCloser(other.aspects, usual.aspects, observed)) {
        closer.set(change.id, (closer.get(change.id) ?? new Set()).add(change.value))
      }
    }
  }
  return { unclear, closer }
}

// What is rejected for another reason than the observed one is no closer.
const isCloser = (one: Aspects, other: Aspects, observed: Aspects) =>
  one.status === observed.status && listDifferent(one, observed).length < listDifferent(other, observed).length

function explainWhy(id: AssumptionId, { end, untried, parts }: Findings, unclear: ReadonlySet<AssumptionId>): string {
  const untriedBecause = untried.get(id)
  if (untriedBecause !== undefined) return untriedBecause
  if (unclear.has(id)) return 'No value explains the responses that depend on it.'
  if (!parts.oracle.shown.has(id)) return 'No request that only reads depends on it.'
  return end ?? 'With this data, every request that was tried is answered alike.'
}

async function findEvidence(
  id: AssumptionId,
  { fit, parts }: Pick<Findings, 'fit' | 'parts'>,
): Promise<Evidence | undefined> {
  for (const change of listOthers(id, fit.values, parts)) {
    const values = applyChanges(fit.values, [change])
    for (const { request, observed } of parts.observations) {
      const other = await parts.oracle.predict(values, request)
      if (other === undefined || !areDifferent(other.aspects, observed)) continue
      return { request, received: observed, other: other.aspects }
    }
  }
  return undefined
}

async function listUnexplained({ fit, gaps, parts }: Findings): Promise<Conclusions['unexplained']> {
  const listed = []
  for (const { request, observed } of gaps) {
    const prediction = await parts.oracle.predict(fit.values, request)
    listed.push({ request, expected: prediction?.aspects ?? {}, received: observed })
  }
  return listed
}
