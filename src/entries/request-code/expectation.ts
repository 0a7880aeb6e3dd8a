// What a test can expect of a response.

import { decodeJson } from '../../engine/input/text/decode.ts'
import { writeLiteral } from './literal.ts'
import type { Expectation } from './test-code.ts'

/** A response: what the client got, or `null` if the connection was cut or nothing came. */
export interface ReceivedResponse {
  readonly status: number
  /** The body as text; null if it is unknown. */
  readonly body: string | null
  readonly retryAfter?: string | null
}

/** Finds the assumption that decides the order of a list. An order that the contract promises is none. */
export function findOrdering(assumptions: readonly string[]): string | undefined {
  return assumptions.find((id) => id.endsWith('Ordering'))
}

/** Says which part of the matching records a page has; undefined if it has all of them or none. */
export function describePart({ returned, matching }: Readonly<Record<'returned' | 'matching', number>>) {
  if (returned === 0 || returned >= matching) return undefined
  return `which ${returned} of ${matching} records ${returned === 1 ? 'comes' : 'come'}`
}

// A longer expectation is hard to read, so it names the records of a list instead.
const MOST_LINES = 60

interface ReceivedText extends ReceivedResponse {
  readonly body: string
}

/** Builds the expectation for a response. @param isOpen whether the contract leaves the order of records open */
export function expectResponse({ status, body }: ReceivedText, isOpen: boolean): Expectation {
  if (body === '') return { kind: 'status', status }
  const value = decodeJson(body)
  if (value === undefined) return { kind: 'text', status, body }
  const list = findList(value)
  const isLong = writeLiteral(value).split('\n').length > MOST_LINES
  if (list === undefined || !(isLong || (isOpen && list.values.length > 1)))
    return { kind: 'json', status, body: value }
  const { field, by, values } = list
  return { kind: 'values', status, field, by, values: isOpen ? values.toSorted() : values, isOpen }
}

type FoundList = Pick<Extract<Expectation, { kind: 'values' }>, 'field' | 'by' | 'values'>

function findList(value: unknown): FoundList | undefined {
  if (Array.isArray(value)) return describeList(null, value)
  if (typeof value !== 'object' || value === null) return undefined
  const lists = Object.entries(value).filter(([name, field]) => Array.isArray(field) && /^\w+$/.test(name))
  const [list] = lists
  return list === undefined || lists.length > 1 ? undefined : describeList(list[0], list[1] as unknown[])
}

function describeList(field: string | null, records: readonly unknown[]): FoundList | undefined {
  const valuesOf = (by: string): unknown[] => records.map((record) => Object(record)[by])
  // It tells the records apart, such as an id.
  const by = Object.keys(Object(records[0])).find((name) => {
    const values = valuesOf(name)
    return (
      /^[a-z]\w*$/i.test(name) &&
      values.every((each) => typeof each === 'string') &&
      new Set(values).size === values.length
    )
  })
  return by === undefined ? undefined : { field, by, values: valuesOf(by) }
}
