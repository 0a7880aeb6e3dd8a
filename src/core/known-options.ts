// Rejects unknown options, and unknown words for an option.

import { OptionError } from './option-error.ts'
import { quote } from './quote.ts'
import { suggestWord } from './suggestion.ts'

/** The names of options. It is a record so that the compiler finds missing ones. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Rejects unknown options.
 *
 * @param task what fails, as in "create the simulator"
 * @throws OptionError with all options, and the most similar one
 */
export function assertKnownOptions<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): void {
  const issue = describeUnknownOption(task, options, names)
  if (issue !== undefined) throw new OptionError(issue)
}

/** Describes the first unknown option for a message, or what is given instead of options. Undefined if all are known. */
export function describeUnknownOption<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return `Failed to ${task}: the options are ${describeValue(options)}. Pass an object with any of: ${Object.keys(names).join(', ')}.`
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return undefined
  const known = Object.keys(names)
  return `Failed to ${task}: ${quote(unknown)} is not an option.${suggestWord(unknown, known)} Options: ${known.join(', ')}.`
}

/**
 * Rejects a value of an option that is not one of its choices.
 *
 * @throws OptionError with all choices, and the most similar one
 */
export function assertChoice(task: string, name: string, value: unknown, choices: readonly (string | boolean)[]): void {
  if (choices.some((choice) => choice === value)) return
  const hint = typeof value === 'string' ? suggestWord(value, choices.map(String)) : ''
  throw new OptionError(
    `Failed to ${task}: "${name}" is ${describeValue(value)}.${hint} Allowed: ${choices.map((each) => describeValue(each)).join(', ')}.`,
  )
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
