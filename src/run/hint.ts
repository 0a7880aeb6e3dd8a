// Describes the last requests of a failed test.

import { describeChaos } from '../engine/faults/chaos/chaos.ts'
import type { Session } from '../engine/sessions/session.ts'
import { describeAssumptions } from './describe-assumptions.ts'
import { describeWaiting } from './describe-waiting.ts'

const MOST_LINES = 5
const MOST_LENGTH = 240
const NONE = 'The simulator received no request for an operation.'
const UNSEEN = 'It does not see a fetch that was captured before the test began, nor the fetch of the package undici.'
// Jest fakes them by default, and then requests never begin.
const FAKED =
  "The test has faked nextTick or queueMicrotask, which requests need: jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })."

/** What a failed test knows about its requests. */
interface Seen {
  readonly session: Session & { readonly url: string }
  listOthers(): readonly string[]
}

/**
 * Describes the requests of a failed test: the last ones, or those that no operation was for, or why
 * none may have been seen.
 */
export function describeFailed({ session, listOthers }: Seen): string {
  if (session.requests.count() > 0) return describeLastRequests(session)
  const others = listOthers()
  const seen =
    others.length === 0
      ? [`${NONE} ${isNextTickFaked() ? FAKED : UNSEEN}`]
      : [`${NONE} Its base URL is ${session.url}. These came instead:`, ...others.map((each) => `  ${each}`)]
  return [...seen, ...describeUnused(session)].join('\n')
}

// Faked functions refer to their clock.
function isNextTickFaked(): boolean {
  return [globalThis.process?.nextTick, globalThis.queueMicrotask].some((each) => each !== undefined && 'clock' in each)
}

/**
 * Lists the last requests of a session, each with the explanation of its response, and how to replay
 * its chaos and its assumptions.
 */
export function describeLastRequests(session: Session): string {
  const { requests, chaos } = session
  const entries = requests.list()
  if (entries.length === 0) return [NONE, ...describeUnused(session)].join('\n')
  const replay = [
    ...describeWaiting(session),
    ...describeUnused(session),
    ...(chaos === undefined ? [] : [`${describeChaos(chaos, 'option')}.`]),
    ...describeAssumptions(session),
  ]
  const last = entries.slice(-MOST_LINES)
  const lines = last.map(({ id }) => {
    // The last sentence lists assumptions, which the hint leaves out.
    const words = requests.get(id)?.explanation.words.slice(0, -1).join(' ') ?? ''
    return `  #${id} ${words.length > MOST_LENGTH ? `${words.slice(0, MOST_LENGTH)}...` : words}`
  })
  return [`${describeCount(last.length, entries.length)} that the simulator received:`, ...lines, ...replay].join('\n')
}

/** Names the faults that never applied. Chance can keep some from it, so these say nothing about the test. */
export function describeUnused({ faults }: Session): string[] {
  const unused = faults.uses().filter(({ applied, probability }) => applied === 0 && probability === 1)
  return unused.map(({ id, description }) => `The fault "${id}", which ${description}, applied to no request.`)
}

function describeCount(shown: number, all: number): string {
  if (all === 1) return 'The only request'
  return shown < all ? `The last ${shown} of ${all} requests` : `All ${all} requests`
}
