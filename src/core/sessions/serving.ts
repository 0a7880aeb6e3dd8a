// Handles a request in a session: latency, faults, the contract, the journal.

import { drawDuration } from '../behaviour/duration.ts'
import type { EffectContext } from '../behaviour/effects/effect.ts'
import { type AppliedFault, explain } from '../behaviour/explanation.ts'
import type { Fault } from '../behaviour/fault.ts'
import type { FaultCandidate } from '../behaviour/faults.ts'
import { limitHeaders } from '../behaviour/header-list.ts'
import { MOST_BODY_BYTES } from '../behaviour/journal.ts'
import type { JournalRecord } from '../behaviour/journal-store.ts'
import { realTime } from '../behaviour/real-time.ts'
import type { Contract } from '../contract/contract.ts'
import { whenLoaded } from '../contract/documents.ts'
import { buildRateFailure, INTERNAL_ERROR } from '../contract/errors.ts'
import type { Outcome, Overridden, ServiceRequest, ServiceResponse } from '../contract/messages.ts'
import { NO_RESPONSE, withoutBody } from '../contract/response-body.ts'
import { NO_BODY } from '../http/body.ts'
import type { RevisionOutcome } from '../resources/revisions/revision.ts'
import { openDraw } from '../store/random.ts'
import { createWorld } from '../world/world.ts'
import { holdBack } from './hold-back.ts'
import type { SessionParts, State } from './state.ts'
import { rejectOutside } from './strictness.ts'

const NO_CANDIDATES: readonly FaultCandidate[] = []
const NO_FAULTS: readonly AppliedFault[] = []
const MOST_HEADER_LENGTH = 2000

/** The client disconnected while its request waited. */
class ClientLeft extends Error {}

/**
 * Answers a request in a session: with an override if there is one for it, or after the latency and the
 * faults in their order with the operation. The request is written to the journal.
 *
 * @param getState returns the current state, which may change while a request waits
 */
export function serveRequest(
  name: string,
  request: ServiceRequest,
  getState: () => State,
  parts: Pick<SessionParts, 'explains' | 'events' | 'isStrict' | 'run'>,
): ServiceResponse | Promise<ServiceResponse> {
  const began = realTime.read()
  const received = Date.now()
  const { explains, isStrict, events } = parts
  const { contract, start, world, journal, history, engine, chaos, overrides } = getState()
  world.clock.settle()
  const at = world.clock.microseconds()
  // Finding the faults counts their uses.
  const moment = { history, position: history.mark({ engine, chaos }) }
  let candidates = NO_CANDIDATES
  const applied = new Set<Fault>()
  const finish = (outcome: Outcome): ServiceResponse => {
    const outline = { ...outcome, response: withoutBody(outcome.response) }
    // A response to HEAD has no body, even if an effect or an override sets one.
    const isOwn = applied.size > 0 || outcome.overriddenBy !== undefined
    const { response } = isOwn && request.method === 'HEAD' ? outline : outcome
    const faults = applied.size === 0 ? NO_FAULTS : listApplied(candidates, applied)
    const milliseconds = realTime.read() - began
    const about = { at, received, milliseconds, moment, outcome: outline, assumptions: contract.assumptions, faults }
    const record = buildRecord(request, about)
    const labelled = isStrict ? withAssumptions(response, record) : response
    const sent = explains ? withExplanation(labelled, record) : labelled
    const id = journal.write(record, sent)
    if (applied.size > 0) noteUses(candidates, applied, id)
    // Faults that are used up leave the history, too, or its log counts them.
    if (candidates.length > 0) history.mark({ engine, chaos })
    events.emitRequest({ session: name, id, record })
    return sent
  }
  const respond: Respond = (asked) => ask(asked, getState(), parts)
  const serve = () => {
    candidates = findCandidates(request, getState())
    if (candidates.length === 0 && start.scenario.latency === undefined) {
      return answer(request, { respond, getState }, finish)
    }
    return respondSlowly(request, { getState, candidates, applied, respond }).then(finish)
  }
  const settle = (overridden: Overridden | null = null) =>
    overridden === null ? serve() : finish(toOutcome(request, overridden, contract))
  if (request.overridden !== undefined) return settle(request.overridden)
  return overrides.isEmpty() ? serve() : overrides.answer(request).then(settle)
}

function toOutcome(request: ServiceRequest, { by, response }: Overridden, contract: Contract): Outcome {
  return {
    ...describeAsked(request, contract),
    response: response ?? contract.writeFailure(INTERNAL_ERROR),
    dependsOn: [],
    overriddenBy: by,
  }
}

// The journal shows what was asked, whatever responds.
function describeAsked(
  request: ServiceRequest,
  { findOperation, findValues }: Contract,
): Pick<Outcome, 'operation' | 'values'> {
  const operation = findOperation(request)
  const values = findValues(request)
  return { ...(operation === undefined ? {} : { operation }), ...(values === undefined ? {} : { values }) }
}

function buildRecord(
  { method, path, query, rawHeaders = [], body }: ServiceRequest,
  about: Omit<JournalRecord, 'method' | 'path' | 'query' | 'headers' | 'body'>,
): JournalRecord {
  const kept = body.length > MOST_BODY_BYTES ? NO_BODY : body
  // Assigned, because in Node 20 an object with fields behind a spread takes longer than all else of a cached response.
  return Object.assign(about, { method, path, query, headers: limitHeaders(rawHeaders), body: kept })
}

// The journal must not keep the texts of faults.
function listApplied(candidates: readonly FaultCandidate[], applied: ReadonlySet<Fault>): AppliedFault[] {
  const faults = candidates.filter(({ fault }) => applied.has(fault))
  return faults.map(({ fault: { id, effect } }) => ({ id, effect: effect.kind }))
}

