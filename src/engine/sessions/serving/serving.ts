// The way of a request through a session: overrides, latency, faults, the contract, the journal.

import type { Contract } from '../../contract/contract.ts'
import { INTERNAL_ERROR } from '../../contract/operation/failure.ts'
import type {
  Arrival,
  EventualResponse,
  Outcome,
  Overridden,
  ServiceRequest,
  ServiceResponse,
} from '../../contract/operation/messages.ts'
import type { FaultCandidate } from '../../faults/fault-list.ts'
import { buildWait } from '../../journal/request-state.ts'
import { answerInstead } from '../state/overrides.ts'
import type { State } from '../state/state.ts'
import { createRequestEntry, describeAsked, type EntryParts, IN_TURN, refuseAsked } from './request-entry.ts'
import { type AnswerParts, holdBack, type RequestWay, respondNow, respondSlowly, takesTurns } from './respond.ts'

export interface ServingParts extends AnswerParts, EntryParts {}

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
): EventualResponse {
  const state = getState()
  state.world.clock.settle()
  const { arrival } = request
  if (arrival?.place === getState) return arrival.respond(request)
  // Another session has the name by now.
  arrival?.abandon()
  return serve({ request, entry: createRequestEntry(name, request, state, parts), getState, parts })
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
  entry.wait(buildWait('body'))
  entry.open()
  return {
    place: getState,
    respond(whole) {
      isArriving = false
      entry.receive(whole)
      // The time of another world is unrelated.
      const since = getState().world === world ? arrived : undefined
      return serve({ request: whole, entry, getState, parts, since })
    },
    refuse(response) {
      // It was answered, but that could not be sent.
      if (!isArriving) return response
      isArriving = false
      return entry.finish(refuseAsked(request, state.contract, response))
    },
    abandon() {
      if (isArriving) entry.abandon()
      isArriving = false
    },
  }
}

function serve(way: RequestWay): EventualResponse {
  const { request, entry, getState } = way
  const isAsked = request.overridden !== undefined || getState().overrides.length === 0
  const response = isAsked ? proceed(way, request.overridden ?? undefined) : askOverrides(way)
  if (response instanceof Promise) entry.open()
  return response
}

/** Asks the overrides first. */
async function askOverrides(way: RequestWay): Promise<ServiceResponse> {
  const { request, entry, getState } = way
  entry.wait(buildWait('handler'))
  // The entry of the request is written first, also if the client has left already.
  const stopWatching = request.onGone?.(() => queueMicrotask(entry.abandon))
  const said = await answerInstead(getState().overrides, request)
  stopWatching?.()
  entry.wait(IN_TURN)
  return proceed(way, said === 'service' ? undefined : said)
}

/** Proceeds with what the overrides said: at once, unless something makes the request wait. */
function proceed(way: RequestWay, said: Overridden | undefined): EventualResponse {
  const { request, entry, getState, parts } = way
  const state = getState()
  const { contract, start, faults } = state
  if (said !== undefined) return entry.finish(toOutcome(request, said, contract))
  const candidates = faults.findCandidates(request, contract) ?? []
  const isSlow = candidates.length > 0 || start.scenario.latency !== undefined || contract.load(request) !== undefined
  if (isSlow || takesTurns(request, state)) return finishSlowly(way, candidates)
  const outcome = respondNow(request, state, parts)
  return outcome.waits === undefined ? entry.finish(outcome) : finishLate(way, outcome)
}

async function finishSlowly(way: RequestWay, candidates: readonly FaultCandidate[]): Promise<ServiceResponse> {
  const { outcome, applied } = await respondSlowly(way, candidates)
  return way.entry.finish(outcome, applied)
}

async function finishLate(way: RequestWay, first: Outcome): Promise<ServiceResponse> {
  return way.entry.finish(await holdBack(way, way.request, first))
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
