// Rejects unknown options of a client.

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
