import type { BaseUrl } from '../contract/base-url.ts'
import type { Call, Reply } from '../contract/call.ts'
import type { Service } from '../gate.ts'

const ANY_ORIGIN = 'http://localhost'
const NO_BYTES = new Uint8Array()

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
    body: request.body === null ? NO_BYTES : new Uint8Array(await request.arrayBuffer()),
  }
}

/** Turns a reply into a fetch response. */
export function toResponse({ status, headers, body }: Reply): Response {
  return new Response(body.length === 0 ? null : body, { status, headers })
}

/**
 * Creates a `fetch` that goes to a service and nowhere else. A path counts from the base URL;
 * of an absolute URL, the origin does not matter. Redirects and abort signals are heeded.
 */
export function createFetch(service: Service, base: BaseUrl): typeof fetch {
  const send = async (request: Request): Promise<Response> => {
    request.signal.throwIfAborted()
    const call = await toCall(request, base)
    const reply = await service.handle(call)
    const { location } = reply.headers
    if (location === undefined || request.redirect === 'manual') return toResponse(reply)
    if (request.redirect === 'error') throw new TypeError('fetch failed: a redirect was not expected')
    const { method, headers, signal } = request
    const again = call.body.length > 0 ? { body: new Uint8Array(call.body) } : {}
    return send(new Request(location, { method, headers, signal, ...again }))
  }
  return async (input, init) => {
    const isPath = typeof input === 'string' && input.startsWith('/')
    return send(new Request(isPath ? `${base.origin ?? ANY_ORIGIN}${base.path}${input}` : input, init))
  }
}
