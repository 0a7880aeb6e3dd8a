/** A mistake, and where it stands in what was given. */
export interface PlacedMistake {
  readonly path: readonly (string | number)[]
  readonly text: string
}

/** What somebody asked for cannot be done: the message says what was given and what is allowed. */
export class OptionError extends Error {
  /** The mistakes one by one, where it is known where each stands. */
  readonly mistakes: readonly PlacedMistake[]

  constructor(message: string, mistakes: readonly PlacedMistake[] = []) {
    super(message)
    this.mistakes = mistakes
  }
}
