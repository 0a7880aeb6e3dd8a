// Whether an operation lists what it rejects.

import type { Assumptions } from '../assumptions/assumptions.ts'
import { ServiceError } from '../define/operation/failure.ts'
import type { Operation } from '../define/operation/operation.ts'
import { listRefusals } from '../define/operation/refusal.ts'
import { quote } from '../input/text/quote.ts'

/**
 * Runs an operation.
 *
 * @throws ServiceError for a request that it rejects
 * @throws if it does not list that refusal: documents and coverage would lack it
 */
export function runListed<Result>(operation: Operation, assumptions: Assumptions, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    if (error instanceof ServiceError) assertListed(error, operation, assumptions)
    throw error
  }
}

function assertListed(error: ServiceError, { name, refusals = [] }: Operation, assumptions: Assumptions): void {
  if (!('refusal' in error.failure)) return
  const { refusal } = error.failure
  if (listRefusals(refusals, assumptions).some((listed) => listed.refusal === refusal)) return
  const advice = 'Add it to the refusals of the operation'
  throw new Error(`Failed to run ${name}: it does not list the refusal ${quote(refusal.name)}. ${advice}.`, {
    cause: error,
  })
}
