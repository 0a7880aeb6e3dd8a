// Rejects what is passed instead of a simulator.

import { showValue } from '../schemas/describe-issues.ts'
import { isRecord } from '../schemas/schema-walk.ts'
import { OptionError } from './option-error.ts'

/**
 * Rejects what is no simulator. Options without a simulator before them are the usual mistake.
 *
 * @param example a call that works
 * @throws OptionError
 */
export function assertSimulator(task: string, simulator: unknown, example: string): void {
  if (isRecord(simulator) && 'events' in simulator) return
  const start = `Failed to ${task}: the first argument is ${showValue(simulator)}`
  throw new OptionError(`${start}. Pass a simulator, and then the options: ${example}.`)
}
