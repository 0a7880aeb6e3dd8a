// Which requests get the page at the root.

import type { Request } from 'express'

/**
 * Whether a request comes from a person who opened a URL in a browser. Clients of the service accept
 * JSON or anything.
 */
export function isNavigation(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return request.headers['sec-fetch-mode'] === 'navigate' || request.accepts('json', 'html') === 'html'
}
