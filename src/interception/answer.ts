// Answers a request of MSW, or leaves it unchanged.

import { http } from 'msw'
import type { HttpNetworkFrame } from 'msw/experimental'

/** Returns the response to a request, or undefined to leave the request to the next function. */
export type Answer = (request: Request) => Promise<Response | undefined> | undefined

/**
 * Creates a function that answers the requests of MSW's frames before any handler gets them.
 *
 * MSW resolves each frame itself, so `bypass`, `passthrough`, thrown responses and cookies work
 * as they do in a handler. The function returns whether the frame is settled. If it is not, there
 * was no response, and the frame is unchanged.
 *
 * @param answers called in order until one returns a response; the list may change later
 */
export function createFrameAnswer(answers: readonly Answer[]): (frame: HttpNetworkFrame) => Promise<boolean> {
  const unanswered = new Set<string>()
  const everything = http.all(/./, async ({ request, requestId }) => {
    const response = await askAll(answers, request)
    if (response === undefined) unanswered.add(requestId)
    return response
  })

  return async (frame) => {
    const { id } = frame.data
    const passThrough = frame.passthrough.bind(frame)
    // MSW lets a request without a response pass through at once, so no handler could answer it any more.
    frame.passthrough = () => {
      if (!unanswered.has(id)) passThrough()
    }
    try {
      await frame.resolve([everything], 'bypass', { quiet: true })
      return !unanswered.has(id)
    } finally {
      unanswered.delete(id)
      Reflect.deleteProperty(frame, 'passthrough')
    }
  }
}

async function askAll(answers: readonly Answer[], request: Request): Promise<Response | undefined> {
  for (const answer of answers) {
    const response = await answer(request)
    if (response !== undefined) return response
  }
  return undefined
}
