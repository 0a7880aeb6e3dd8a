import type { RequestHandler } from 'msw'
import type { HttpNetworkFrame } from 'msw/experimental'
import { nameHandler } from '../../engine/adapters/msw-override.ts'

export type Queue = (frame: HttpNetworkFrame) => Promise<unknown>

// A handler that matches this matches everything, and is not meant for the service.
const ANYTHING = 'http://anything.invalid/anything'

// So many paths are remembered as checked, so that most requests are not compared again.
const MOST_CHECKED = 1000

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
export async function hasHandler(frame: HttpNetworkFrame, queue: Queue): Promise<boolean> {
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
