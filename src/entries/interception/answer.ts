// Answers a request of MSW, or leaves it unchanged.

import { http } from 'msw'
import type { HttpNetworkFrame } from 'msw/experimental'
import { hasHandler, type Queue } from './unused-handlers.ts'

/** The response to a request. */
export interface InterceptedAnswer {
  readonly response: Response
  /** Whether it is the service's own, and not that of a handler that takes precedence over the service. */
  readonly isOfService: boolean
}

/** Describes the response of a handler that takes precedence over the service. */
export function toAnswered(response: Response | undefined): InterceptedAnswer | undefined {
  return response === undefined ? undefined : { response, isOfService: false }
}

/** Called about a request that nothing else answers, as far as is known. Returns the response, if it is not to go further. */
export type OnUnanswered = () => InterceptedAnswer | undefined

/** Returns the response to a request, or leaves the request to the next function. */
export type Interceptor = (request: Request) => Promise<InterceptedAnswer | OnUnanswered | undefined> | undefined

/**
 * Creates a function that answers the requests of MSW's frames before any handler gets them.
 *
 * MSW resolves each frame itself, so `bypass`, `passthrough`, thrown responses and cookies work
 * as they do in a handler. If the frame is still open, there was no response, and the frame is unchanged.
 *
 * @param listAnswers lists what is called in order for a request, until one returns a response
 * @param toError returns the error to throw instead of a response. MSW passes it on if it looks like one of Node
 * @returns a function that takes a frame, and passes it to the MSW server that listens, if there is one
 */
export function createFrameAnswer(
  listAnswers: (request: Request) => readonly Interceptor[],
  toError: (response: Response, request: Request) => Error | undefined = () => undefined,
): (frame: HttpNetworkFrame, queue: Queue | undefined) => Promise<'open' | 'settled' | 'settled by the service'> {
  const others = new Map<string, () => Promise<boolean>>()
  const unanswered = new Set<string>()
  const ofService = new Set<string>()
  const errors = new Map<string, Error>()
  const everything = http.all(/./, async ({ request, requestId }) => {
    // A copy, because simulators may start and stop meanwhile.
    const answered = await askAll([...listAnswers(request)], request, others.get(requestId))
    if (answered === undefined) unanswered.add(requestId)
    if (answered?.isOfService === true) ofService.add(requestId)
    const error = answered && toError(answered.response, request)
    if (error === undefined) return answered?.response
    errors.set(requestId, error)
    return undefined
  })

  return async (frame, queue) => {
    const { id } = frame.data
    if (queue !== undefined) others.set(id, () => hasHandler(frame, queue))
    const passThrough = frame.passthrough.bind(frame)
    // MSW lets a request without a response pass through at once, so no handler could answer it any more.
    frame.passthrough = () => {
      if (!unanswered.has(id) && !errors.has(id)) passThrough()
    }
    try {
      await frame.resolve([everything], 'bypass', { quiet: true })
      const error = errors.get(id)
      if (error !== undefined) throw error
      if (unanswered.has(id)) return 'open'
      return ofService.has(id) ? 'settled by the service' : 'settled'
    } finally {
      others.delete(id)
      unanswered.delete(id)
      ofService.delete(id)
      errors.delete(id)
      Reflect.deleteProperty(frame, 'passthrough')
    }
  }
}

async function askAll(
  answers: readonly Interceptor[],
  request: Request,
  isForOther: (() => Promise<boolean>) | undefined,
): Promise<InterceptedAnswer | undefined> {
  const listeners: OnUnanswered[] = []
  for (const answer of answers) {
    const answered = await answer(request)
    if (typeof answered === 'function') listeners.push(answered)
    else if (answered !== undefined) return answered
  }
  if (listeners.length > 0 && (await isForOther?.())) return undefined
  const refusals = listeners.map((onUnanswered) => onUnanswered())
  return refusals.find((each) => each !== undefined)
}
