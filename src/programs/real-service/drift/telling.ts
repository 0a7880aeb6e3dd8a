// Which requests tell the ways of leaving a question, without those that tell only what others do.

import { type Aspects, isOfErrors, listDifferent } from '../learn/aspects/aspects.ts'
import { isPreflight, TOO_LARGE } from '../learn/aspects/find-aspects.ts'
import { findSpecial } from '../learn/evidence.ts'
import type { Neighbour } from '../learn/neighbours.ts'
import { placeOf } from '../learn/oddities.ts'
import { NOTHING, READINGS, SIGNS } from '../learn/ways.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { groupBy } from '../records/group-by.ts'

/** A request, and what the service answers if nothing has changed. */
interface ExpectedAnswer extends Neighbour {
  readonly usual: Aspects
}

/** What is known about the answers to requests. */
interface Knowing {
  /** Whether a request is known to be answered in another way. */
  isOdd(request: ReadRequest): boolean
  /** Returns what is expected; undefined if it cannot be known. */
  predict(request: ReadRequest): Promise<Aspects | undefined>
}

/** Selects the requests that tell what no other one does. What is odd is selected by what is accepted. */
export async function selectTelling(
  neighbours: readonly Neighbour[],
  { isOdd, predict }: Knowing,
): Promise<readonly ReadRequest[]> {
  const all: ExpectedAnswer[] = []
  for (const each of neighbours) {
    const usual = await predict(each.request)
    if (usual !== undefined) all.push({ ...each, usual })
  }
  const needed: ExpectedAnswer[] = []
  // What a short text tells, a longer one need not tell again.
  const sorted = all.toSorted((one, other) => rankOf(one) - rankOf(other))
  for (const group of groupBy(sorted, nameWay).values()) {
    const isTold = group.some((each) => isOdd(each.request) || needed.some((other) => tells(other, each)))
    if (!isTold) needed.push(...group.slice(0, 1))
  }
  const groups = groupBy(needed, ({ about = '', ofEach }) => ofEach?.[2] ?? about)
  const selected = [...groups.values()].flatMap((group) => selectByReadings(selectOfEach(group)))
  return selected.map(({ request }) => request)
}

const lengthOf = ({ text = '', whole = '' }: ExpectedAnswer) => (whole.includes(text) ? text.length : 0)
const rankOf = (each: ExpectedAnswer) =>
  each.text === NOTHING ? 0.5 : lengthOf(each) - (isLong(each.request) ? (each.request.query?.length ?? 0) : 0)
const isFound = ({ usual: { status, members } }: ExpectedAnswer) => status === '200' && members !== ''
const readingsOf = ({ about }: ExpectedAnswer) => (about === undefined ? undefined : READINGS[about])

/** Names what one of several texts tells, as the service is as likely to answer the others as before. */
function nameWay(each: ExpectedAnswer): string {
  const { request, about, way, usual } = each
  if (way === undefined || readingsOf(each) !== undefined) return JSON.stringify(request)
  return [placeOf(request), about, way, usual.status, isFound(each)].join()
}

/** Whether the service is as likely to answer one request as before as the other one. */
function tells(one: ExpectedAnswer, other: ExpectedAnswer): boolean {
  const [{ request, usual }, { request: asked }] = [one, other]
  if (usual.status !== other.usual.status || isFound(one) !== isFound(other)) return false
  if (isLong(request) && isLong(asked)) return tellsLong(one, other)
  if (asked.method === 'OPTIONS') return tellsMethod(one, other)
  if (placeOf(request) !== placeOf(asked)) return false
  // What reads a text that is nothing reads others that are nothing, too.
  const isNothing = one.text === 'null' || (one.about === other.about && one.about !== 'validationStatus')
  if (other.text === NOTHING && isNothing) return listDifferent(usual, other.usual).every(isOfErrors)
  return one.about === other.about && isPiece(one, other)
}

// How much is received is no matter of the operation, and what is not too long tells what is shorter.
function tellsLong({ request, usual }: ExpectedAnswer, { request: asked }: ExpectedAnswer): boolean {
  const isOne = [request, asked].every(({ query }) => !query?.includes('&'))
  return !TOO_LARGE.has(Number(usual.status)) && (isOne || request.query === asked.query)
}

