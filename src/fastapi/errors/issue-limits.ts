// How many issues a response contains.

import type { Assumptions } from '../assumptions.ts'
import { cutText, MOST_ECHOED, repeatInput } from './cut-input.ts'
import type { ValidationIssue } from './error-body.ts'

/** How many issues a response lists, and how much of the inputs it repeats. */
interface IssueLimits {
  issues: number
  /** The total bytes of the inputs that are repeated in full. */
  bytes: number
}

const FIRST: IssueLimits = { issues: 100, bytes: 64 * 1024 }
const ALL: IssueLimits = { issues: 10_000, bytes: 1024 * 1024 }
// In bytes. Inputs up to this size are always repeated in full.
const SMALL = 100

/** Collects the issues of a request, until there are more than a response lists. */
export interface IssueCollector {
  readonly issues: readonly ValidationIssue[]
  add(issue: ValidationIssue): void
  /** Whether there are enough issues, so that validation can stop. */
  isFull(): boolean
}

/** Creates a collector of issues (assumption `validationErrors`). */
export function createIssueCollector(assumptions: Assumptions): IssueCollector {
  const issues: ValidationIssue[] = []
  return {
    issues,
    add: (issue) => void issues.push(issue),
    // The assumption is only read if it makes a difference, because reading it is recorded.
    isFull: () => issues.length > FIRST.issues && issues.length > limitsOf(assumptions).issues,
  }
}

/** Returns the issues that a response lists, and cuts inputs that are too large (assumption `validationErrors`). */
export function limitIssues(issues: readonly ValidationIssue[], assumptions: Assumptions): readonly ValidationIssue[] {
  const told = applyLimits(issues, FIRST)
  const isWhole = told.length === issues.length && told.every((issue, index) => issue === issues[index])
  if (isWhole || limitsOf(assumptions) === FIRST) return told
  return applyLimits(issues, ALL)
}

function limitsOf({ validationErrors }: Assumptions): IssueLimits {
  return validationErrors === 'all' ? ALL : FIRST
}

function applyLimits(issues: readonly ValidationIssue[], limits: IssueLimits): readonly ValidationIssue[] {
  let left = limits.bytes
  // Many issues may repeat the same input, which is then measured only once.
  const cut = new Map<unknown, unknown>()
  const repeat = (original: unknown): unknown => {
    if (cut.has(original)) return cut.get(original)
    const { input, bytes } = repeatInput(original, Math.max(left, SMALL))
    left = Math.max(0, left - bytes)
    if (input !== original) cut.set(original, input)
    return input
  }
  return issues.slice(0, limits.issues).map((issue) => {
    const input = repeat(issue.input)
    const loc = issue.loc.map((step) => (typeof step === 'string' ? cutText(step, MOST_ECHOED) : step))
    const isWhole = input === issue.input && loc.every((step, index) => step === issue.loc[index])
    return isWhole ? issue : { ...issue, loc, input }
  })
}
