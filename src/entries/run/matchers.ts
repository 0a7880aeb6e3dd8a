import type { Operation } from '../../engine/contract/operation/operation.ts'
import { assertValue } from '../../engine/input/options/known-options.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import { showValue } from '../../engine/input/text/show-value.ts'
import { countOf } from '../../engine/input/text/words.ts'
import type { JournalEntry } from '../../engine/journal/entry.ts'
import { describeEntry } from '../../engine/journal/wait-for-request.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import type { Session } from '../../engine/sessions/session.ts'
import type { OperationName } from '../../service/types.ts'
import {
  type Comparison,
  compareRequests,
  type Equals,
  type ExpectedField,
  type ExpectedRequest,
  findInOrder,
  findRequests,
  parseExpectedRequest,
  type RequestMatch,
} from './received.ts'

/** The names of the operations of what a test expects something of; those of our service, if it is no simulator. */
export type OperationNameOf<Subject> = 0 extends 1 & Subject
  ? OperationName
  : Subject extends { readonly requests: { waitFor(operation: infer Name extends string): unknown } }
    ? Name
    : OperationName

/** Assertions about the requests of a simulator or a session. */
export interface RequestMatchers<Name extends string = OperationName> {
  /**
   * Asserts that an operation was requested.
   *
   * @example
   * expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' }, status: 200 })
   */
  toHaveReceived(operation: Name, match?: RequestMatch): void
  /** Asserts how many matching requests were received. */
  toHaveReceivedTimes(operation: Name, times: number, match?: RequestMatch): void
  /**
   * Asserts that requests were received in this order. There may be other requests between them.
   *
   * @example
   * expect(simulator).toHaveReceivedInOrder(['listRepositories', { operation: 'createDeployment', status: 201 }])
   */
  toHaveReceivedInOrder(expected: readonly ExpectedRequest<Name>[]): void
}

/** What Vitest and Jest give to a matcher as `this`. */
interface MatcherState {
  equals(received: unknown, expected: unknown, customTesters?: unknown[]): boolean
  readonly customTesters: readonly unknown[]
}

interface MatcherResult {
  pass: boolean
  message(): string
}

type Matcher<Given extends unknown[]> = (this: MatcherState, simulator: unknown, ...args: Given) => MatcherResult

type Matchers = { readonly [Name in keyof RequestMatchers]: Matcher<Parameters<RequestMatchers<string>[Name]>> }

/** The matchers for `expect.extend` of Vitest and of Jest. */
export const matchers: Matchers = {
  toHaveReceived(simulator, operation, match = {}) {
    const { entries, operations } = readRequests(simulator)
    const expected = parseMatch(operation, match, operations)
    const equals = toEquals(this)
    const found = findRequests(entries, expected, equals)
    const what = describeExpected(expected)
    return {
      pass: found.length > 0,
      message: () =>
        found.length > 0
          ? `Expected no request ${what}, but there was one:${showEntries(found)}`
          : `Expected a request ${what}, but there was none.${showNearest(compareRequests(entries, expected, equals))}`,
    }
  },
  toHaveReceivedTimes(simulator, operation, times, match = {}) {
    const { entries, operations } = readRequests(simulator)
    const expected = parseMatch(operation, match, operations)
    assertValue('count requests', 'times', times, 'count')
    const equals = toEquals(this)
    const found = findRequests(entries, expected, equals)
    const others = compareRequests(entries, expected, equals).filter(({ differences }) => differences.length > 0)
    const what = describeExpected(expected)
    return {
      pass: found.length === times,
      message: () =>
        found.length === times
          ? `Expected another number of requests ${what} than ${times}.${showEntries(found)}`
          : `Expected ${countOf(times, 'request')} ${what}, but there ${found.length === 1 ? 'was' : 'were'} ${found.length}.${showEntries(found)}${showNearest(others)}`,
    }
  },
  toHaveReceivedInOrder(simulator, sequence) {
    assertValue('look for requests', 'expected', sequence, 'list')
    const { entries, operations } = readRequests(simulator)
    const expected = sequence.map((each) => parseExpectedRequest(each, operations))
    const equals = toEquals(this)
    const found = findInOrder(entries, expected, equals)
    const missing = expected[found.length]
    if (missing === undefined) {
      return { pass: true, message: () => `Expected requests in another order than this:${showEntries(found)}` }
    }
    const last = found.at(-1)
    const later = entries.filter(({ id }) => id > (last?.id ?? 0))
    const place = `request ${found.length + 1} of ${sequence.length}, ${describeExpected(missing)},`
    const nearest = () => showNearest(compareRequests(later, missing, equals))
    return {
      pass: false,
      message: () =>
        `Expected ${place} but it was not received${last === undefined ? '' : ` after #${last.id}`}.${nearest()}`,
    }
  },
}

const MOST_SHOWN = 5

function parseMatch(
  operation: string,
  match: RequestMatch,
  operations?: readonly Operation[],
): readonly ExpectedField[] {
  assertValue('look for a request', 'match', match, 'fields')
  return parseExpectedRequest({ ...match, operation }, operations)
}

function toEquals({ equals, customTesters }: MatcherState): Equals {
  return (received, expected) => equals(received, expected, [...customTesters])
}

/** Returns the requests of a simulator, and the operations of its service. */
function readRequests(simulator: unknown) {
  if (hasRequests(simulator)) {
    return { entries: simulator.requests.list(), operations: declaredBy(simulator)?.operations }
  }
  throw new OptionError({
    attempt: 'look for a request',
    received: `${showValue(simulator)} has no requests`,
    advice: 'Pass a simulator or a session.',
  })
}

function hasRequests(value: unknown): value is Pick<Session, 'requests'> {
  return isRecord(value) && isRecord(value.requests) && typeof value.requests.list === 'function'
}

function describeExpected([operation, ...fields]: readonly ExpectedField[]): string {
  const named = fields.map(({ field, expected }) => `${field} ${show(expected)}`)
  return [String(operation?.expected), ...(named.length === 0 ? [] : ['with', named.join(', ')])].join(' ')
}

function showEntries(entries: readonly JournalEntry[]): string {
  return [...entries.slice(0, MOST_SHOWN).map(showEntry), ...showRest(entries.length)].join('')
}

function showNearest(compared: readonly Comparison[]): string {
  if (compared.length === 0) return '\nNo other request was received.'
  const shown = compared.slice(0, MOST_SHOWN).map(({ entry, differences }) => {
    const lines = differences.map(
      ({ field, expected, received }) => `\n      ${field}: expected ${show(expected)}, received ${show(received)}`,
    )
    return showEntry(entry) + lines.join('')
  })
  return ['\nReceived instead, closest match first:', ...shown, ...showRest(compared.length)].join('')
}

const showEntry = (entry: JournalEntry): string => hideSecrets(describeEntry(entry))

function showRest(count: number): string[] {
  return count > MOST_SHOWN ? [`\n  and ${count - MOST_SHOWN} more`] : []
}

// An asymmetric matcher describes itself.
function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  const isMatcher = isRecord(value) && typeof value.asymmetricMatch === 'function'
  if (!isMatcher || typeof value.toAsymmetricMatcher !== 'function') return showValue(value)
  return String(value.toAsymmetricMatcher())
}
