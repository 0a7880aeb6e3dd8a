// Compares requests with what is expected.

import type { Operation } from '../../engine/contract/operation/operation.ts'
import { assertValue } from '../../engine/input/options/known-options.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { showValue } from '../../engine/input/text/show-value.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import type { JournalEntry } from '../../engine/journal/entry.ts'

/** What a request must match. Omitted fields match anything. */
export interface RequestMatch {
  /** The parsed parameters, e.g. `{ limit: 5, status: 'READY' }`. */
  parameters?: Readonly<Record<string, unknown>>
  /** The status of the response, null if there was none, or what to match it with, such as `expect.any(Number)`. */
  status?: number | null | { asymmetricMatch(value: unknown): boolean }
  /** Fields of the JSON body, or the body as text. */
  body?: unknown
}

/** An operation, optionally with what the request must match. */
export type ExpectedRequest<Name extends string = string> =
  | Name
  | (RequestMatch & {
      /** The operation that was requested. */
      operation: Name
    })

export type Equals = (received: unknown, expected: unknown) => boolean

/** A request compared with what was expected. */
export interface Comparison {
  entry: JournalEntry
  /** How many fields are as expected. */
  equal: number
  differences: readonly { field: string; expected: unknown; received: unknown }[]
}

/** A field that a request must have, and how to read it. */
export interface ExpectedField {
  field: string
  expected: unknown
  read(entry: JournalEntry): unknown
}

const FIELDS: readonly string[] = ['operation', 'parameters', 'status', 'body']

/**
 * Converts an expected request to a list of fields, the operation first.
 *
 * @param operations those of the service, if they are known
 * @throws for what no request can have
 */
export function parseExpectedRequest(
  expected: ExpectedRequest,
  operations: readonly Operation[] | undefined,
): readonly ExpectedField[] {
  const expectedFields = typeof expected === 'string' ? { operation: expected } : expected
  const { operation, parameters = {}, ...rest } = expectedFields
  assertKnown(Object.keys(expectedFields), FIELDS, 'field of a request', 'Fields')
  const declared = operations && Object.keys(findOperation(operation, operations).parameters)
  assertValue('look for a request', 'parameters', parameters, 'fields')
  if (declared !== undefined) {
    assertKnown(Object.keys(parameters), declared, `parameter of ${operation}`, 'Parameters')
  }
  const fields: ExpectedField[] = [
    { field: 'operation', expected: operation, read: (entry) => entry.operation },
    ...Object.entries(parameters).map(([name, value]) => ({
      field: `parameters.${name}`,
      expected: value,
      read: (entry: JournalEntry) => entry.parameters?.[name],
    })),
  ]
  if (rest.status !== undefined) {
    assertStatus(rest.status)
    fields.push({ field: 'status', expected: rest.status, read: (entry) => entry.status })
  }
  return [...fields, ...listBodyFields(rest.body)]
}

/** Compares requests with what is expected. Sorts them by closest match, and equally close ones by the most recent. */
export function compareRequests(
  entries: readonly JournalEntry[],
  expected: readonly ExpectedField[],
  equals: Equals,
): Comparison[] {
  const compared = entries.map((entry) => compareRequest(entry, expected, equals))
  const isFor = ({ differences }: Comparison) => (differences.some(({ field }) => field === 'operation') ? 0 : 1)
  return compared.sort(
    (one, other) => isFor(other) - isFor(one) || other.equal - one.equal || other.entry.id - one.entry.id,
  )
}

export function findRequests(
  entries: readonly JournalEntry[],
  expected: readonly ExpectedField[],
  equals: Equals,
): JournalEntry[] {
  return entries.filter((entry) => compareRequest(entry, expected, equals).differences.length === 0)
}

/** Finds requests in the expected order, up to the first missing one. There may be other requests between them. */
export function findInOrder(
  entries: readonly JournalEntry[],
  expected: readonly (readonly ExpectedField[])[],
  equals: Equals,
): JournalEntry[] {
  const found: JournalEntry[] = []
  for (const entry of entries) {
    const next = expected[found.length]
    if (next === undefined) return found
    if (compareRequest(entry, next, equals).differences.length === 0) found.push(entry)
  }
  return found
}

function compareRequest(entry: JournalEntry, expected: readonly ExpectedField[], equals: Equals): Comparison {
  const differences = expected
    .map(({ field, expected, read }) => ({ field, expected, received: read(entry) }))
    .filter((each) => !equals(each.received, each.expected))
  return { entry, equal: expected.length - differences.length, differences }
}

function findOperation(name: unknown, operations: readonly Operation[]): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (found !== undefined) return found
  const names = operations.map((operation) => operation.name)
  const hint = typeof name === 'string' ? suggestWord(name, names) : ''
  const issue = name === undefined ? 'the operation is missing' : `${showValue(name)} is not an operation`
  throw new OptionError({
    attempt: 'look for a request',
    received: issue,
    advice: `${hint} Operations: ${names.join(', ')}.`,
  })
}

// Without this, a test with `not` would pass whatever was received.
function assertStatus(status: unknown): void {
  if (typeof status === 'object') return
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599) return
  throw new OptionError({
    attempt: 'look for a request',
    received: `"status" is ${showValue(status)}`,
    advice: 'Allowed: a status from 100 to 599, null for no response, or a matcher such as expect.any(Number).',
  })
}

function assertKnown(names: readonly string[], known: readonly string[], what: string, title: string): void {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const allowed = known.length === 0 ? 'It has none.' : `${title}: ${known.join(', ')}.`
  const hint = suggestWord(unknown, known)
  throw new OptionError({
    attempt: 'look for a request',
    received: `${quote(unknown)} is not a ${what}`,
    advice: `${hint} ${allowed}`,
  })
}

function listBodyFields(body: unknown): ExpectedField[] {
  if (body === undefined) return []
  if (typeof body === 'string') return [{ field: 'body', expected: body, read: (entry) => entry.body }]
  return listLeaves(body, []).map(({ path, expected }) => ({
    field: ['body', ...path].join('.'),
    expected,
    read: (entry) => readPath(parseBody(entry.body), path),
  }))
}

// Objects are compared field by field, all other values as a whole.
function listLeaves(expected: unknown, path: readonly string[]): { path: readonly string[]; expected: unknown }[] {
  if (!isPlainObject(expected) || Object.keys(expected).length === 0) return [{ path, expected }]
  return Object.entries(expected).flatMap(([name, value]) => listLeaves(value, [...path, name]))
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype
}

function readPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)
}

function parseBody(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
