// The aspects of responses, and in which of them two responses differ.

import type { SentRequest } from '../../reader/messages.ts'
import type { UsualIds } from '../../records/usual-ids.ts'

/**
 * Aspects of a response, each as a text. Services that behave alike have equal aspects, whatever their data says. Each
 * one is compared for itself: what is odd in one says nothing about the others.
 */
export type Aspects = Readonly<Record<string, string>>

/** What is known about a service beside its values. */
export interface Knowledge {
  /** The fields that its records can have. All others are summed up. */
  readonly fields: ReadonlySet<string>
  /** Those of them that some records have and others do not. */
  readonly optional: ReadonlySet<string>
  /** Those that may be null, and that no world has: a simulator makes them up from others. */
  readonly derived: ReadonlySet<string>
  /** Whether the records that a request reads are known. Of others, only the form of the response is an aspect. */
  hasRead(request: SentRequest): boolean
  /** The ids that a world cannot have, with those that it has instead. Default: none. */
  readonly ids?: UsualIds
  /** How many records its longest page has. Default: as many as were asked for. */
  readonly longest?: number
  /** Whether pages may be short although more records follow. Then the length of one tells nothing. Default: no. */
  readonly hasShortPages?: boolean
}

/** The status of an error with status 200. */
export const ERROR = 'an error'

/** Whether an aspect is the same whatever was asked. */
export const isOfForm = (name: string) => OF_FORM.test(name)

/** Whether an aspect is one of how errors are written. */
export const isOfErrors = (name: string) => /^(?:error|issue)/.test(name)

/** Whether an error has fields that the expected one does not have. */
export function hasNewFields(expected: Aspects, observed: Aspects): boolean {
  const [before, now] = [expected, observed].map(({ error = '' }) =>
    error.split(', ').map((each) => each.split(':')[0]),
  )
  return now?.some((field) => !before?.includes(field)) ?? false
}

/** Lists the aspects in which two responses differ. What only follows from another difference is left out. */
export function listDifferent(one: Aspects, other: Aspects): readonly string[] {
  if (one === other) return []
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => {
    if (one[name] === other[name]) return false
    return !isOptional(name) || (one[name] !== undefined && other[name] !== undefined)
  })
  return names.filter((name) => isComparable(name, names))
}

/** Whether an aspect can be compared in two responses that differ in some. */
export function isComparable(name: string, different: readonly string[]): boolean {
  const causes = CAUSES.filter(([cause, isEffect]) => cause !== name && isEffect(name) && different.includes(cause))
  return causes.length === 0
}

// A list of few records has no order, an empty one no fields, and a request log no secrets, and nobody knows which
// records there are at other paths, or in lists without ids.
const isOptional = (name: string) => /^(?:members|order|fields|secrets|value .*)$/.test(name)

/** The aspect of how many records a page has if no limit is asked for. No question decides it. */
export const USUAL_COUNT = 'usual count'

/** The aspect of a 404 without JSON. */
export const PAGE = 'page'

const OF_HEAD: readonly string[] = ['success', 'location', 'origin', PAGE]
// An order is one of whichever records there are.
const OF_RECORDS = /^(?:field .*|times|secrets|(?:usual )?count|offset)$/
const OF_FORM =
  /^(?:success|type|envelope|empty|list|error|issues?|field|page|offset|cursor|header|order|times|secrets|usual count)\b/
/** What differs only because something else does. */
const CAUSES: readonly (readonly [cause: string, isEffect: (name: string) => boolean])[] = [
  ['status', () => true],
  [PAGE, (name) => name !== 'status'],
  ['body', (name) => name !== 'status' && !OF_HEAD.includes(name)],
  ['members', (name) => OF_RECORDS.test(name)],
  ['count', (name) => OF_RECORDS.test(name)],
  [USUAL_COUNT, (name) => OF_RECORDS.test(name)],
  ['envelope', (name) => name === 'cursor' || name.startsWith('page ')],
  ['error', isOfErrors],
  ['issues', (name) => /^issue (?:kinds|places|inputs)$/.test(name)],
]
