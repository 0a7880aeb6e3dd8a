// Answers a request of MSW, or leaves it unchanged.

import { http, type RequestHandler } from 'msw'
import type { HttpNetworkFrame } from 'msw/experimental'
import { nameHandler } from '../../engine/adapters/msw-override.ts'

// A handler that matches this matches everything, and is not meant for the service.
const ANYTHING = 'http://anything.invalid/anything'

// So many paths are remembered as checked, so that most requests are not compared again.
const MOST_CHECKED = 1000

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

type Queue = (frame: HttpNetworkFrame) => Promise<unknown>

/** Creates what warns once of each handler of another MSW server that matches an answered request, but is not run. */
export function createUnusedWarning(): (frame: HttpNetworkFrame, queue: Queue) => Promise<void> {
  const warned = new WeakSet<RequestHandler>()
  const checked = new Map<string, WeakSet<RequestHandler>>()

  const isNew = (key: string, handler: RequestHandler): boolean => {
    if (checked.size > MOST_CHECKED) checked.clear()
    const known = checked.get(key) ?? new WeakSet()
    checked.set(key, known)
    const wasKnown = known.has(handler)
    known.add(handler)
    return !wasKnown && !warned.has(handler)
  }

  return async (frame, queue) => {
    const { method, url } = frame.data.request
    const [address = ''] = url.split('?', 1)
    for (const handler of await listHandlers(frame, queue)) {
      if (!isNew(`${method} ${address}`, handler)) continue
      if (!(await isFor(handler, method, address))) continue
      warned.add(handler)
      warn(handler)
    }
  }
}

/** Whether a handler of another MSW server is for a request. One that matches everything is for none. */
async function hasHandler(frame: HttpNetworkFrame, queue: Queue): Promise<boolean> {
  const { method, url } = frame.data.request
  for (const handler of await listHandlers(frame, queue)) {
    if (await isFor(handler, method, url)) return true
  }
  return false
}

/**
 * Lists the handlers of the server that listens, as it would use them for a frame. MSW has no function for this
 * without the server at hand, so the server gets a frame that only takes the handlers.
 */
async function listHandlers(frame: HttpNetworkFrame, queue: Queue): Promise<readonly RequestHandler[]> {
  let found: readonly RequestHandler[] = []
  const asking: Pick<HttpNetworkFrame, 'events' | 'resolve'> = {
    events: { on: () => undefined } as unknown as HttpNetworkFrame['events'],
    async resolve(handlers) {
      found = handlers
      return null
    },
  }
  await queue(Object.assign(Object.create(frame), asking))
  return found
}

async function isFor(handler: RequestHandler, method: string, url: string): Promise<boolean> {
  return (await matches(handler, method, url)) && !(await matches(handler, method, ANYTHING))
}

// Handlers with a predicate of their own are left out: it is the suite's code, and may count its calls.
async function matches(handler: RequestHandler, method: string, url: string): Promise<boolean> {
  const { path } = handler.info as { path?: unknown }
  if (typeof path !== 'string' && !(path instanceof RegExp)) return false
  try {
    return await handler.test({ request: new Request(url, { method }) })
  } catch {
    // There are requests that fetch cannot describe, such as those with the method TRACE. No handler is for them.
    return false
  }
}

function warn(handler: RequestHandler): void {
  console.warn(
    `deploymock answers requests that a handler of your own MSW server matches, so this handler is not used: ${nameHandler(handler)}. To override a response in a test, pass the handler to simulator.use() instead.`,
  )
}
