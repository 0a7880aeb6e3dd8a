import type { Failure } from '../../engine/contract/operation/failure.ts'
import { describeReason, NoRoomError } from '../../engine/input/options/option-error.ts'
import { countOf } from '../../engine/input/text/count-of.ts'
import type { Deadline } from './body-stream.ts'

/** A body cannot be received. The failure is in the words of the service, the message in those of the control API. */
export class BodyError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, reason: string) {
    super(`Failed to read the body: ${reason}`)
    this.failure = failure
  }
}

/** Turns what has ended the reading of a body into the error that the client gets. */
export function createBodyError(error: unknown, { signal, milliseconds }: Deadline): BodyError {
  if (signal.aborted) {
    const reason = `it did not arrive within ${countOf(milliseconds / 1000, 'second')}. Send it faster, or send less.`
    return new BodyError({ status: 408, detail: 'Request timeout' }, reason)
  }
  if (error instanceof BodyError) return error
  if (error instanceof NoRoomError) {
    const failure = { status: 503, detail: error.message, headers: { 'retry-after': '1' } }
    return new BodyError(failure, `${describeReason(error)}.`)
  }
  return new BodyError({ status: 400, detail: 'request aborted' }, 'it broke off. Send all of it.')
}
