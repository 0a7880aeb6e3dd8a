// Asks the service itself, and waits as its outcome says.

import { buildRateFailure } from '../../define/operation/failure.ts'
import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'
import type { SessionParts, State } from '../state/state.ts'
import { rejectOutside } from '../strictness.ts'
import { describeAsked } from './asked.ts'
import { holdBack } from './hold-back.ts'
import type { OnWait } from './request-entry.ts'

/** Returns what the service responds now. */
export type Respond = (request: ServiceRequest) => Outcome

/** How the service responds in a session. */
export interface Responding {
  /** Responds to a request of the client, which counts for the rate limit. */
  readonly respondFirst: Respond
  /** Responds without counting: to a request that was counted, or that no client has sent. */
  readonly respond: Respond
}

/** Creates what responds with the current state, as far as the rate limit and `strict` allow it. */
export function createResponding(getState: () => State, parts: Pick<SessionParts, 'isStrict' | 'run'>): Responding {
  const respond: Respond = (request) => {
    const state = getState()
    return rejectOutside(request, state, parts) ?? state.contract.respond(request, state.world)
  }
  return {
    respond,
    respondFirst(request) {
      const state = getState()
      if (state.contract.rateLimit === undefined) return respond(request)
      return rejectOutside(request, state, parts) ?? countRequest(request, state) ?? respond(request)
    },
  }
}

/** Counts a request. @returns the refusal if there were too many */
function countRequest(request: ServiceRequest, { contract, world, rateWindow }: State): Outcome | undefined {
  const { rateLimit } = contract
  const seconds = rateLimit && rateWindow.count(Number(world.clock.microseconds()), rateLimit)
  if (rateLimit === undefined || seconds === undefined) return undefined
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
  waiting: Responding & { getState: () => State; onWait: OnWait },
  finish: (outcome: Outcome) => Result,
): Result | Promise<Result> {
  const answerNow = (): Result | Promise<Result> => {
    const outcome = waiting.respondFirst(request)
    if (outcome.waits === undefined) return finish(outcome)
    return holdBack(request, outcome, waiting).then(finish)
  }
  const loading = waiting.getState().contract.load(request)
  return loading === undefined ? answerNow() : loading.then(answerNow)
}
