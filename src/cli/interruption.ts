// Lets people end a command while it waits, with a message.

import { setImmediate } from 'node:timers/promises'
import { type Problem, ProblemError } from '../engine/input/options/option-error.ts'
import type { Interruptible } from '../real-service/learn/learn.ts'
import type { Io } from './io.ts'

/** Ctrl-C has ended a command. */
export class InterruptedError extends ProblemError {
  override readonly name = 'InterruptedError'
}

/** Lets Ctrl-C end a command while it waits, with an InterruptedError. */
export interface Interruption extends Interruptible {
  readonly signal: AbortSignal
}

const STEP_MILLISECONDS = 50

/**
 * Lets Ctrl-C end a command with a message while it waits. While it computes, Ctrl-C ends the process at once, because a
 * message would have to wait until the computation has ended.
 */
export function createInterruption({ onStop }: Io, describe: () => Problem): Interruption {
  const controller = new AbortController()
  const { signal } = controller
  let paused = performance.now()
  return {
    signal,
    async whileWaiting(work) {
      const off = onStop(() => controller.abort(new InterruptedError(describe())))
      try {
        const result = await work()
        signal.throwIfAborted()
        return result
      } finally {
        off()
      }
    },
    async pause() {
      if (performance.now() - paused < STEP_MILLISECONDS) return
      await setImmediate()
      paused = performance.now()
      signal.throwIfAborted()
    },
  }
}
