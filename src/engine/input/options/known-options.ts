// Rejects unknown options, and options and arguments of a wrong kind.

import { quote } from '../text/quote.ts'
import { suggestWord } from '../text/suggestion.ts'
import { OptionError } from './option-error.ts'
import { isKind, KINDS, type Kind } from './value-kinds.ts'

/**
 * The names of options, each with its kind; `true` if it is checked where it is read. It is a record so that the
 * compiler finds missing ones.
 */
export type OptionNames<Options> = Readonly<Record<keyof Options, Kind | true>>

/**
 * Rejects unknown options, and options of a wrong kind.
 *
 * @param task what fails, as in "create the simulator"
 * @throws OptionError with what is allowed; for an unknown option, with all options and the most similar one
 */
export function assertKnownOptions<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): void {
  const issue = describeWrongOption(task, options, names)
  if (issue !== undefined) throw new OptionError(issue)
}

/** Describes the first wrong option for a message, or what is given instead of options. Undefined if all are right. */
export function describeWrongOption<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    return `Failed to ${task}: the options are ${describeValue(options)}. Pass an object with any of: ${Object.keys(names).join(', ')}.`
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  const known = Object.keys(names)
  if (unknown !== undefined) {
    return `Failed to ${task}: ${quote(unknown)} is not an option.${suggestWord(unknown, known)} Options: ${known.join(', ')}.`
  }
  const wrong = Object.entries<Kind | true>(names).flatMap(([name, kind]) => {
    const value: unknown = Reflect.get(options, name)
    const issue = value === undefined || kind === true ? undefined : describeWrongValue(task, name, value, kind)
    return issue ?? []
  })
  return wrong[0]
}

/**
 * Rejects an argument of a wrong kind.
 *
 * @throws OptionError with what is allowed
 */
export function assertValue(task: string, name: string, value: unknown, kind: Kind): void {
  const issue = describeWrongValue(task, name, value, kind)
  if (issue !== undefined) throw new OptionError(issue)
}

/** Describes a value of a wrong kind for a message. Undefined if it is right. */
export function describeWrongValue(task: string, name: string, value: unknown, kind: Kind): string | undefined {
  if (isKind(value, kind)) return undefined
  return `Failed to ${task}: "${name}" is ${describeValue(value)}. It must be ${KINDS[kind].allowed}.`
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
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
