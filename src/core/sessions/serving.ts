// Handles a request in a session: latency, faults, the contract, the journal.

import { drawDuration } from '../behaviour/duration.ts'
import type { EffectContext } from '../behaviour/effects/effect.ts'
import { type AppliedFault, explain } from '../behaviour/explanation.ts'
import type { Fault } from '../behaviour/fault.ts'
import type { FaultCandidate } from '../behaviour/faults.ts'
import { limitHeaders } from '../behaviour/header-list.ts'
import { MOST_BODY_BYTES } from '../behaviour/journal.ts'
import type { JournalRecord } from '../behaviour/journal-store.ts'
import type { Overrides } from '../behaviour/overrides.ts'
import { realTime } from '../behaviour/real-time.ts'
import { buildWait, type RequestWait } from '../behaviour/request-state.ts'
import type { Contract } from '../contract/contract.ts'
import { whenLoaded } from '../contract/documents.ts'
import { buildRateFailure, INTERNAL_ERROR } from '../contract/errors.ts'
import type { Outcome, Overridden, ServiceRequest, ServiceResponse } from '../contract/messages.ts'
import { NO_RESPONSE, withoutBody } from '../contract/response-body.ts'
import { NO_BODY } from '../http/body.ts'
import type { RevisionOutcome } from '../resources/revisions/revision.ts'
import { formatMicroseconds } from '../schemas/timestamp.ts'
import { openDraw } from '../store/random.ts'
import { createWorld } from '../world/world.ts'
import { holdBack } from './hold-back.ts'
import type { SessionParts, State } from './state.ts'
import { rejectOutside } from './strictness.ts'
import { openEntry, type WaitingEntry } from './waiting-entry.ts'

const NO_CANDIDATES: readonly FaultCandidate[] = []
const NO_FAULTS: readonly AppliedFault[] = []
const MOST_HEADER_LENGTH = 2000
const IN_TURN = buildWait('turn')
const FINISHED = { state: 'finished', waitsFor: null } as const
const ABORTED = { state: 'aborted', waitsFor: null } as const

type Answered = ServiceResponse | Promise<ServiceResponse>

/** Called whenever a request starts to wait. */
type OnWait = (waitsFor: RequestWait) => void

/** The client disconnected while its request waited. */
class ClientLeft extends Error {}

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
  parts: Pick<SessionParts, 'explains' | 'events' | 'isStrict' | 'run'>,
): ServiceResponse | Promise<ServiceResponse> {
  const began = realTime.read()
  const received = Date.now()
  const { events } = parts
  const { contract, start, world, journal, history, engine, chaos, overrides } = getState()
  world.clock.settle()
  const at = world.clock.microseconds()
  // Finding the faults counts their uses.
  const moment = { history, position: history.mark({ engine, chaos }) }
  let candidates = NO_CANDIDATES
  const applied = new Set<Fault>()
  let lastWait = IN_TURN
  let entry: WaitingEntry | undefined
  const finish = (outcome: Outcome): ServiceResponse => {
    // The client may leave before an override answers, and an override may answer all the same.
    if (entry?.isOver() === true) return NO_RESPONSE
    const outline = { ...outcome, response: withoutBody(outcome.response) }
    // A response to HEAD has no body, even if an effect or an override sets one.
    const isOwn = applied.size > 0 || outcome.overriddenBy !== undefined
    const { response } = isOwn && request.method === 'HEAD' ? outline : outcome
    const faults = applied.size === 0 ? NO_FAULTS : listApplied(candidates, applied)
    const milliseconds = realTime.read() - began
    const { assumptions } = contract
    const { state, waitsFor } = readProgress(outcome, faults)
    const about = { at, received, milliseconds, moment, state, waitsFor, outcome: outline, assumptions, faults }
    const record = buildRecord(request, about)
    const sent = label(response, record, parts)
    entry?.complete(record, sent)
    const id = entry === undefined ? journal.write(record, sent) : entry.id
    noteUses(candidates, applied, id)
    // Faults that are used up leave the history, too, or its log counts them.
    if (candidates.length > 0) history.mark({ engine, chaos })
    events.emitRequest({ session: name, id, record: entry?.record ?? record })
    if (state === 'pending') entry?.abandonWhen(request.onGone)
    return sent
  }
  const onWait: OnWait = (next) => {
    lastWait = next
    entry?.wait(next)
  }
  const respond: Respond = (asked) => ask(asked, getState(), parts)
  const serve = () => {
    candidates = findCandidates(request, getState())
    if (candidates.length === 0 && start.scenario.latency === undefined) {
      return answer(request, { respond, getState, onWait }, finish)
    }
    return respondSlowly(request, { getState, candidates, applied, respond, onWait }).then(finish)
  }
  const settle = (overridden: Overridden | null = null) =>
    overridden === null ? serve() : finish(toOutcome(request, overridden, contract))
  const response =
    request.overridden !== undefined || overrides.isEmpty()
      ? settle(request.overridden)
      : askOverrides(request, overrides, { settle, onWait, leave: () => finish(toNobody(request, contract)) })
  if (!(response instanceof Promise)) return response
  const arrival = { at, received, moment, assumptions: contract.assumptions, waitsFor: lastWait }
  const outcome = toNobody(request, contract)
  const record = buildRecord(request, { ...arrival, outcome, state: 'pending', milliseconds: 0, faults: NO_FAULTS })
  entry = openEntry(record, { session: name, journal, events })
  return response
}

