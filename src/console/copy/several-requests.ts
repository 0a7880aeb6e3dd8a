// What a test of several requests has, and the header that a fault adds to a response. The page writes neither.

import type { DetailedEntry, FaultInput, RemoteSimulator } from '../../client/index.ts'
import type { ReceivedResponse } from './expectation.ts'
import { writeString } from './literal.ts'
import type { Trial } from './scratch.ts'
import type { TestedState } from './tested-request.ts'

/**
 * Lists where the faults of requests can be added. A client sends its requests on its own, so the best place is before
 * the first one. But they can apply to other requests then. Between requests, the clock is moved as it was before,
 * unless it runs.
 */
export function listPlans<Step extends Trial & { readonly entry: DetailedEntry }>(
  given: readonly Step[],
  { clock }: TestedState,
): readonly (readonly Step[])[] {
  if (given.length === 1) return [given]
  const steps = clock.frozen
    ? given.map((step, index) => ({ ...step, move: measureMove(step, given[index - 1]) }))
    : given
  const joined = joinFaults(steps.flatMap(({ faults }) => faults))
  return [steps.map((step, index) => ({ ...step, faults: index === 0 ? joined : [] })), steps]
}

function measureMove({ entry }: { entry: DetailedEntry }, before: { entry: DetailedEntry } | undefined): number {
  return before === undefined ? 0 : Math.max(0, Date.parse(entry.at) - Date.parse(before.entry.at))
}

/** Moves the clock of a session before a request. */
export async function moveClock({ clock }: RemoteSimulator, { move = 0 }: Trial): Promise<void> {
  if (move > 0) await clock.advance(move)
}

/** Writes the move of the clock before a request. */
export function writeMove({ move = 0 }: Pick<Trial, 'move'>): string[] {
  return move === 0 ? [] : [`simulator.clock.advance(${move})`]
}

/** Adds the Retry-After of a response to what else was received. */
export function addRetryAfter(received: ReceivedResponse, { headers }: Response): ReceivedResponse {
  return { ...received, retryAfter: headers.get('retry-after') }
}

/** Writes the expectation of a Retry-After that a fault has sent. */
export function writeRetryAfter(
  { entry, response }: { entry: DetailedEntry; response: ReceivedResponse | undefined },
  number: string,
): string[] {
  const { retryAfter = null } = response ?? {}
  if (entry.faults.length === 0 || retryAfter === null) return []
  return [`expect(response${number}.headers.get('retry-after')).toBe(${writeString(retryAfter)})`]
}

function joinFaults(faults: readonly FaultInput[]): readonly FaultInput[] {
  const joined = new Map<string, FaultInput>()
  for (const fault of faults) {
    const key = JSON.stringify(fault)
    joined.set(key, { ...fault, times: (joined.get(key)?.times ?? 0) + 1 })
  }
  return [...joined.values()]
}

/** Lists the statuses of several responses, as the end of a title. */
export function listStatuses(entries: readonly DetailedEntry[]): string {
  return entries.length === 1 ? '' : `: ${entries.map(({ status }) => status ?? 'no response').join(', ')}`
}
