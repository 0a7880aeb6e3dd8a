import type { Issue } from '../core/option-error.ts'

/** A control call that did not succeed: refused by the server, or never answered. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The status of the refusal; undefined where no simulator answered. */
  readonly status: number | undefined
  /** What is wrong with what was sent, each with its place. */
  readonly issues: readonly Issue[]

  constructor(
    message: string,
    { status, issues = [], cause }: { status?: number; issues?: readonly Issue[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.issues = issues
  }
}
