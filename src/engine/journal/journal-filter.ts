// Which requests of a journal to list.

import type { Declarations } from '../contract/operation/declarations.ts'
import { operationNamesOf } from '../contract/operation/operation.ts'
import { describeRequestLine } from '../contract/unmatched.ts'
import { decodePath } from '../http/route-table.ts'
import { assertChoice, assertKnownOptions, type OptionNames } from '../input/options/known-options.ts'
import { OptionError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import { showValue } from '../input/text/show-value.ts'
import type { JournalRecord } from './journal-store.ts'
import type { RequestFilter, RequestRange, StatusClass } from './request-filter.ts'
import { REQUEST_STATES } from './request-state.ts'
import { readStatus } from './sent-response.ts'

/** The statuses that requests are filtered by, as text. */
export const STATUS = /^(?:[1-5]\d\d|[1-5]xx|none)$/
/** Says what `STATUS` allows. */
export const STATUS_ADVICE = 'Allowed: a status such as 404, a class such as "4xx", "none"'

const FILTER: OptionNames<RequestFilter> = { operation: true, state: true, status: true, text: 'text' }
/** The names of all fields of a filter with a range. */
export const RANGE: OptionNames<RequestFilter & RequestRange> = {
  ...FILTER,
  after: 'count',
  before: 'count',
  limit: 'limit',
}

/** Rejects a filter of `list` that cannot match. @throws OptionError */
export function assertListFilter(filter: RequestFilter & RequestRange, declared: Declarations): void {
  const task = 'list the requests'
  assertKnownOptions(task, filter, RANGE)
  assertFilter(task, filter, declared)
}

/** Rejects a filter of `counts` that cannot match. @throws OptionError */
export function assertCountFilter(filter: RequestFilter, declared: Declarations): void {
  assertKnownOptions('count the requests', filter, FILTER)
  assertFilter('count the requests', filter, declared)
}

function assertFilter(task: string, { operation, state, status }: RequestFilter, declared: Declarations): void {
  if (operation !== undefined) assertOperationName(task, operation, declared)
  if (state !== undefined) assertChoice(task, 'state', state, REQUEST_STATES)
  if (status !== undefined && !STATUS.test(String(status))) {
    throw new OptionError({ attempt: task, received: `"status" is ${showValue(status)}`, advice: STATUS_ADVICE })
  }
}

/** Rejects what is not the name of an operation. @throws OptionError with the name that was meant, or with all names */
function assertOperationName(attempt: string, operation: unknown, declared: Declarations): void {
  const advice = describeRequestLine(operation, declared)
  if (advice === undefined) assertChoice(attempt, 'operation', operation, operationNamesOf(declared.operations))
  else throw new OptionError({ attempt, received: `"operation" is ${quote(String(operation))}`, advice })
}

/** Returns a function that tells whether a request matches a filter. */
export function buildRequestTest({
  operation,
  state,
  status,
  text,
}: RequestFilter): (record: JournalRecord) => boolean {
  const searched = text?.toLowerCase() ?? ''
  return (record) =>
    (operation === undefined || record.outcome.operation === operation) &&
    (state === undefined || record.state === state) &&
    (status === undefined || hasStatus(record, status)) &&
    (searched === '' || hasText(record, searched))
}

export function toStatusClass(status: number | null): StatusClass {
  return status === null ? 'none' : (`${Math.floor(status / 100)}xx` as StatusClass)
}

function hasStatus({ outcome }: JournalRecord, expected: number | StatusClass): boolean {
  const status = readStatus(outcome)
  // A text is what the control API gets.
  return String(status) === String(expected) || toStatusClass(status) === expected
}

function hasText({ method, path, query, body, outcome }: JournalRecord, searched: string): boolean {
  const target = query === '' ? path : `${path}?${query}`
  const contains = (text: string): boolean => text.toLowerCase().includes(searched)
  return (
    contains(`${method} ${target}`) ||
    contains(decodePath(target.replaceAll('+', ' '))) ||
    contains(outcome.operation ?? '') ||
    (body.length > 0 && contains(new TextDecoder().decode(body)))
  )
}
