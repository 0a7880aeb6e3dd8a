// Lets people end a command while it waits, with a message.

import { type Problem, ProblemError } from '../../engine/input/options/option-error.ts'
import type { Io } from './io.ts'

/** Ctrl-C has ended a command. */
export class InterruptedError extends ProblemError {
  override readonly name = 'InterruptedError'
}

/**
 * Lets Ctrl-C end a command while it waits, with an InterruptedError. While it computes, Ctrl-C ends the process at once.
 */
export function createInterruption({ onStop }: Io, describe: () => Problem) {
  const controller = new AbortController()
  const { signal } = controller
  return {
    signal,
    /** Waits for something that takes no time to compute. Throws the error if Ctrl-C was pressed meanwhile. */
    async whileWaiting<Result>(work: () => Promise<Result>): Promise<Result> {
      const off = onStop(() => controller.abort(new InterruptedError(describe())))
      try {
        const result = await work()
        signal.throwIfAborted()
        return result
      } finally {
        off()
      }
    },
  }
}
