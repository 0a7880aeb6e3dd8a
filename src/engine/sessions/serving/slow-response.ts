// Responds to a request that latency or faults apply to.

import { NO_RESPONSE } from '../../contract/response-body.ts'
import { INTERNAL_ERROR } from '../../define/operation/failure.ts'
import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'
import type { Hints } from '../../define/service-types.ts'
import type { EffectContext } from '../../faults/effects/effect.ts'
import { formatMicroseconds } from '../../input/schemas/timestamp.ts'
import { buildWait } from '../../journal/request-state.ts'
import { openDraw } from '../../store/random.ts'
import { drawDuration } from '../../store/time/duration.ts'
import { realTime } from '../../store/time/real-time.ts'
import { createWorld } from '../../world/world.ts'
import type { State } from '../state/state.ts'
import { describeAsked } from './asked.ts'
import { IN_TURN, type OnWait, type RequestFaults } from './request-entry.ts'
import { answer, type Responding } from './service-answer.ts'

/** The client disconnected while its request waited. */
class ClientLeft extends Error {}

/** What applies to a request on its way. */
interface OnTheWay {
  getState: () => State
  faults: RequestFaults
  responding: Responding
  onWait: OnWait
  /** When the request arrived, in microseconds, if that was before. Default: now. */
  since: bigint | undefined
}

type WayContext = Omit<EffectContext, 'draw' | 'respond' | 'wait'>

type Wait = (milliseconds: number, fault?: string) => Promise<void>

/** Responds after the latency of the scenario, and as the faults say that apply. */
export async function respondSlowly(
  request: ServiceRequest,
  { getState, faults, responding, onWait, since }: OnTheWay,
): Promise<Outcome> {
  const { contract, world, start, turns } = getState()
  const { clock } = world
  const { latency, seed } = start.scenario
  // The waits of a request follow one another, even if one step of the clock covers several of them.
  let reached = since ?? clock.microseconds()
  const wait: Wait = async (milliseconds, fault) => {
    const waitUntil = (due: bigint): void => {
      reached = due
      onWait(buildWait('clock', { until: formatMicroseconds(due), fault: fault ?? null }))
    }
    waitUntil(reached + BigInt(Math.round(milliseconds * 1000)))
    if (!(await clock.waitUntil(reached, request.onGone, waitUntil))) throw new ClientLeft()
    onWait(IN_TURN)
  }
  let hints: Hints | undefined
  const withHints = (): ServiceRequest => (hints === undefined ? request : { ...request, hints })
  const context: WayContext = {
    request,
    now: () => Number(clock.microseconds()),
    isFrozen: clock.isFrozen,
    writeFailure: contract.writeFailure,
    hint(told) {
      hints = { ...hints, ...told }
    },
    respondWith: (response) => ({ ...describeAsked(request, contract), response, dependsOn: [], hasNotRun: true }),
    // Only the request itself counts for the rate limit.
    respondTo: (sent) => (sent === request ? responding.respondFirst(sent) : responding.respond(sent)),
    respondAtStart: () => askAtStart(request, getState()),
  }
  const respond = chain({ faults, context, wait }, () =>
    answer(withHints(), { ...responding, getState, onWait }, (outcome) => outcome),
  )
  try {
    if (latency !== undefined) await wait(drawDuration(latency, openDraw(seed, 'latency', turns.take(), 'wait')))
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
  { faults: { candidates, applied }, context, wait }: Pick<OnTheWay, 'faults'> & { context: WayContext; wait: Wait },
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
