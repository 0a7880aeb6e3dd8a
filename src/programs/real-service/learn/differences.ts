// What of two responses differs, in words that stay the same when the data changes.

import type { AssumptionId } from '../../../service/types.ts'
import type { FormDifference } from '../forms/differences.ts'
import { tellName } from '../forms/told-name.ts'
import { findAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, ERROR, isOfErrors, isOfForm, listDifferent, PAGE, USUAL_COUNT } from './aspects/aspects.ts'
import { EACH_TIME } from './aspects/order.ts'
import { describeAspect, describeOperation, describeRequest } from './describe.ts'

/** A difference between a service and every one that the register describes. The same one is equal in every run. */
export interface Deviation {
  /** Such as `GET /v2/deployments?limit`. Values of parameters are left out. */
  readonly operation: string
  /** What differs, such as `status` or `resources[].name`. */
  readonly aspect: string
  /** How it differs, such as `404 instead of 200`. */
  readonly value: string
}

/** A response with aspects that no values explain. */
export interface OddResponse {
  readonly request: ReadRequest
  readonly expected: Aspects
  readonly received: Aspects
  /** The questions that it is about. */
  readonly ids?: readonly AssumptionId[]
}

/** What differs from every service that the register describes. */
interface Unexplained {
  readonly unexplained: readonly OddResponse[]
  readonly forms: readonly FormDifference[]
}

/** Names the differences between a response and the expected one, such as `status: 400 instead of 422`. */
export function nameDifferences(expected: Aspects, received: Aspects): readonly string[] {
  return listDifferent(expected, received)
    .map((name) => nameDifference(name, expected, received))
    .sort()
}

export function nameDifference(name: string, expected: Aspects, received: Aspects): string {
  return `${name}: ${describe(name, expected, received)}`
}

function describe(name: string, { [name]: expected = '' }: Aspects, { [name]: received = '' }: Aspects): string {
  // Which ones they are is data.
  if (name === 'members') return 'other records are selected'
  if (name === 'count' || name === USUAL_COUNT)
    return Number(received) < Number(expected) ? 'fewer records' : 'more records'
  if (name === 'fields') return describeFields(expected.split(' '), received.split(' '))
  if (expected === '') return `${received} is new`
  if (received === '') return `${expected} is gone`
  return `${received} instead of ${expected}`
}

function describeFields(expected: readonly string[], received: readonly string[]): string {
  const gone = expected.filter((field) => !received.includes(field))
  const added = received.filter((field) => !expected.includes(field))
  const [first, second] = [gone, added].map((fields) => fields.join(', '))
  return [first && `${first} gone`, second && `${second} new`].filter(Boolean).join('; ')
}

export interface ShownDeviation extends Deviation {
  /** The requests whose responses show it, without data. Forms have none. */
  readonly requests: readonly string[]
  /** What the first response has, and what was expected instead. */
  readonly received: string
  readonly expected: string
  /** The questions that it is about. */
  readonly ids: readonly AssumptionId[]
}

/** Lists everything that differs, by what was asked. What is said about the fields of an operation is not said again. */
export function listDeviations({ unexplained, forms }: Unexplained): readonly ShownDeviation[] {
  const found = new Map<string, ShownDeviation & { readonly requests: string[] }>()
  const wrapped = new Set(unexplained.flatMap((each) => (isWrapped(each) ? [findAllowed(each.request)] : [])))
  for (const { operation: name, request: operation, aspect, value } of forms) {
    // What stands beside a list follows from what it stands in.
    if (wrapped.has(name) && BESIDE.test(aspect)) continue
    const form = {
      operation,
      aspect,
      value,
      requests: [],
      received: `${aspect}: ${value}`,
      expected: 'another form',
      ids: [],
    }
    found.set(keyOfDeviation(form), form)
  }
  for (const { request, expected, received, ids = [] } of unexplained) {
    for (const aspect of listDifferent(expected, received)) {
      if (isAboutFields(aspect) && hasForm(forms, request)) continue
      const operation = describeAsked(request, aspect)
      const deviation = { operation, aspect, value: describeLastingly(aspect, expected, received) }
      const key = keyOfDeviation(deviation)
      const [seen, usual] = [describeAspect(aspect, received), describeAspect(aspect, expected)]
      const known = found.get(key) ?? { ...deviation, requests: [], received: seen, expected: usual, ids }
      found.set(key, known)
      const text = describeRequest(request)
      if (!known.requests.includes(text)) known.requests.push(text)
    }
  }
  return [...found.values()].filter((each) => isRandom(each) || !isOfRandom(each, found))
}

const BESIDE = /^(?:[\w*]+|the body)$/
const isWrapped = ({ expected, received }: OddResponse) => listDifferent(expected, received).includes('envelope')

