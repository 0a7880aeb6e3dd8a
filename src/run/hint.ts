// Describes the last requests of a failed test.

import { describeChaos } from '../core/behaviour/chaos.ts'
import type { Session } from '../core/sessions/session.ts'
import { describeAssumptions } from './describe-assumptions.ts'
import { describeWaiting } from './describe-waiting.ts'

const MOST_LINES = 5
const MOST_LENGTH = 240

/** Lists the requests of a test that went elsewhere, or says why none may have been seen. */
export function describeOthers({ url }: { readonly url: string }, others: readonly string[]): string {
  if (others.length > 0) {
    return [`Its base URL is ${url}. These requests went elsewhere:`, ...others.map((each) => `  ${each}`)].join('\n')
  }
  return 'It does not see a fetch that was captured before the test began, nor the fetch of the package undici.'
}

/**
 * Lists the last requests of a session, each with the explanation of its response, and how to replay
 * its chaos and its assumptions.
 */
export function describeLastRequests(session: Session): string {
  const { requests, chaos } = session
  const entries = requests.list()
  if (entries.length === 0) return 'The simulator received no request.'
  const replay = [
    ...describeWaiting(session),
    ...(chaos === undefined ? [] : [`${describeChaos(chaos, 'option')}.`]),
    ...describeAssumptions(session),
  ]
  const last = entries.slice(-MOST_LINES)
  const lines = last.map(({ id }) => {
    // The last sentence lists assumptions, which the hint leaves out.
    const words = requests.get(id)?.explanation.words.slice(0, -1).join(' ') ?? ''
    return `  #${id} ${words.length > MOST_LENGTH ? `${words.slice(0, MOST_LENGTH)}...` : words}`
  })
  const which = last.length < entries.length ? `The last ${last.length} of ${entries.length}` : `All ${last.length}`
  return [`${which} requests that the simulator received:`, ...lines, ...replay].join('\n')
}
