import type { Assumptions } from '../register/assumptions.ts'
import { cutText, MOST_ECHOED, repeatInput } from './cut-input.ts'
import type { ValidationError } from './validation-error.ts'

/** How much a response tells of what is wrong with a request. */
interface IssueLimits {
  issues: number
  /** The bytes of all inputs that are repeated whole. */
  bytes: number
}

const FIRST: IssueLimits = { issues: 100, bytes: 64 * 1024 }
const ALL: IssueLimits = { issues: 10_000, bytes: 1024 * 1024 }
// An input that takes no more than this is always repeated.
const SMALL = 100

/** Collects what is wrong with a request, until there is more than a response tells. */
export interface IssueCollector {
  readonly issues: readonly ValidationError[]
  add(issue: ValidationError): void
  /** Whether nothing has to be looked at any more. */
  isFull(): boolean
}

/** Creates a collector of issues (assumption `validationErrors`). */
export function createIssueCollector(assumptions: Assumptions): IssueCollector {
  const issues: ValidationError[] = []
  return {
    issues,
    add: (issue) => void issues.push(issue),
    // An assumption that makes no difference is not looked at.
    isFull: () => issues.length > FIRST.issues && issues.length > limitsOf(assumptions).issues,
  }
}

/** The issues that a response tells, with inputs that are too large cut (assumption `validationErrors`). */
export function limitIssues(issues: readonly ValidationError[], assumptions: Assumptions): readonly ValidationError[] {
  const told = applyLimits(issues, FIRST)
  const isWhole = told.length === issues.length && told.every((issue, index) => issue === issues[index])
  if (isWhole || limitsOf(assumptions) === FIRST) return told
  return applyLimits(issues, ALL)
}

function limitsOf({ validationErrors }: Assumptions): IssueLimits {
  return validationErrors === 'all' ? ALL : FIRST
}

function applyLimits(issues: readonly ValidationError[], limits: IssueLimits): readonly ValidationError[] {
  let left = limits.bytes
  // Many issues may repeat one and the same input, which is then looked at once.
  const cut = new Map<unknown, unknown>()
  const repeat = (given: unknown): unknown => {
    if (cut.has(given)) return cut.get(given)
    const { input, bytes } = repeatInput(given, Math.max(left, SMALL))
    left = Math.max(0, left - bytes)
    if (input !== given) cut.set(given, input)
    return input
  }
  return issues.slice(0, limits.issues).map((issue) => {
    const input = repeat(issue.input)
    const loc = issue.loc.map((step) => (typeof step === 'string' ? cutText(step, MOST_ECHOED) : step))
    const isWhole = input === issue.input && loc.every((step, index) => step === issue.loc[index])
    return isWhole ? issue : { ...issue, loc, input }
  })
}
