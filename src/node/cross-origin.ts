/**
 * Answers the preflight of a page, which the browser sends and not the client. Simulated pages
 * do that, too, where MSW leaves their XMLHttpRequest as it is (MSW 3).
 *
 * @returns nothing where the request is none
 */
export function answerPreflight(request: Request): Response | undefined {
  const { method, headers } = request
  const asked = headers.get('access-control-request-method')
  if (method !== 'OPTIONS' || (asked === null && !isOfHappyDom(request))) return undefined
  const response = new Response(null, { status: 204 })
  if (asked !== null) response.headers.set('access-control-allow-methods', asked)
  const names = headers.get('access-control-request-headers')
  if (names !== null) response.headers.set('access-control-allow-headers', names)
  return allowOrigin(response, request)
}

/** Lets the page that sent a request read the response. Without a page, nothing changes. */
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

// In happy-dom, a request hides the headers that a page must not set, such as `Origin`.
function isOfHappyDom({ headers }: Request): boolean {
  return typeof location !== 'undefined' && headers.get('user-agent')?.includes('HappyDOM') === true
}
