import { OptionError } from './option-error.ts'
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
  options: Options,
  names: OptionNames<Options>,
): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name))
  if (unknown === undefined) return
  const known = Object.keys(names)
  throw new OptionError(
    `Failed to ${task}: "${unknown}" is not an option.${suggestWord(unknown, known)} Options: ${known.join(', ')}.`,
  )
}
