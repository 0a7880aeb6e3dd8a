// What a test can expect of a response.

import { parseJson } from '../store/decode.ts'
import { writeLiteral } from './literal.ts'
import type { Expectation } from './test-code.ts'

/** A response: what the client got, or `null` if the connection was cut or nothing came. */
export interface ReceivedResponse {
  readonly status: number
  /** The body as text; null if it is unknown. */
  readonly body: string | null
}

/** How alike two responses are: not at all, in their status, or completely. */
export function compareResponses(one: ReceivedResponse, other: ReceivedResponse): 0 | 1 | 2 {
  if (one.status !== other.status) return 0
  return one.body !== null && one.body === other.body ? 2 : 1
}

// A longer expectation is hard to read, so it names the records of a list instead.
const MOST_LINES = 60

/** Builds the expectation for a response whose body is the same every time. */
export function expectResponse({ status, body }: { status: number; body: string }): Expectation {
  if (body === '') return { kind: 'status', status }
  const value = parseJson(body)
  if (value === undefined) return { kind: 'text', status, body }
  if (writeLiteral(value).split('\n').length <= MOST_LINES) return { kind: 'json', status, body: value }
  return expectIds(status, value) ?? { kind: 'json', status, body: value }
}

function expectIds(status: number, value: unknown): Expectation | undefined {
  if (Array.isArray(value)) return describeIds(status, null, value)
  if (typeof value !== 'object' || value === null) return undefined
  const lists = Object.entries(value).filter(([name, field]) => Array.isArray(field) && /^\w+$/.test(name))
  const [field] = lists
  return field === undefined || lists.length > 1 ? undefined : describeIds(status, field[0], field[1] as unknown[])
}

function describeIds(status: number, field: string | null, records: readonly unknown[]): Expectation | undefined {
  const ids = records.map((record) =>
    typeof record === 'object' && record !== null ? Reflect.get(record, 'id') : null,
  )
  const areIds = ids.every((id) => typeof id === 'string' || typeof id === 'number')
  return areIds && ids.length > 0 ? { kind: 'ids', status, field, ids } : undefined
}
