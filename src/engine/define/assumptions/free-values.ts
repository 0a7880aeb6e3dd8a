import { stripSpace } from '../../input/schemas/white-space.ts'

/** The values that an entry allows besides its named ones. */
export interface FreeValue {
  /** Describes such a value for error messages. */
  readonly form: string
  /** Returns what is wrong with a value, or undefined. */
  readonly findIssue: (value: string) => string | undefined
}

const MOST_CHARACTERS = 10_000

/** Returns what is wrong with a value, or undefined. A value that is too long is not examined further. */
export function findFreeIssue({ findIssue }: FreeValue, value: string): string | undefined {
  if (value.length <= MOST_CHARACTERS) return findIssue(value)
  return `it has ${value.length} characters, but at most ${MOST_CHARACTERS} are allowed`
}

/** Splits a comma-separated value and strips white space from its parts, as Python does. */
export function splitList(value: string): string[] {
  return value.split(',').map(stripSpace)
}
