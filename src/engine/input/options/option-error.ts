// The error of an invalid option.

/** One thing that is wrong with an input: where it is, what was received and what is allowed. */
export interface Issue {
  /** The path of the field, separated by dots; empty for the whole input. */
  readonly path: string
  readonly message: string
}

/** How many more issues there are; `some` if they were not counted. */
export type Omitted = number | 'some'

/** A request or a call is invalid. The message says what was received and what is allowed. */
export class OptionError extends Error {
  override readonly name: string = 'OptionError'
  /** The issues, if they are known individually. */
  readonly issues: readonly Issue[]
  /** How many more issues there are. */
  readonly omitted: Omitted

  constructor(message: string, issues: readonly Issue[] = [], omitted: Omitted = 0) {
    super(message)
    this.issues = issues
    this.omitted = omitted
  }
}

/** A name or an id is already in use. */
export class TakenError extends OptionError {
  override readonly name = 'TakenError'
}

/** A limit of the simulator is reached: there is not enough memory, or there are too many sessions or requests. */
export class NoRoomError extends OptionError {
  override readonly name = 'NoRoomError'
  /** After how many seconds there may be room; undefined if waiting alone does not help. */
  readonly retryAfter: number | undefined
  /** How many bytes are missing, if it is memory. */
  readonly missing: number

  constructor(message: string, details: { issues?: readonly Issue[]; retryAfter?: number; missing?: number } = {}) {
    super(message, details.issues)
    this.retryAfter = details.retryAfter
    this.missing = details.missing ?? 0
  }
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
