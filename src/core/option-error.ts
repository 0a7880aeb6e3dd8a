/** Something that is wrong with what was given: where, and what was found and is allowed. */
export interface Issue {
  /** The field, from the outside in, with points between; empty where it is the whole. */
  readonly path: string
  readonly message: string
}

/** How many issues are not named; `some` where nobody has counted them. */
export type Omitted = number | 'some'

/** What somebody asked for cannot be done: the message says what was given and what is allowed. */
export class OptionError extends Error {
  override readonly name: string = 'OptionError'
  /** What is wrong, one by one, where that is known. */
  readonly issues: readonly Issue[]
  /** How many more there are. */
  readonly omitted: Omitted

  constructor(message: string, issues: readonly Issue[] = [], omitted: Omitted = 0) {
    super(message)
    this.issues = issues
    this.omitted = omitted
  }
}

/** A name or an id is asked for that somebody has already. */
export class TakenError extends OptionError {
  override readonly name = 'TakenError'
}

/** Something needs more room than there is: memory, or places for sessions. */
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

/** How many issues a message names at most. */
export const MOST_ISSUES = 100

/** Issues in one sentence, without its full stop. */
export function joinIssues(issues: readonly Issue[], omitted: Omitted = 0): string {
  const messages = issues.map(({ message }) => message)
  return [...messages, ...(omitted === 0 ? [] : [describeOmitted(omitted)])].join('; ')
}

/** Says that there are more issues than those that are named. */
export function describeOmitted(omitted: Omitted): string {
  return omitted === 'some' ? 'and more' : `and ${omitted} more`
}
