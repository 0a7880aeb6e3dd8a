// Waits before a response is sent, until its time has come or the data has changed.

import { NO_RESPONSE } from '../../contract/response-body.ts'
import type { Outcome, ServiceRequest } from '../../define/operation/messages.ts'
import { formatMicroseconds } from '../../input/schemas/timestamp.ts'
import { buildWait, type RequestWait } from '../../journal/request-state.ts'
import type { OnGone } from '../../store/time/clock.ts'
import type { World } from '../../world/world.ts'
import type { State } from '../state/state.ts'

/** What a request that waits is answered with. */
export interface Waiting {
  respond(request: ServiceRequest): Outcome
  getState(): State
  /** Called with what the request waits for. */
  onWait(waitsFor: RequestWait): void
}

/**
 * Holds an outcome back for as long as it asks for. Whenever the data changes before that, the request is answered
 * anew, and the new outcome is returned unless it waits, too. Nothing is done in between, so any number of requests
 * can wait.
 */
export async function holdBack(
  request: ServiceRequest,
  first: Outcome,
  { respond, getState, onWait }: Waiting,
): Promise<Outcome> {
  let due = 0n
  const waitUntil = (next: bigint): void => {
    due = next
    onWait(buildWait('change', { until: formatMicroseconds(due) }))
  }
  waitUntil(getState().world.clock.microseconds() + BigInt(Math.ceil((first.waits ?? 0) * 1000)))
  let outcome = first
  while (outcome.waits !== undefined) {
    const { world } = getState()
    const reason = await waitForChange(world, request, { due, onPostponed: waitUntil })
    if (reason === 'left') return { ...outcome, response: NO_RESPONSE, hasLeft: true }
    const hasEnded = getState().world === world && world.hasEnded()
    if (reason === 'due' || hasEnded) return outcome
    outcome = respond(request)
  }
  return outcome
}

async function waitForChange(
  world: World,
  { onGone }: ServiceRequest,
  { due, onPostponed }: { due: bigint; onPostponed(due: bigint): void },
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