function describeAsked(request: ReadRequest, aspect: string): string {
  const { isAnonymous: _, ...asked } = request
  // Whoever asks, a list has the same order.
  return describeOperation(aspect === 'order' ? asked : request, !isOfForm(aspect))
}

/** Which order a list seems to have depends on its records. */
function describeLastingly(aspect: string, expected: Aspects, received: Aspects): string {
  // So do the fractions of times that are trimmed.
  if (aspect === 'times' && received.times?.includes(' ')) return 'several forms'
  if (aspect === 'order') return received.order === EACH_TIME ? EACH_TIME : 'another order'
  return describe(aspect, expected, received)
}

/** Returns whether a deviation is one of some. A list that has another order each time may seem to have one. */
export function createAccepted(accepted: readonly Deviation[]): (deviation: Deviation) => boolean {
  const keys = new Set(accepted.map(keyOfCause))
  return (each) => keys.has(keyOfCause(each)) || isOfRandom(each, keys)
}

/** Writes a deviation as one text, without the operation if all have it: errors are written in one way. */
export function keyOfCause(deviation: Deviation): string {
  return keyOfDeviation(isOfErrors(deviation.aspect) ? { ...deviation, operation: '' } : deviation)
}

/** Whether a list has another order each time. */
export const isRandom = ({ aspect, value }: Deviation) => aspect === 'order' && value === EACH_TIME

function isOfRandom(each: Deviation, keys: { has(key: string): boolean }): boolean {
  return each.aspect === 'order' && keys.has(keyOfDeviation({ ...each, value: EACH_TIME }))
}

/** Joins what differs in the same way whatever the value of a parameter was, or without any, and what has one cause. */
export function joinDeviations(deviations: readonly ShownDeviation[]): readonly ShownDeviation[] {
  const found = new Map<string, ShownDeviation>()
  const all = new Set(deviations.map(keyOfDeviation))
  for (const each of deviations) {
    const plain = each.operation.replace(/[? ][^/]*$/, '')
    const isOfAll = all.has(keyOfDeviation({ ...each, operation: plain }))
    const operation = isOfAll ? plain : each.operation.replaceAll(/=[^&\s]*/g, '')
    const key = nameCause(each, operation)
    const known = found.get(key)
    found.set(key, known === undefined ? { ...each, operation } : join(known, each))
  }
  return [...found.values()]
}

const ABSENT = 'absent'

function nameCause({ aspect, value, operation: asked, received }: ShownDeviation, operation: string): string {
  // Which offset was expected depends on the page.
  if (aspect === 'offset') return `${operation} ${received}`
  // How errors are written, and what answers for unknown paths, is the same for all operations.
  if ([PAGE, 'type', 'origin'].includes(aspect) || isOfErrors(aspect)) return `${aspect}: ${value}`
  // Whatever refuses a text reads no parameter.
  const [text] = /=(?:null)?$/.exec(asked) ?? []
  if (aspect === 'status' && text !== undefined) return `${text}: ${value.split(' instead')[0]}`
  if (aspect === 'status' && value.startsWith(ERROR)) return ERROR
  // So is what a method, a slash at the end, missing credentials or a path that is not there get.
  const [form = 'GET'] = /^(?:HEAD|OPTIONS)|\/$|\(.*\)$/.exec(asked) ?? []
  if (aspect === 'status' && !operation.includes('?')) return `${form} ${value}`
  // Fields beside each other are absent together.
  const place = value === ABSENT ? aspect.replace(LAST_NAME, '') : aspect
  return keyOfDeviation({ operation, aspect: place, value })
}

const LAST_NAME = /[^.]*$/

function join(known: ShownDeviation, { aspect: other, value, requests }: ShownDeviation): ShownDeviation {
  const all = { ...known, requests: [...known.requests, ...requests] }
  if (value !== ABSENT) return all
  const aspect = `${known.aspect}, ${LAST_NAME.exec(other)?.[0]}`
  return { ...all, aspect, received: `${aspect}: ${value}` }
}

/** Whether an aspect is also one of the form of results. */
const isAboutFields = (aspect: string) => /^(?:field |page |cursor$|empty list$|list of one$)/.test(aspect)

/** Says that deployments have a status that no assumption has. */
export function describeStatus(status: string): Deviation {
  return { operation: 'GET /v2/deployments', aspect: OF_STATUSES, value: `${tellName(status)} is new` }
}

/** What differs if there is another status. */
export const OF_STATUSES = 'words of statuses'

/** Writes a deviation as one text. */
export function keyOfDeviation({ operation, aspect, value }: Deviation): string {
  return `${operation}: ${aspect}: ${value}`
}

/** Whether the form of the operation's results differs. */
function hasForm(forms: readonly FormDifference[], request: ReadRequest): boolean {
  const operation = findAllowed(request)
  return forms.some((each) => each.operation === operation)
}
