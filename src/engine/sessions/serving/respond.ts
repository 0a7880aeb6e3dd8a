// The response of the service in a session: at once, or after latency, faults and waits.

import { buildRateFailure, INTERNAL_ERROR } from '../../contract/operation/failure.ts'
import { type Hints, NO_RESPONSE, type Outcome, type ServiceRequest } from '../../contract/operation/messages.ts'
import type { SharedContext } from '../../faults/effects/effect.ts'
import type { FaultCandidate } from '../../faults/fault-list.ts'
import { formatMicroseconds } from '../../input/schemas/timestamp.ts'
import { buildWait } from '../../journal/request-state.ts'
import { MEGABYTE } from '../../limits/byte-budget.ts'
import { openDraw } from '../../store/random.ts'
import type { OnGone } from '../../store/time/clock.ts'
import { drawDuration } from '../../store/time/duration.ts'
import { realTime } from '../../store/time/world-time.ts'
import { endsAtOnce, GoneError, type Steps } from '../../work/steps.ts'
import { createWorld, type World } from '../../world/world.ts'
import { isChosen, type RunSettings } from '../state/start.ts'
import type { State } from '../state/state.ts'
import { describeAsked, IN_TURN, type RequestEntry, refuseAsked } from './request-entry.ts'

/** What answers requests, besides the state of their session. */
export interface AnswerParts {
  readonly run: Pick<RunSettings, 'assumptions' | 'vary'>
  inTurns<Result>(work: Steps<Result>, onGone?: OnGone): Result | Promise<Awaited<Result>>
  /** Returns what to wait for before a request goes on that has waited, if many do so together. */
  nextTurn(): Promise<void> | undefined
}

export interface RequestWay {
  readonly request: ServiceRequest
  readonly entry: RequestEntry
  /** Returns the current state, which may change while the request waits. */
  readonly getState: () => State
  readonly parts: AnswerParts
  /** When the request arrived, in microseconds, if that was before: its delays count from then. Default: now. */
  readonly since?: bigint | undefined
}

/** Responds now to a request of a client: with a refusal if the session is strict, or if there were too many requests. */
export function respondNow(request: ServiceRequest, state: State, parts: Pick<AnswerParts, 'run'>): Outcome {
  const { contract, world, isStrict } = state
  const rejected = isStrict ? rejectOutside(request, state, parts) : undefined
  const refused = rejected ?? (contract.rateLimit === undefined ? undefined : countRequest(request, state))
  return refused ?? contract.respond(request, world)
}

/** What a response that nobody counts is built from. */
type AskedState = Pick<State, 'assumptions' | 'contract' | 'isStrict' | 'start' | 'world'>

/** Responds without counting the request: it was counted before, or no client has sent it. */
export function respondUncounted(request: ServiceRequest, state: AskedState, parts: Pick<AnswerParts, 'run'>): Outcome {
  const rejected = state.isStrict ? rejectOutside(request, state, parts) : undefined
  return rejected ?? state.contract.respond(request, state.world)
}

/** Builds the response to a request that a strict session rejects; undefined if the service answers it. */
function rejectOutside(
  request: ServiceRequest,
  { contract, assumptions, start }: AskedState,
  { run }: Pick<AnswerParts, 'run'>,
): Outcome | undefined {
  const { questions, framework } = contract.declared
  const outside = contract.findOutside(request, (id) => isChosen(id, { start, assumptions }, { questions, run }))
  if (outside === undefined) return undefined
  const { failure, dependsOn } = outside
  return {
    ...describeAsked(request, contract),
    response: contract.writeFailure(failure),
    dependsOn: [...new Set([...dependsOn, ...framework.errors.decidedBy])],
    advice: ` The session is strict: ${failure.detail}`,
    hasNotRun: true,
  }
}