function noteUses(candidates: readonly FaultCandidate[], applied: ReadonlySet<Fault>, request: number): void {
  for (const { fault, note } of candidates) if (applied.has(fault)) note?.(request)
}

function findCandidates(request: ServiceRequest, { engine, chaos, contract }: State): readonly FaultCandidate[] {
  if (engine.isQuiet() && chaos.isQuiet()) return NO_CANDIDATES
  const operation = contract.findOperation(request)
  return [...engine.findCandidates(request, operation), ...chaos.findCandidates(request, operation)]
}

function ask(request: ServiceRequest, state: State, parts: Pick<SessionParts, 'isStrict' | 'run'>): Outcome {
  const rejected = rejectOutside(request, state, parts)
  if (rejected !== undefined) return rejected
  const { contract, world, rateWindow } = state
  if (contract.assumptions.rateLimit === 'none') return contract.respond(request, world)
  const seconds = rateWindow.count(Number(world.clock.microseconds()))
  if (seconds === undefined) return contract.respond(request, world)
  const response = contract.writeFailure(buildRateFailure(seconds))
  return { ...describeAsked(request, contract), response, dependsOn: ['rateLimit', 'errorBody'], hasNotRun: true }
}

type Respond = (request: ServiceRequest) => Outcome

/**
 * Responds to a request as soon as the code for the response is loaded, and after the wait that the outcome asks
 * for.
 */
function answer<Result>(
  request: ServiceRequest,
  { respond, getState }: { respond: Respond; getState: () => State },
  finish: (outcome: Outcome) => Result,
): Result | Promise<Result> {
  return whenLoaded(() => {
    const outcome = respond(request)
    if (outcome.waits === undefined) return finish(outcome)
    return holdBack(request, outcome, { respond, getState }).then(finish)
  }) as Result | Promise<Result>
}

/** What applies to a request on its way. */
interface OnTheWay {
  getState: () => State
  candidates: readonly FaultCandidate[]
  applied: Set<Fault>
  respond: Respond
}

type WayContext = Omit<EffectContext, 'draw' | 'respond'>

async function respondSlowly(
  request: ServiceRequest,
  { getState, candidates, applied, respond: respondTo }: OnTheWay,
): Promise<Outcome> {
  const { contract, world, start, takeTurn } = getState()
  const { clock } = world
  const { latency, seed } = start.scenario
  // The waits of a request follow one another, even if one step of the clock covers several of them.
  let reached = clock.microseconds()
  const wait = async (milliseconds: number): Promise<void> => {
    reached += BigInt(Math.round(milliseconds * 1000))
    if (!(await clock.waitUntil(reached, request.onGone))) throw new ClientLeft()
  }
  let rolloutOutcome: RevisionOutcome | undefined
  const withRollout = (): ServiceRequest => (rolloutOutcome === undefined ? request : { ...request, rolloutOutcome })
  const context: WayContext = {
    request,
    wait,
    now: () => Number(clock.microseconds()),
    isFrozen: clock.isFrozen,
    writeFailure: contract.writeFailure,
    decideRollout(outcome) {
      rolloutOutcome = outcome
    },
    respondWith: (response) => ({ ...describeAsked(request, contract), response, dependsOn: [], hasNotRun: true }),
    respondTo,
    respondAtStart: () => askAtStart(request, getState()),
  }
  const respond = chain({ candidates, applied, context }, () =>
    answer(withRollout(), { respond: respondTo, getState }, (outcome) => outcome),
  )
  try {
    if (latency !== undefined) await wait(drawDuration(latency, openDraw(seed, 'latency', takeTurn(), 'wait')))
    return await respond()
  } catch (error) {
    if (error instanceof ClientLeft) return { ...context.respondWith(NO_RESPONSE), hasLeft: true }
    console.error(error)
    return context.respondWith(contract.writeFailure(INTERNAL_ERROR))
  }
}

type Step = () => Outcome | Promise<Outcome>

/** Lets the first candidate respond, which may let the next one respond, and so on up to the service itself. */
function chain(
  { candidates, applied, context }: Pick<OnTheWay, 'candidates' | 'applied'> & { context: WayContext },
  toService: Step,
): Step {
  return candidates.reduceRight<Step>(
    (next, candidate) => () => {
      const outcome = candidate.isLeft() ? candidate.apply({ ...context, respond: next }) : undefined
      if (outcome === undefined) return next()
      candidate.count()
      applied.add(candidate.fault)
      return outcome
    },
    toService,
  )
}

function askAtStart(request: ServiceRequest, { contract, world, start }: State): Outcome {
  const { changes } = start.scenario
  const before = createWorld(world.baseline, { changes, realTime, speed: world.speed, onChange: () => undefined })
  const outcome = contract.respond(request, before)
  before.end()
  return outcome
}

function withExplanation(response: ServiceResponse, record: JournalRecord): ServiceResponse {
  return withHeader(response, 'x-simulator-explanation', explain(record).words.join(' '))
}

function withAssumptions(response: ServiceResponse, { outcome, assumptions }: JournalRecord): ServiceResponse {
  const named = outcome.dependsOn.toSorted().map((id) => `${id}=${assumptions[id]}`)
  return withHeader(response, 'x-simulator-assumptions', named.length === 0 ? 'none' : named.join(', '))
}

// A header can contain printable ASCII only. An unpaired surrogate cannot be encoded.
function withHeader(response: ServiceResponse, name: string, value: string): ServiceResponse {
  const text = value.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  const cut = text.length > MOST_HEADER_LENGTH ? `${text.slice(0, MOST_HEADER_LENGTH)}...` : text
  return { ...response, headers: { ...response.headers, [name]: cut } }
}
