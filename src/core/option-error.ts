/** Something that is wrong with what was given: where, and what was found and is allowed. */
export interface Mistake {
  /** The field, from the outside in, with points between; empty where it is the whole. */
  readonly path: string
  readonly message: string
}

/** What somebody asked for cannot be done: the message says what was given and what is allowed. */
export class OptionError extends Error {
  /** What is wrong, one by one, where that is known. */
  readonly mistakes: readonly Mistake[]

  constructor(message: string, mistakes: readonly Mistake[] = []) {
    super(message)
    this.mistakes = mistakes
  }
}

/** A name or an id is asked for that somebody has already. */
export class TakenError extends OptionError {}

/** How many mistakes a message names at most. */
export const MOST_MISTAKES = 100

/**
 * Mistakes in one sentence, without its full stop.
 *
 * @param omitted how many more there are; `some` where nobody has counted them
 */
export function joinMistakes(mistakes: readonly Mistake[], omitted: number | 'some' = 0): string {
  const messages = mistakes.map(({ message }) => message)
  return [...messages, ...(omitted === 0 ? [] : [describeOmitted(omitted)])].join('; ')
}

/** Says that there are more mistakes than those that are named. */
export function describeOmitted(omitted: number | 'some'): string {
  return omitted === 'some' ? 'and more' : `and ${omitted} more`
}
