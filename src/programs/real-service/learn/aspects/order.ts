// The order of the records of a list.

import type { JsonObject } from '../../records/ask.ts'

// A shuffled list of fewer records is sorted by chance too often: one of six in 720 is.
export const LEAST_SORTED = 8
const ORDERS: readonly (readonly [name: string, field: string, sign: 1 | -1])[] = [
  ['oldest first', 'created_at', 1],
  ['newest first', 'created_at', -1],
  ['last changed first', 'updated_at', -1],
  ['by name', 'name', 1],
]

/** Returns an order without what a list of a simulator only has by chance: each that no value of a question has. */
export const withoutChance = (order: string) => (ORDERS.some(([name]) => order.startsWith(name)) ? order : 'none')

/** The order of a list that has another one each time. */
export const EACH_TIME = 'another one each time'

export function describeOrder(records: readonly Readonly<Record<string, unknown>>[]): string {
  const holding = ORDERS.filter(([, field, sign]) => {
    const values = records.map(({ [field]: value }) => value)
    return values.every((value) => typeof value === 'string') && isSorted(values.map(sortKeyOf(field)), sign)
  })
  if (holding.length > 0) return holding.map(([name]) => name).join(', ') + describeTies(records, holding[0]?.[1] ?? '')
  const fields = Object.keys(records[0] ?? {})
  if (fields.some((field) => isSortedBy(field, records, 1))) return 'by another field'
  if (fields.some((field) => isSortedBy(field, records, -1))) return 'by a field, descending'
  const isGrouped = fields.some((group) => fields.some((field) => isSortedWithin(group, field, records)))
  return isGrouped || fields.some((field) => isPartlySortedBy(field, records)) ? 'in part by a field' : 'none'
}

/** Whether records are in the order of a field, and those with the same value in the order of another one. */
function isSortedWithin(group: string, field: string, records: readonly JsonObject[]): boolean {
  if (records.some(({ created_at }) => typeof created_at !== 'string')) return false
  const read = (value: unknown) => (typeof value === 'object' ? '' : String(value))
  const pairs = records.map((record): [string, string] => [read(record[group]), read(record[field])])
  if (new Set(pairs.map((pair) => pair.join('\n'))).size < LEAST_SORTED) return false
  return [1, -1].some((outer) =>
    [1, -1].some((inner) =>
      pairs.every(([one, text], place) => {
        const [before = one, last = text] = pairs[place - 1] ?? []
        return (outer * compareValues(before, one) || inner * compareValues(last, text)) <= 0
      }),
    ),
  )
}

// Where the service knows more of a time than it writes, fewer are in some order by chance.
const LEAST_TIES = 8

/** Says that records with equal values of a field are in the order of another field, and not of their ids. */
function describeTies(records: readonly JsonObject[], field: string): string {
  const ties = records.flatMap((record, place) => {
    const before = records[place - 1]
    return before !== undefined && before[field] === record[field] ? [[before, record] as const] : []
  })
  const signsOf = (name: string) => ties.map((pair) => compareValues(...readPair(pair, name)))
  const isOneWay = (signs: readonly number[]) => [1, -1].some((sign) => signs.every((each) => each === sign))
  if (signsOf('id').every((sign) => sign <= 0)) return ''
  const isOfField = ties.length >= LEAST_TIES && Object.keys(records[0] ?? {}).some((name) => isOneWay(signsOf(name)))
  return isOfField || isExact(records, field) ? ', ties by another field' : ''
}

/** Whether records are deployments, which are in the order of their ids if a field is equal, and all of the field is written. */
const isExact = (records: readonly JsonObject[], field: string) =>
  records.every(({ source_config }) => source_config !== undefined) &&
  (field === 'name' || records.some(({ [field]: time }) => MICROSECONDS.test(String(time))))

const MICROSECONDS = /\.\d{6}/

function readPair(pair: readonly [JsonObject, JsonObject], name: string): [string, string] {
  const [one = '', other = ''] = pair.map(({ [name]: value }) => (typeof value === 'string' ? value.toLowerCase() : ''))
  return [one, other]
}

/**
 * By chance, few lists are sorted as far as this. Of short ones, more are, because groups of few records show no more.
 * What is by chance cannot be stated anyway.
 */
const mostDeviations = (count: number) => Math.min(3.6, Math.max(2.6, 1.6 + count / 16))

/** Whether more records are in the order of a field than chance explains, such as within groups of records. */
function isPartlySortedBy(field: string, records: readonly Readonly<Record<string, unknown>>[]): boolean {
  if (records.some(({ created_at }) => typeof created_at !== 'string')) return false
  const values = records.map(({ [field]: value }) => (typeof value === 'string' ? value.toLowerCase() : ''))
  const count = values.length
  if (new Set(values).size < count / 2) return false
  const signOf = (one: number, other: number) => compareValues(values[one] ?? '', values[other] ?? '')
  let [ofNeighbours, ofAll] = [0, 0]
  for (let one = 0; one < count; one += 1) {
    if (one > 0) ofNeighbours += signOf(one - 1, one)
    for (let other = one + 1; other < count; other += 1) ofAll += signOf(one, other)
  }
  return (
    Math.abs(ofNeighbours) > mostDeviations(count) * Math.sqrt((count + 1) / 3) ||
    Math.abs(ofAll) > mostDeviations(count) * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  )
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/

/** Fractions of seconds are absent if they are zero, and the zone is greater than a point. */
const sortKeyOf = (field: string) => (value: string) => (field === 'name' ? value : value.replace(ZONE, ''))

/** Whether records are in some order of a field that no value of a question has, such as without regard to case. */
function isSortedBy(field: string, records: readonly Readonly<Record<string, unknown>>[], sign: 1 | -1): boolean {
  const values = records.map(({ [field]: value }) => value)
  const isText = values.every((value) => typeof value === 'string')
  // Records that do not say when they were created may be in that order, as their ids are.
  const isTimed = records.every(({ created_at }) => ['string', 'number'].includes(typeof created_at))
  if (!isTimed && !(isText && values.every((value) => !LIKE_ID.test(value)))) return false
  if (!isText && !values.every((value) => typeof value === 'number')) return false
  const lower = values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
  if (new Set(lower).size < LEAST_SORTED) return false
  return isSorted(values, sign) || isSorted(lower, sign)
}

const LIKE_ID = /^(?:\d*|[\da-f-]{20,})$/i

function isSorted(values: readonly (string | number)[], sign: 1 | -1): boolean {
  return values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || sign * compareValues(before, value) <= 0
  })
}

function compareValues(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
