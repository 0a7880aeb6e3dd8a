import { http } from 'msw'
import type { HttpNetworkFrame } from 'msw/experimental'

/** Answers a request, or leaves it to whoever is asked next. */
export type Outcome = (request: Request) => Promise<Response | undefined> | undefined

/**
 * Creates a function that answers the requests of MSW's frames before any handler sees them.
 *
 * MSW resolves each frame itself, so `bypass`, `passthrough`, thrown responses and cookies work
 * as they do in a handler. The function returns whether the frame is settled. If it is not, no
 * answer wanted the request, and the frame is as it was.
 *
 * @param answers asked in order; later changes to the list count
 */
export function createFrameAnswer(answers: readonly Outcome[]): (frame: HttpNetworkFrame) => Promise<boolean> {
  const unanswered = new Set<string>()
  const everything = http.all(/./, async ({ request, requestId }) => {
    const response = await askAll(answers, request)
    if (response === undefined) unanswered.add(requestId)
    return response
  })

  return async (frame) => {
    const { id } = frame.data
    const passThrough = frame.passthrough.bind(frame)
    // MSW lets a request without a response pass at once, and then nobody else could answer it.
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

async function askAll(answers: readonly Outcome[], request: Request): Promise<Response | undefined> {
  for (const answer of answers) {
    const response = await answer(request)
    if (response !== undefined) return response
  }
  return undefined
}
