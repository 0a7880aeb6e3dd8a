// What a real service answered, and which values explain it.

import type { AssumptionId } from '../../../service/types.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { type Aspects, hasNewFields, isComparable, isOfForm, listDifferent } from './aspects/aspects.ts'
import type { Oracle } from './oracle.ts'
import type { Values } from './services.ts'

/** A request to the real service, and the aspects of its response. */
export interface Observation {
  readonly request: ReadRequest
  readonly observed: Aspects
}

/** A value of a question. */
export interface ChosenValue {
  readonly id: AssumptionId
  readonly value: string
}

/** How well values explain observations. */
export interface Fit {
  readonly values: Values
  /** In how many aspects the predictions differ from the observations. */
  readonly cost: number
  /** The observations whose predictions differ. */
  readonly unexplained: readonly Observation[]
}

/** What fits are found with. */
export interface FitParts {
  readonly oracle: Oracle
  readonly observations: readonly Observation[]
  readonly muted: Muted
  /** Lists the values of a question that are tried. */
  listValues(id: AssumptionId): readonly string[]
}

/**
 * The aspects of responses that no values explain. They count for nothing wherever the same parameter is asked or, if
 * there is none or the aspect is one of the form, the same path: the service has a way of its own there. What is odd for
 * a special text only counts for nothing where the same kind is asked. Of a status, only the same difference does: a
 * service that accepts a limit of 0 may well refuse a text.
 */
export type Muted = ReturnType<typeof createMuted>

/** Creates a list of no aspects yet. */
export function createMuted() {
  const muted = new Set<string>()
  // Records that came or went while the service was asked, so a list without them may have had no other reason.
  const changed = new Set<string>()
  const listUnchanged = (members: string) => members.split(' ').filter((id) => !changed.has(id))
  const hasChanged = ({ members: before }: Aspects, { members: after }: Aspects) =>
    before !== undefined && after !== undefined && listUnchanged(before).join() === listUnchanged(after).join()
  const keysOf = (request: ReadRequest, aspect: string, difference: Difference | undefined, special = '') => {
    const places = isOfForm(aspect) ? [nameOperation(request)] : listPlaces(request)
    const change = aspect === 'status' ? describeStatuses(difference) : ''
    return places.map((place) => `${place}${special}: ${aspect}${change}`)
  }
  return {
    /** Whether an aspect counts for nothing; without a difference, whatever it may be. */
    has: (request: ReadRequest, aspect: string, difference?: Difference) =>
      muted.has(aspect) ||
      ['', findSpecial(request)].some((special) =>
        keysOf(request, aspect, difference, special).some((key) => muted.has(key)),
      ) ||
      (aspect === 'members' && difference !== undefined && hasChanged(...difference)),
    /** Whether two lists differ only in records that came or went. */
    hasChanged,
    add(request: ReadRequest, aspect: string, difference: Difference) {
      // A service writes all errors in one way, but a gateway may answer for paths that are not there.
      const isOfAll = aspect === 'error' && difference[0].status !== '404'
      if (isOfAll && hasNewFields(...difference)) muted.add(aspect)
      for (const key of keysOf(request, aspect, difference, findSpecial(request))) muted.add(key)
    },
    /** Notes which records one of two whole lists without filters lacks. */
    noteChanges([expected, observed]: readonly [string, string]) {
      const [before, after] = [expected.split(' '), observed.split(' ')]
      for (const id of [...before, ...after]) if (before.includes(id) !== after.includes(id)) changed.add(id)
    },
  }
}

/** A response, and the one that was expected. */
type Difference = readonly [expected: Aspects, observed: Aspects]

/** Which of the two statuses of invalid requests was expected is a question of its own. */
const describeStatuses = ([{ status: expected }, { status: observed }]: Difference = [{}, {}]) =>
  ` ${expected === '400' ? '422' : expected} to ${observed}`

const nameOperation = ({ method, path }: ReadRequest) => `${method} ${path}`

