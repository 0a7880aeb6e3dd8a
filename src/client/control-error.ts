import type { Mistake } from '../core/option-error.ts'

/** A control call that did not succeed: refused by the server, or never answered. */
export class ControlError extends Error {
  /** The status of the refusal; undefined where no simulator answered. */
  readonly status: number | undefined
  /** What is wrong with what was sent, each with its place. */
  readonly mistakes: readonly Mistake[]

  constructor(
    message: string,
    { status, mistakes = [], cause }: { status?: number; mistakes?: readonly Mistake[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ControlError'
    this.status = status
    this.mistakes = mistakes
  }
}
