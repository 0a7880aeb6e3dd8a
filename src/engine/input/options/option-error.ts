// The error of an invalid option.

/** One thing that is wrong with an input: where it is, what was received and what is allowed. */
export interface Issue {
  /** The path of the field, separated by dots; empty for the whole input. */
  readonly path: string
  /** What is wrong and what is allowed, as a sentence. */
  readonly message: string
  /** The field that is wrong, if the path is that of a whole record or fault. */
  readonly field?: string
  /** What a schema says in words of its own, without what was received. */
  readonly rule?: string
}

/** Why something failed. */
interface Reason {
  /** What was received, or what is wrong, without a full stop. */
  readonly received: string
  /** What is allowed, or what to do, in sentences. */
  readonly advice?: string
}

/** What failed and why: the parts of the sentence `Failed to <attempt>: <received>. <advice>`. */
export interface Problem extends Reason {
  /** What failed, such as `set the speed`. */
  readonly attempt: string
}

export function describeProblem({ attempt, ...why }: Problem): string {
  return `Failed to ${attempt}: ${describeReason(why)}.`
}

/** Writes a problem without its attempt and without the last full stop, for a message about another attempt. */
export function describeReason({ received, advice = '' }: Reason): string {
  // A hint has a space before it, and a message of another error a full stop after it.
  const parts = [received, advice].map((part) => part.trim().replace(/\.$/, ''))
  return parts.filter((part) => part !== '').join('. ')
}

/** How many more issues there are; `some` if they were not counted. */
export type Omitted = number | 'some'

/** Something failed, and people can do something about it. Any other error is a defect of the simulator. */
export class ProblemError extends Error implements Problem {
  /** What failed, such as `set the speed`. */
  readonly attempt: string
  /** What was received, or what is wrong. */
  readonly received: string
  /** What is allowed, or what to do; empty if that is not known. */
  readonly advice: string

  constructor(problem: Problem, options?: ErrorOptions) {
    super(describeProblem(problem), options)
    this.attempt = problem.attempt
    this.received = problem.received
    this.advice = problem.advice ?? ''
  }
}

const BRAND = Symbol.for('deploymock.option')

// A service may be declared with another copy of the package than the one that simulates it.
function isOfAnyCopy(value: unknown, name?: string): boolean {
  if (typeof value !== 'object' || value === null || !(BRAND in value)) return false
  return name === undefined || Reflect.get(value, 'name') === name
}

/** A request or a call is invalid. The message says what was received and what is allowed. */
export class OptionError extends ProblemError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses inherit it.
    return this === OptionError ? isOfAnyCopy(value) : Function.prototype[Symbol.hasInstance].call(this, value)
  }

  static {
    Object.defineProperty(OptionError.prototype, BRAND, { value: true })
  }

  override readonly name: string = 'OptionError'
  /** The issues, if they are known individually. */
  readonly issues: readonly Issue[]
  /** How many more issues there are. */
  readonly omitted: Omitted

  constructor(problem: Problem, issues: readonly Issue[] = [], omitted: Omitted = 0) {
    super(problem)
    this.issues = issues
    this.omitted = omitted
  }
}

/** A name or an id is already in use. */
export class TakenError extends OptionError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isOfAnyCopy(value, 'TakenError')
  }

  override readonly name = 'TakenError'
}

/** A limit of the simulator is reached: there is not enough memory, or there are too many sessions or requests. */
export class NoRoomError extends OptionError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isOfAnyCopy(value, 'NoRoomError')
  }

  override readonly name = 'NoRoomError'
  /** After how many seconds there may be room; undefined if waiting alone does not help. */
  readonly retryAfter: number | undefined
  /** How many bytes are missing, if it is memory. */
  readonly missing: number

  constructor(problem: Problem, details: { issues?: readonly Issue[]; retryAfter?: number; missing?: number } = {}) {
    super(problem, details.issues)
    this.retryAfter = details.retryAfter
    this.missing = details.missing ?? 0
  }
}

/** Finds the field of a record that an error is about: that of its first issue, or the id if that is taken. */
export function findField(error: OptionError): Pick<Issue, 'field'> {
  const field = error instanceof TakenError ? 'id' : error.issues[0]?.path
  return field === undefined ? {} : { field }
}

/** How many issues a message lists at most. */
export const MOST_ISSUES = 100

/** Joins issues into one sentence without a full stop. */
export function joinIssues(issues: readonly Issue[], omitted: Omitted = 0): string {
  const messages = issues.map(({ message }) => message)
  return [...messages, ...(omitted === 0 ? [] : [describeOmitted(omitted)])].join('; ')
}

/** Says how many more issues there are. */
export function describeOmitted(omitted: Omitted): string {
  return omitted === 'some' ? 'and more' : `and ${omitted} more`
}