/** Names the question that is about the texts of a request, if they are special: empty, `null`, repeated, long, negative or no number. */
export function findSpecial({ query = '' }: ReadRequest): AssumptionId | undefined {
  if (query.length > LEAST_LONG) return 'requestSize'
  const pairs = [...new URLSearchParams(query)]
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) return 'repeatedParameter'
  if (pairs.some(([, value]) => value === 'null')) return 'nullParameter'
  if (pairs.some(([, value]) => value === '')) return 'emptyFilter'
  const numbers = pairs.flatMap(([name, value]) => (NUMBERS.has(name) ? [value] : []))
  if (numbers.some((value) => !/^-?\d+$/.test(value))) return 'integerSyntax'
  return numbers.some((value) => value.startsWith('-')) ? 'validationStatus' : undefined
}

const LEAST_LONG = 1000
const NUMBERS = new Set(['limit', 'offset'])

/** Names where what is odd in a response counts for nothing in others: the parameters or, if there is none, the path. */
export function listPlaces(request: ReadRequest): readonly string[] {
  const parameters = listParameters(request)
  return parameters.length === 0 ? [nameOperation(request)] : parameters
}

/** Names the parameters that a request is about, each with its path. A limit beside others only asks for the whole list. */
export function listParameters({ path, query = '' }: ReadRequest): readonly string[] {
  const names = new Set(new URLSearchParams(query).keys())
  if (names.size > 1) names.delete('limit')
  return [...names].map((name) => `${path}?${name}`)
}

/** Lists the aspects of an observation that differ from the expected ones, and that count. */
export function listContradicted(
  expected: Aspects,
  { request, observed }: Observation,
  muted: Muted,
): readonly string[] {
  return listDifferent(expected, observed).filter((name) => !muted.has(request, name, [expected, observed]))
}

interface TellingParts {
  readonly observation: Observation
  readonly muted: Muted
}

/** Lists the aspects of an observation that some expected ones explain, and others do not. */
export function listTelling(usual: Aspects, other: Aspects, { observation, muted }: TellingParts): readonly string[] {
  const { observed } = observation
  // Which status a refusal has is a question of its own.
  const isRefused = isInvalid(usual) && isInvalid(observed) && !isInvalid(other)
  const unexplained = listDifferent(usual, observed).filter((name) => name !== 'status' || !isRefused)
  return listContradicted(other, observation, muted).filter(
    (name) => !unexplained.includes(name) && isComparable(name, unexplained),
  )
}

/** Whether a response says that the request is invalid, in whichever way. */
export const isInvalid = ({ status = '' }: Aspects) => INVALID.test(status)
const INVALID = /^4(?!0[1345]|1[0346]|29|31)/

/** Returns the values with some of them replaced. */
export function replaceValues(values: Values, changes: readonly ChosenValue[]): Values {
  return { ...values, ...Object.fromEntries(changes.map(({ id, value }) => [id, value])) }
}

/** Lists the changes from some values to others. */
export function listDifferences(from: Values, to: Values): readonly ChosenValue[] {
  const ids = Object.keys(to) as AssumptionId[]
  return ids.filter((id) => from[id] !== to[id]).map((id) => ({ id, value: to[id] }))
}

/** Lists the values of a question other than the current one. */
export function listOthers(id: AssumptionId, values: Values, { listValues }: FitParts): ChosenValue[] {
  return listValues(id)
    .filter((value) => value !== values[id])
    .map((value) => ({ id, value }))
}

/** Compares predictions with observations. With a limit, it stops as soon as the cost is higher. */
export async function measure(
  values: Values,
  { oracle, observations, muted }: FitParts,
  limit = Number.POSITIVE_INFINITY,
): Promise<Fit> {
  let cost = 0
  const unexplained: Observation[] = []
  for (const observation of observations) {
    const prediction = await oracle.predict(values, observation.request)
    const names = prediction === undefined ? ['impossible'] : listContradicted(prediction.aspects, observation, muted)
    if (names.length > 0) unexplained.push(observation)
    for (const name of names) cost += costOf(name, [prediction?.aspects ?? {}, observation.observed])
    if (cost > limit) break
  }
  return { values, cost, unexplained }
}

function costOf(name: string, [expected, observed]: Difference): number {
  const isRefusal = name === 'status' && isInvalid(expected) && isInvalid(observed)
  return COSTS[isRefusal ? 'refusal' : name] ?? 1
}

// What hides others costs more than all of them could.
const COSTS: Readonly<Record<string, number>> = {
  impossible: 1000,
  status: 300,
  body: 200,
  members: 100,
  refusal: 20,
  envelope: 10,
  error: 10,
}