/** What answers preflight requests does so for all operations, and what refuses HEAD refuses other methods. */
function tellsMethod({ request, usual }: ExpectedAnswer, { request: asked, usual: other }: ExpectedAnswer): boolean {
  if (isPreflight(request) || isPreflight(asked))
    return isPreflight(request) && isPreflight(asked) && usual.origin === other.origin
  return request.method === 'HEAD' && request.path === asked.path && usual.status !== '200'
}

const isLong = (request: ReadRequest) => findSpecial(request) === 'requestSize'

/**
 * Whether a text is a piece like the other one: what finds a record by a piece from within a word finds it by any other
 * piece, and what does not find it by a piece where a word begins or ends does not by one from within.
 */
function isPiece(one: ExpectedAnswer, other: ExpectedAnswer): boolean {
  const [edges, others] = [listEdges(one), listEdges(other)]
  if (edges === undefined || others === undefined || one.usual.status !== '200') return false
  return isFound(one) ? edges.every((edge) => others.includes(edge)) : others.every((edge) => edges.includes(edge))
}

/** Lists at which edges of names and words a piece of a name is; undefined if it is none. */
function listEdges({ text = '', whole = '' }: ExpectedAnswer): readonly string[] | undefined {
  if (text === '' || !whole.includes(text)) return undefined
  const places = [...whole].flatMap((_, place) => (whole.startsWith(text, place) ? [place] : []))
  return places.flatMap((place) => {
    const [before, after] = [whole.slice(0, place), whole.slice(place + text.length)]
    return [
      ...(before === '' ? ['beginning'] : []),
      ...(before === '' || SIGNS.test(before.slice(-1)) ? ['beginning of a word'] : []),
      ...(after === '' ? ['end'] : []),
      ...(after === '' || SIGNS.test(after[0] ?? '') ? ['end of a word'] : []),
    ]
  })
}

/** Selects requests so that each of some alike operations is asked something, and each thing is asked one of them. */
function selectOfEach(asked: readonly ExpectedAnswer[]): readonly ExpectedAnswer[] {
  if (asked.some(({ ofEach }) => ofEach === undefined)) return asked
  const sorted = asked.toSorted((one, other) => Number(one.ofEach?.[1] === '') - Number(other.ofEach?.[1] === ''))
  const selected: ExpectedAnswer[] = []
  const isNew = ({ ofEach, usual }: ExpectedAnswer, part: 0 | 1) =>
    !selected.some(
      (each) => each.ofEach?.[part] === ofEach?.[part] && (part === 0 || each.usual.status === usual.status),
    )
  for (const each of sorted) if (isNew(each, 0) && isNew(each, 1)) selected.push(each)
  for (const each of sorted) if (isNew(each, 0) || isNew(each, 1)) selected.push(each)
  return selected
}

/** Selects the texts that tell how the service reads them now from all other readings, and one of each parameter. */
function selectByReadings(asked: readonly ExpectedAnswer[]): readonly ExpectedAnswer[] {
  const readings = asked[0] && readingsOf(asked[0])
  if (readings === undefined) return asked
  const isReadAs = (reading: RegExp, { text = '', usual }: ExpectedAnswer) =>
    reading.test(text) === (usual.status === '200')
  const others = readings.filter((reading) => !asked.every((each) => isReadAs(reading, each)))
  const selected: ExpectedAnswer[] = []
  const listLeft = () => others.filter((reading) => selected.every((each) => isReadAs(reading, each)))
  const select = (some: readonly ExpectedAnswer[], isAlone: boolean) => {
    const from = isAlone ? others : listLeft()
    const countOf = (each: ExpectedAnswer) => from.filter((reading) => !isReadAs(reading, each)).length
    selected.push(...some.toSorted((one, other) => countOf(other) - countOf(one)).slice(0, 1))
  }
  // One parameter may be read in a way of its own.
  if (others.length > 0)
    for (const some of groupBy(asked, ({ request }) => placeOf(request)).values()) select(some, true)
  while (listLeft().length > 0) select(asked, false)
  return selected
}