/** Counts a request. @returns the refusal if there were too many */
function countRequest(request: ServiceRequest, { contract, world, counting }: State): Outcome | undefined {
  const { rateLimit } = contract
  const seconds = rateLimit && counting.countRequest(Number(world.clock.microseconds()), rateLimit)
  if (rateLimit === undefined || seconds === undefined) return undefined
  const refused = refuseAsked(request, contract, contract.writeFailure(buildRateFailure(seconds)))
  return { ...refused, dependsOn: [...rateLimit.dependsOn, ...refused.dependsOn] }
}

interface FaultyOutcome {
  readonly outcome: Outcome
  readonly applied: readonly FaultCandidate[]
}

/** Responds after the latency of the scenario, and as the faults say that apply. */
export async function respondSlowly(way: RequestWay, candidates: readonly FaultCandidate[]): Promise<FaultyOutcome> {
  const { request, getState, parts } = way
  const { contract, world, start, counting } = getState()
  const { latency, seed } = start.scenario
  const wait = createWait(way, world)
  const applied = new Set<FaultCandidate>()
  let hints: Hints | undefined
  const context: WayContext = {
    request,
    now: () => Number(world.clock.microseconds()),
    isFrozen: world.clock.isFrozen,
    writeFailure: contract.writeFailure,
    hint(told) {
      hints = { ...hints, ...told }
    },
    respondWith: (response) => ({ ...describeAsked(request, contract), response, dependsOn: [], hasNotRun: true }),
    // Only the request itself counts for the rate limit.
    respondTo: (sent) => (sent === request ? respondNow : respondUncounted)(withHints(sent), getState(), parts),
    respondAtStart: () => respondAtStart(withHints(request), getState()),
  }
  // Those of the faults before, beside the one that responds.
  const withHints = (sent: ServiceRequest): ServiceRequest => {
    if (hints === undefined) return sent
    return { ...sent, hints: { ...hints, ...sent.hints, list: Object.assign({}, hints.list, sent.hints?.list) } }
  }
  // The first fault responds, which may let the next one respond, and so on up to the service itself.
  const respondFrom = (index: number): Outcome | Promise<Outcome> => {
    const candidate = candidates[index]
    if (candidate === undefined) return respondInTime(way, withHints(request))
    const next = () => respondFrom(index + 1)
    const waitFor = (milliseconds: number) => wait(milliseconds, candidate.fault.id)
    const outcome = candidate.apply({ ...context, wait: waitFor, respond: next })
    if (outcome === undefined) return next()
    applied.add(candidate)
    return outcome
  }
  const respond = async (): Promise<Outcome> => {
    try {
      if (latency !== undefined)
        await wait(drawDuration(latency, openDraw(seed, 'latency', counting.takeTurn(), 'wait')))
      return await respondFrom(0)
    } catch (error) {
      if (error instanceof GoneError) return { ...context.respondWith(NO_RESPONSE), hasLeft: true }
      console.error(error)
      return context.respondWith(contract.writeFailure(INTERNAL_ERROR))
    }
  }
  return { outcome: await respond(), applied: candidates.filter((each) => applied.has(each)) }
}

type WayContext = Omit<SharedContext, 'respond' | 'wait'>

/** Creates what lets a request wait. Its waits follow one another, even if one step of the clock covers several of them. */
function createWait({ request, entry, since, parts }: RequestWay, { clock }: World) {
  let reached = since ?? clock.microseconds()
  return async (milliseconds: number, fault: string | null = null): Promise<void> => {
    const waitUntil = (due: bigint): void => {
      reached = due
      entry.wait(buildWait('clock', { until: formatMicroseconds(due), fault }))
    }
    waitUntil(reached + BigInt(Math.round(milliseconds * 1000)))
    if (!(await clock.waitUntil(reached, request.onGone, waitUntil))) throw new GoneError('The client left.')
    entry.wait(IN_TURN)
    const turn = parts.nextTurn()
    if (turn !== undefined) await turn
  }
}

