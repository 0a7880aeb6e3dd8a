import type { Issue } from '../../../engine/input/options/option-error.ts'

interface ControlErrorOptions {
  readonly status?: number | undefined
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
}

/** The error of a failed request to the control API: the server rejected it, or did not respond. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  /** The status of the response, or undefined if no simulator responded. */
  readonly status: number | undefined
  /** The issues with the input, each with its path. The path `session` means that the session does not exist. */
  readonly issues: readonly Issue[]

  constructor(message: string, { status, issues = [], cause }: ControlErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.status = status
    this.issues = issues
  }
}