/** Asks the overrides, and settles what they said. @param leave called if the client leaves before they answer */
function askOverrides(
  request: ServiceRequest,
  overrides: Overrides,
  { settle, onWait, leave }: { settle(said?: Overridden): Answered; onWait: OnWait; leave(): void },
): Promise<ServiceResponse> {
  onWait(buildWait('handler'))
  // The entry of the request is written first, also if the client has left already.
  const stopWatching = request.onGone?.(() => queueMicrotask(leave))
  return overrides.answer(request).then((said) => {
    stopWatching?.()
    onWait(IN_TURN)
    return settle(said)
  })
}

/** How far a request has got when its outcome is known. */
function readProgress(
  { hasLeft, response }: Outcome,
  faults: readonly AppliedFault[],
): Pick<JournalRecord, 'state' | 'waitsFor'> {
  if (hasLeft === true) return ABORTED
  if (response.transportFault?.kind !== 'stall') return FINISHED
  const fault = faults.find(({ effect }) => effect === 'stall')?.id ?? null
  return { state: 'pending', waitsFor: buildWait('client', { fault }) }
}

function toNobody(request: ServiceRequest, { findOperation }: Contract): Outcome {
  const operation = findOperation(request)
  return { ...(operation === undefined ? {} : { operation }), response: NO_RESPONSE, dependsOn: [], hasLeft: true }
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
  if (applied.size === 0) return
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
  waiting: { respond: Respond; getState: () => State; onWait: OnWait },
  finish: (outcome: Outcome) => Result,
): Result | Promise<Result> {
  return whenLoaded(() => {
    const outcome = waiting.respond(request)
    if (outcome.waits === undefined) return finish(outcome)
    return holdBack(request, outcome, waiting).then(finish)
  }) as Result | Promise<Result>
}

/** What applies to a request on its way. */
interface OnTheWay {
  getState: () => State
  candidates: readonly FaultCandidate[]
  applied: Set<Fault>
  respond: Respond
  onWait: OnWait
}

type WayContext = Omit<EffectContext, 'draw' | 'respond' | 'wait'>

type Wait = (milliseconds: number, fault?: string) => Promise<void>

async function respondSlowly(
  request: ServiceRequest,
  { getState, candidates, applied, respond: respondTo, onWait }: OnTheWay,
): Promise<Outcome> {
  const { contract, world, start, takeTurn } = getState()
  const { clock } = world
  const { latency, seed } = start.scenario
  // The waits of a request follow one another, even if one step of the clock covers several of them.
  let reached = clock.microseconds()
  const wait: Wait = async (milliseconds, fault) => {
    reached += BigInt(Math.round(milliseconds * 1000))
    onWait(buildWait('clock', { until: formatMicroseconds(reached), fault: fault ?? null }))
    if (!(await clock.waitUntil(reached, request.onGone))) throw new ClientLeft()
    onWait(IN_TURN)
  }
  let rolloutOutcome: RevisionOutcome | undefined
  const withRollout = (): ServiceRequest => (rolloutOutcome === undefined ? request : { ...request, rolloutOutcome })
  const context: WayContext = {
    request,
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
  const respond = chain({ candidates, applied, context, wait }, () =>
    answer(withRollout(), { respond: respondTo, getState, onWait }, (outcome) => outcome),
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
  {
    candidates,
    applied,
    context,
    wait,
  }: Pick<OnTheWay, 'candidates' | 'applied'> & { context: WayContext; wait: Wait },
  toService: Step,
): Step {
  return candidates.reduceRight<Step>(
    (next, candidate) => () => {
      const waitFor = (milliseconds: number) => wait(milliseconds, candidate.fault.id)
      const outcome = candidate.isLeft() ? candidate.apply({ ...context, wait: waitFor, respond: next }) : undefined
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

function label(
  response: ServiceResponse,
  record: JournalRecord,
  { explains, isStrict }: Pick<SessionParts, 'explains' | 'isStrict'>,
): ServiceResponse {
  const labelled = isStrict ? withAssumptions(response, record) : response
  return explains ? withExplanation(labelled, record) : labelled
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
