// Which requests tell the ways of leaving a question, without those that tell only what others do.

import type { Aspects } from '../learn/aspects.ts'
import type { Neighbour } from '../learn/neighbours.ts'
import { placeOf } from '../learn/oddities.ts'
import { READINGS } from '../learn/ways.ts'
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

/** Selects the requests that tell what no other one does. */
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
  for (const each of all.toSorted((one, other) => lengthOf(one) - lengthOf(other))) {
    const isTold = needed.some((other) => tells(other, each) && (other.way === each.way || !isOdd(other.request)))
    if (isOdd(each.request) || !isTold) needed.push(each)
  }
  const groups = groupBy(needed, ({ request, about }) => `${placeOf(request)} ${about}`)
  return [...groups.values()].flatMap((group) => {
    const odd = group.filter(({ request }) => isOdd(request))
    const usual = group.filter((each) => !odd.includes(each))
    return [...odd, ...selectByReadings(usual)].map(({ request }) => request)
  })
}

const lengthOf = ({ text = '', whole = '' }: ExpectedAnswer) => (whole.includes(text) ? text.length : 0)
const isFound = ({ usual: { status, members } }: ExpectedAnswer) => status === '200' && members !== ''

/** Whether the service is as likely to answer one request as before as the other one. */
function tells(one: ExpectedAnswer, other: ExpectedAnswer): boolean {
  if (one.usual.status !== other.usual.status || isFound(one) !== isFound(other)) return false
  if (isLong(one) && one.request.query === other.request.query) return true
  if (placeOf(one.request) !== placeOf(other.request)) return false
  if (one.way !== undefined && one.way === other.way) return true
  return one.about === other.about && isPiece(one, other)
}

// How much is received is no matter of the operation.
const isLong = ({ request: { query = '' } }: ExpectedAnswer) => query.length > 1000

/**
 * Whether a text is a piece of the other one: what finds a record by a piece of its name finds it by more of it. If
 * neither finds it, both have to be where the name begins, or where it ends.
 */
function isPiece(one: ExpectedAnswer, { text: longer = '', whole = '' }: ExpectedAnswer): boolean {
  const { text: piece = '' } = one
  if (piece === '' || one.usual.status !== '200' || !whole.includes(longer)) return false
  if (isFound(one)) return longer.includes(piece)
  const isBeginning = whole.startsWith(longer) && longer.startsWith(piece)
  return isBeginning || (whole.endsWith(longer) && longer.endsWith(piece))
}

/** Selects the texts that tell how the service reads them now from all other readings. */
function selectByReadings(asked: readonly ExpectedAnswer[]): readonly ExpectedAnswer[] {
  const { [asked[0]?.about ?? '']: readings } = READINGS as Readonly<Record<string, readonly RegExp[] | undefined>>
  if (readings === undefined) return asked
  const isReadAs = (reading: RegExp, { text = '', usual }: ExpectedAnswer) =>
    reading.test(text) === (usual.status === '200')
  const selected: ExpectedAnswer[] = []
  let others = readings.filter((reading) => !asked.every((each) => isReadAs(reading, each)))
  while (others.length > 0) {
    const countOf = (each: ExpectedAnswer) => others.filter((reading) => !isReadAs(reading, each)).length
    const [best] = asked.toSorted((one, other) => countOf(other) - countOf(one))
    if (best === undefined) break
    selected.push(best)
    others = others.filter((reading) => isReadAs(reading, best))
  }
  return selected
}
