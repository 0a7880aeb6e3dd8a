import type { Request } from 'express'

/**
 * Whether a request comes from a person who opened a URL in a browser. Clients of the service accept
 * JSON or anything.
 */
export function isNavigation(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  return request.headers['sec-fetch-mode'] === 'navigate' || prefersHtml(request)
}

/** Whether a request to read something prefers a page to JSON. */
export function prefersHtml(request: Request): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  // In full, because the bundled program has no list of the types of files.
  return request.accepts('application/json', 'text/html') === 'text/html'
}
