// Rejects invalid options of a client.

import { describeUnknownOption, type OptionNames } from '../core/known-options.ts'
import { ControlError } from './control-error.ts'

/** @throws ControlError with all options, and the most similar one */
export function assertOptions<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): void {
  const issue = describeUnknownOption(task, options, names)
  if (issue !== undefined) throw new ControlError(issue)
}

/** @throws ControlError for anything but a whole number */
export function assertWhole(task: string, name: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 0) return
  throw new ControlError(`Failed to ${task}: "${name}" is ${String(value)}. It must be a whole number of at least 0.`)
}
