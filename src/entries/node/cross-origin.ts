// CORS for the requests of simulated pages.

/** Responds to a CORS preflight, which jsdom and happy-dom send, too. Returns undefined if the request is none. */
export function answerPreflight(request: Request): Response | undefined {
  const { method, headers } = request
  const requestedMethod = headers.get('access-control-request-method')
  if (method !== 'OPTIONS' || (requestedMethod === null && !isOfHappyDom(request))) return undefined
  const response = new Response(null, { status: 204 })
  if (requestedMethod !== null) response.headers.set('access-control-allow-methods', requestedMethod)
  const names = headers.get('access-control-request-headers')
  if (names !== null) response.headers.set('access-control-allow-headers', names)
  return allowOrigin(response, request)
}

/** Adds CORS headers for the page that sent a request. Does nothing if no page sent it. */
export function allowOrigin(response: Response, request: Request): Response {
  const origin = findOrigin(request)
  if (origin === undefined || response.type === 'error') return response
  const { headers } = response
  headers.set('access-control-expose-headers', [...headers.keys()].join(', '))
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.append('vary', 'Origin')
  return response
}

function findOrigin(request: Request): string | undefined {
  return request.headers.get('origin') ?? (isOfHappyDom(request) ? location.origin : undefined)
}

// In happy-dom, a request hides headers that a page must not set, such as `Origin`.
function isOfHappyDom({ headers }: Request): boolean {
  return typeof location !== 'undefined' && headers.get('user-agent')?.includes('HappyDOM') === true
}
