import type { Call, Reply } from '../contract/call.ts'
import type { BaseUrl } from './base-url.ts'

const ANY_ORIGIN = 'http://localhost'

/** Turns a fetch request into a call. What is not under the base URL is no path of the service. */
export async function toCall(request: Request, base: BaseUrl): Promise<Call> {
  const url = new URL(request.url)
  const isUnder = url.pathname === base.path || url.pathname.startsWith(`${base.path}/`)
  return {
    method: request.method.toUpperCase(),
    origin: url.origin,
    mountPath: base.path,
    path: isUnder ? url.pathname.slice(base.path.length) : '',
    query: url.search.slice(1),
    header: (name) => request.headers.get(name) ?? undefined,
    body: new Uint8Array(await request.arrayBuffer()),
  }
}

/** Turns a reply into a fetch response. */
export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body === '' ? null : body, { status, headers })
}

/**
 * Creates a `fetch` that goes to the simulator and nowhere else. A path counts from the base
 * URL; of an absolute URL, the origin does not matter.
 */
export function createFetch(handle: (call: Call) => Reply, base: BaseUrl): typeof fetch {
  return async (input, init) => {
    const isPath = typeof input === 'string' && input.startsWith('/')
    const target = isPath ? `${base.origin ?? ANY_ORIGIN}${base.path}${input}` : input
    return toResponse(handle(await toCall(new Request(target, init), base)))
  }
}
