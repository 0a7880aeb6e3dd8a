// Asks the service itself, and waits as its outcome says.

import { whenLoaded } from '../../contract/documents/documents.ts'
import { buildRateFailure } from '../../define/operation/failure.ts'
import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'
import type { SessionParts, State } from '../state/state.ts'
import { rejectOutside } from '../strictness.ts'
import { describeAsked } from './asked.ts'
import { holdBack } from './hold-back.ts'
import type { OnWait } from './request-entry.ts'

/** Returns what the service responds now. */
export type Respond = (request: ServiceRequest) => Outcome

/** Responds with a state, as far as the rate limit and `strict` allow it. */
export function respondNow(
  request: ServiceRequest,
  state: State,
  parts: Pick<SessionParts, 'isStrict' | 'run'>,
): Outcome {
  const rejected = rejectOutside(request, state, parts)
  if (rejected !== undefined) return rejected
  const { contract, world, rateWindow } = state
  const { rateLimit } = contract
  if (rateLimit === undefined) return contract.respond(request, world)
  const seconds = rateWindow.count(Number(world.clock.microseconds()), rateLimit)
  if (seconds === undefined) return contract.respond(request, world)
  const response = contract.writeFailure(buildRateFailure(seconds))
  const dependsOn = [...rateLimit.dependsOn, ...contract.declared.framework.errors.decidedBy]
  return { ...describeAsked(request, contract), response, dependsOn, hasNotRun: true }
}

/**
 * Responds to a request as soon as the code for the response is loaded, and after the wait that the outcome asks
 * for.
 */
export function answer<Result>(
  request: ServiceRequest,
  waiting: { respond: Respond; getState: () => State; onWait: OnWait },
  finish: (outcome: Outcome) => Result,
): Result | Promise<Result> {
  return whenLoaded(() => {
    const outcome = waiting.respond(request)
    if (outcome.waits === undefined) return finish(outcome)
    return holdBack(request, outcome, waiting).then(finish)
  }) as Result | Promise<Result>
}
