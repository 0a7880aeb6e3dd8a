// Responses that no values explain, and which of them are odd in the same way.

import { deploymentWire } from '../../../service/resources/deployments/wire.ts'
import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, isOfForm, listDifferent } from './aspects/aspects.ts'
import { describeRequest } from './describe.ts'
import { nameDifference } from './differences.ts'
import { type Fit, type FitParts, findSpecial, isInvalid, listPlaces, type Observation } from './evidence.ts'
import { describeWays } from './ways.ts'

/** A response some of whose aspects the values do not explain. */
export interface Oddity extends Observation {
  readonly expected: Aspects
  readonly aspects: readonly string[]
  readonly reads: readonly AssumptionId[]
}

interface FitFindings {
  readonly fit: Fit
  readonly parts: FitParts
}

/** Lists the responses that values do not explain. */
export async function listOddities({ fit, parts }: FitFindings): Promise<readonly Oddity[]> {
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

/** Describes what is odd, and in which way the service may answer a question. */
export function describeOddity(
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

/** Finds a response to a usual value of the same parameter that is odd in the same way. */
export function findUsual(oddity: Oddity, oddities: readonly Oddity[]): Oddity | undefined {
  const isUsual = ({ request }: Oddity) =>
    placeOf(request) === placeOf(oddity.request) && findSpecial(request) === undefined
  return oddities.find((each) => isUsual(each) && isAlike(oddity, each) && hasFewer(oddity) === hasFewer(each))
}

const hasFewer = ({ expected, observed }: Oddity) => Number(observed.count) < Number(expected.count)

/** Finds the plain request of the same operation, if its response is odd in the same way, or if it is not there. */
export function findPlain(oddity: Oddity, oddities: readonly Oddity[]): Oddity | undefined {
  const path = oddity.request.path.replace(/\/$/, '')
  const key = JSON.stringify({ method: 'GET', path })
  const isElsewhere = ({ observed: { status } }: Oddity) => status === '404' && oddity.observed.status === status
  const found = oddities.find((each) => each !== oddity && JSON.stringify(each.request) === key)
  const isSame = (each: Oddity) => isAlike(each, oddity) && oddity.aspects.every((name) => each.aspects.includes(name))
  return found !== undefined && (isSame(found) || isElsewhere(found)) ? found : undefined
}

/** Lists responses with the same odd status or header to other values of a parameter, or to the same request of other operations. */
export function listSiblings(oddity: Oddity, oddities: readonly Oddity[]): readonly Oddity[] {
  const { request, aspects } = oddity
  const [first = ''] = aspects
  if (!/^(?:status$|header )/.test(first)) return []
  // A header belongs to a status, whatever the method was.
  const formOf = ({ method, path, query, headers, isAnonymous }: ReadRequest) =>
    JSON.stringify([first === 'status' && method, path.endsWith('/'), query, headers, isAnonymous])
  const isSibling = (each: ReadRequest) =>
    formOf(each) === formOf(request) ||
    (request.query !== undefined && placeOf(each) === placeOf(request) && findSpecial(each) === findSpecial(request))
  return oddities.filter((each) => each !== oddity && isSibling(each.request) && isAlike(each, oddity))
}

/** Whether what is odd is the form of all responses of an operation, whatever was asked. */
export function isOfAll({ request, aspects: [first = ''] }: Oddity, oddities: readonly Oddity[]): boolean {
  const isOther = (each: ReadRequest) => each.path === request.path && placeOf(each) !== placeOf(request)
  return isOfForm(first) && oddities.some((each) => isOther(each.request) && each.aspects.includes(first))
}

/** Whether two responses are odd in the same way. */
function isAlike({ aspects: [first = ''], expected, observed }: Oddity, other: Oddity): boolean {
  const difference = nameDifference(first, expected, observed)
  return other.aspects.includes(first) && difference === nameDifference(first, other.expected, other.observed)
}

/** Whether a field has the values that it should have, and is only absent where it should be null, or the other way round. */
export function isOfAbsence(
  aspect: string,
  { [aspect]: expected = '' }: Aspects,
  { [aspect]: observed = '' }: Aspects,
) {
  const listValues = (text: string) => text.split(' ').filter((value) => !/^(?:null|absent|)$/.test(value))
  return aspect.startsWith('field ') && listValues(expected).join() === listValues(observed).join()
}

/** Whether a deployment has no field where the contract has one. */
export function lacksField({ expected, observed, aspects, reads }: Oddity): boolean {
  const isGone = (name: string) =>
    expected[name] !== undefined && observed[name] === undefined && expected[name] !== 'null'
  return reads.includes('recordShape') && aspects.some((name) => name.startsWith('field ') && isGone(name))
}

/** Finds a field that lacks its value in some deployments, and never does under the values of the register. */
export function findLacking({ expected, observed, aspects, reads }: Oddity): string | undefined {
  const isLacking = (name: string) => REQUIRED.has(name) && isOfAbsence(name, expected, observed)
  return reads.includes('recordShape') ? aspects.find(isLacking) : undefined
}

const REQUIRED: ReadonlySet<string> = new Set(
  Object.entries(deploymentWire.written.shape).flatMap(([name, field]) =>
    field.safeParse(null).success ? [] : [`field ${name}`],
  ),
)

/** Lists the requests that are refused like an odd one, with another status than expected. There are none if it is not. */
export function listAlikeRefused({ expected, observed }: Oddity, oddities: readonly Oddity[]): readonly Oddity[] {
  if (!isInvalid(expected) || !isInvalid(observed) || expected.status === observed.status) return []
  return oddities.filter((each) => isInvalid(each.expected) && each.observed.status === observed.status)
}

/** Names where a request asks something. */
export const placeOf = (request: ReadRequest) => listPlaces(request).join()
