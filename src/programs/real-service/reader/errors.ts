// Why a real service cannot be read.

import { type Problem, ProblemError } from '../../../engine/input/options/option-error.ts'

/** The service did not answer, also not when it was asked again. */
export class UnreachableError extends ProblemError {
  override readonly name = 'UnreachableError'
  /** The status that says so, if there was a response. */
  readonly code: number | undefined

  constructor(problem: Problem, code?: number) {
    super(problem)
    this.code = code
  }
}

/** The service refused the credentials, or what answered is no such service. */
export class RefusedError extends ProblemError {
  override readonly name = 'RefusedError'
}

/** All requests that the reader may send were sent. */
export class BudgetError extends ProblemError {
  override readonly name = 'BudgetError'
}

/** Something that was learned could not be compared. */
export class UncheckedError extends ProblemError {
  override readonly name = 'UncheckedError'
}
