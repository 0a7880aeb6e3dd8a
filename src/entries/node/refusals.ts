// Refuses requests that belong to no world, and says why.

import { buildNetworkError } from '../../engine/adapters/fetch.ts'
import { describeProblem, type Problem } from '../../engine/input/options/option-error.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import { type InterceptedAnswer, type OnUnanswered, toAnswered } from '../interception/answer.ts'

/** Why a request is refused, and what to do. */
type Refusal = Pick<Problem, 'received' | 'advice'>

export type Refuse = (request: Request, refusal: Refusal) => OnUnanswered

const MOST_PRINTED = 100

/**
 * Creates what refuses requests that belong to no world. The client gets the reason, and as many clients swallow
 * their errors, the console gets it once, too. Your own MSW server may answer such a request instead.
 */
export function createRefusals(): Refuse {
  const printed = new Set<string>()
  return (request, refusal) => () => {
    const message = describeRefused(request, refusal)
    if (!printed.has(message) && printed.size < MOST_PRINTED) console.error(message)
    printed.add(message)
    return toAnswered(buildNetworkError(message))
  }
}

/** Says that a request came too late. @param owner the name of its world */
export function describeLate(request: Pick<Request, 'method' | 'url'>, owner: string): string {
  return describeRefused(request, {
    received: `${owner}, in which it was made, has ended`,
    advice: 'Await all requests before the end, and give each test clients and queues of its own.',
  })
}

/** Answers a request of a world that ended without any. */
export function answerLate(request: Request, owner: string): InterceptedAnswer | undefined {
  return toAnswered(buildNetworkError(describeLate(request, owner)))
}

/** Says that a request is refused. */
export function describeRefused({ method, url }: Pick<Request, 'method' | 'url'>, refusal: Refusal): string {
  const { origin, pathname } = new URL(url)
  return describeProblem({ attempt: `answer ${method} ${hideSecrets(origin + pathname)}`, ...refusal })
}
