import { showValue } from '../text/show-value.ts'
import { OptionError } from './option-error.ts'

/**
 * Rejects what is no simulator. Options without a simulator before them are the usual mistake.
 *
 * @param example a call that works
 * @throws OptionError
 */
export function assertSimulator(task: string, simulator: unknown, example: string): void {
  if (typeof simulator === 'object' && simulator !== null && 'events' in simulator) return
  throw new OptionError({
    attempt: task,
    received: `the first argument is ${showValue(simulator)}`,
    advice: `Pass a simulator, and then the options: ${example}.`,
  })
}
