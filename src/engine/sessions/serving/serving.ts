// Handles a request in a session, from its arrival on: overrides, latency, faults, the contract, the journal.

import type { Contract } from '../../contract/contract.ts'
import { INTERNAL_ERROR } from '../../define/operation/failure.ts'
import type { Arrival, Outcome, Overridden, ServiceRequest, ServiceResponse } from '../../define/operation/messages.ts'
import type { FaultCandidate } from '../../faults/faults.ts'
import { buildWait } from '../../journal/request-state.ts'
import type { SessionParts, State } from '../state/state.ts'
import { describeAsked } from './asked.ts'
import type { Overrides } from './overrides.ts'
import { createRequestEntry, IN_TURN, NO_CANDIDATES, type RequestEntry } from './request-entry.ts'
import { answer, createResponding } from './service-answer.ts'
import { respondSlowly } from './slow-response.ts'

type Answered = ServiceResponse | Promise<ServiceResponse>

type ServingParts = Pick<SessionParts, 'explains' | 'events' | 'isStrict' | 'run'>

/**
 * Answers a request in a session: with an override if there is one for it, or after the latency and the
 * faults in their order with the operation. The request is written to the journal: when it is answered, if that is at
 * once, and otherwise when it starts to wait.
 *
 * @param getState returns the current state, which may change while a request waits
 */
export function serveRequest(
  name: string,
  request: ServiceRequest,
  getState: () => State,
  parts: ServingParts,
): Answered {
  const state = getState()
  state.world.clock.settle()
  if (request.arrival !== undefined) return request.arrival.respond(request)
  return serve(request, createRequestEntry(name, request, state, parts), { getState, parts })
}

/** Writes a request to the journal whose body is not there yet. */
export function noteArrival(
  name: string,
  request: ServiceRequest,
  getState: () => State,
  parts: ServingParts,
): Arrival {
  const state = getState()
  state.world.clock.settle()
  const { world } = state
  const arrived = world.clock.microseconds()
  const entry = createRequestEntry(name, request, state, parts)
  let isArriving = true
  entry.onWait(buildWait('body'))
  entry.open()
  return {
    respond(whole) {
      isArriving = false
      entry.receive(whole)
      // The time of another world is unrelated.
      return serve(whole, entry, { getState, parts, since: getState().world === world ? arrived : undefined })
    },
    refuse(response) {
      isArriving = false
      return entry.finish({
        ...describeAsked(request, state.contract),
        response,
        dependsOn: state.contract.declared.framework.errors.decidedBy,
        hasNotRun: true,
      })
    },
    abandon() {
      if (isArriving) entry.abandon()
      isArriving = false
    },
  }
}

/** @param options `since` is when the request arrived, if that was before: its delays count from then */
function serve(
  request: ServiceRequest,
  entry: RequestEntry,
  { getState, parts, since }: { getState: () => State; parts: ServingParts; since?: bigint | undefined },
): Answered {
  const { contract, start, overrides } = getState()
  const { faults, onWait, finish } = entry
  const responding = createResponding(getState, parts)
  const proceed = (overridden: Overridden | null = null): Answered => {
    if (overridden !== null) return finish(toOutcome(request, overridden, contract))
    faults.candidates = findCandidates(request, getState())
    if (faults.candidates.length === 0 && start.scenario.latency === undefined) {
      return answer(request, { ...responding, getState, onWait }, finish)
    }
    return respondSlowly(request, { getState, faults, responding, onWait, since }).then(finish)
  }
  const response =
    request.overridden !== undefined || overrides.isEmpty()
      ? proceed(request.overridden)
      : askOverrides(request, overrides, { proceed, entry })
  if (response instanceof Promise) entry.open()
  return response
}

/** Asks the overrides, and proceeds with what they said. */
function askOverrides(
  request: ServiceRequest,
  overrides: Overrides,
  { proceed, entry }: { proceed(said?: Overridden): Answered; entry: RequestEntry },
): Promise<ServiceResponse> {
  entry.onWait(buildWait('handler'))
  // The entry of the request is written first, also if the client has left already.
  const stopWatching = request.onGone?.(() => queueMicrotask(entry.abandon))
  return overrides.answer(request).then((said) => {
    stopWatching?.()
    entry.onWait(IN_TURN)
    return proceed(said)
  })
}

function toOutcome(request: ServiceRequest, { by, response }: Overridden, contract: Contract): Outcome {
  return {
    ...describeAsked(request, contract),
    response: response ?? contract.writeFailure(INTERNAL_ERROR),
    dependsOn: [],
    overriddenBy: by,
    hasNotRun: true,
  }
}

function findCandidates(request: ServiceRequest, { engine, chaos, contract }: State): readonly FaultCandidate[] {
  if (engine.isQuiet() && chaos.isQuiet()) return NO_CANDIDATES
  const operation = contract.findOperation(request)?.name
  return [...engine.findCandidates(request, operation), ...chaos.findCandidates(request, operation)]
}