function respondAtStart(request: ServiceRequest, { contract, world, start }: State): Outcome {
  const { changes } = start.scenario
  const before = createWorld(world.baseline, { changes, realTime, speed: world.speed, onChange: () => undefined })
  const outcome = contract.respond(request, before)
  before.end()
  return outcome
}

/** Responds as soon as the code for the response is loaded, and after the wait that the outcome asks for. */
async function respondInTime(way: RequestWay, request: ServiceRequest): Promise<Outcome> {
  const { getState, parts } = way
  const loading = getState().contract.load(request)
  if (loading !== undefined) await loading
  let prepared: unknown
  // Others may count on a change that was sent.
  const onGone = request.method === 'GET' ? request.onGone : undefined
  const ready = () => ({ prepared, ...request })
  // The data may change meanwhile, and other searches may take the memory.
  for (let tries = 0; tries < 3 && takesTurns(ready(), getState()); tries += 1)
    prepared = await parts.inTurns(prepare(ready(), getState()), onGone)
  return holdBack(way, request, respondNow(ready(), getState(), parts))
}

// To search as many bytes takes a few milliseconds. Few records can have as many.
export const MANY_BYTES = 4 * MEGABYTE

/** Whether to prepare the operation of a request takes more than one step. */
export function takesTurns(request: ServiceRequest, state: State): boolean {
  const isLarge = state.world.baseline.isLarge || state.bytes() >= MANY_BYTES
  if (request.method === 'GET' && !isLarge) return false
  return !endsAtOnce(prepare(request, state))
}

/** Prepares in steps what takes the operation of a request long. */
function* prepare(request: ServiceRequest, { contract, world }: State): Steps<unknown> {
  if (contract.isCached(request, world)) return undefined
  const operation = contract.findOperation(request)
  const values = operation?.prepare && contract.findValues(request)
  if (values === undefined) return undefined
  try {
    const { prepared } = request
    return yield* operation?.prepare?.({ assumptions: contract.assumptions, world, prepared }, values) ?? []
  } catch {
    // If too much other work waits, the operation does all by itself.
    return undefined
  }
}

/**
 * Holds an outcome back for as long as it asks for. Whenever the data changes before that, the request is answered
 * anew, and the new outcome is returned unless it waits, too. Nothing is done in between, so any number of requests
 * can wait.
 */
export async function holdBack(
  { entry, getState, parts }: RequestWay,
  request: ServiceRequest,
  first: Outcome,
): Promise<Outcome> {
  if (first.waits === undefined) return first
  let due = 0n
  const waitUntil = (next: bigint): void => {
    due = next
    entry.wait(buildWait('change', { until: formatMicroseconds(due) }))
  }
  waitUntil(getState().world.clock.microseconds() + BigInt(Math.ceil(first.waits * 1000)))
  let outcome = first
  while (outcome.waits !== undefined) {
    const { world } = getState()
    const reason = await waitForChange(world, request, { due, onPostponed: waitUntil })
    if (reason === 'left') return { ...outcome, response: NO_RESPONSE, hasLeft: true }
    const turn = parts.nextTurn()
    if (turn !== undefined) await turn
    const hasEnded = getState().world === world && world.hasEnded()
    if (reason === 'due' || hasEnded) return outcome
    outcome = respondUncounted(request, getState(), parts)
  }
  return outcome
}

interface AwaitedChange {
  readonly due: bigint
  onPostponed(due: bigint): void
}

async function waitForChange(
  world: World,
  { onGone }: ServiceRequest,
  { due, onPostponed }: AwaitedChange,
): Promise<'due' | 'changed' | 'left'> {
  let reason: 'due' | 'changed' | 'left' = 'due'
  const watch: OnGone = (stop) => {
    const end = (why: typeof reason) => () => {
      reason = why
      stop()
    }
    const ignoreChange = world.onNextChange(end('changed'))
    const ignoreLeaving = onGone?.(end('left'), true)
    return () => {
      ignoreChange()
      ignoreLeaving?.()
    }
  }
  await world.clock.waitUntil(due, watch, onPostponed)
  return reason
}
