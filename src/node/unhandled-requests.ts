// The requests that matched no operation.

import type { BaseUrl } from '../core/contract/base-url.ts'
import { findNearestRoutes } from '../core/contract/nearest-routes.ts'
import type { Route } from '../core/contract/routing.ts'

/** The requests to a service that matched no operation. */
export interface UnhandledRequests {
  add(method: string, url: URL): void
  /** @throws an error that lists the requests since the last call, each with the nearest operations */
  verify(): void
}

/**
 * Creates a list of unhandled requests.
 *
 * @param readRoutes returns the current routes
 */
export function createUnhandledRequests(base: BaseUrl, readRoutes: () => readonly Route[]): UnhandledRequests {
  const counted = new Map<string, number>()
  return {
    add(method, url) {
      const routes = readRoutes().map((route) => ({ ...route, template: `${base.path}${route.template}` }))
      const nearest = findNearestRoutes(method, url.pathname, routes)
      const names = nearest.map((route) => `${route.method} ${route.template}`).join(', ')
      const line = `${method} ${url.origin}${url.pathname} matches no operation. Nearest: ${names}`
      counted.set(line, (counted.get(line) ?? 0) + 1)
    },
    verify() {
      if (counted.size === 0) return
      const lines = Array.from(counted, ([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
      counted.clear()
      throw new Error(
        `Failed to handle every request: some matched no operation.\n  ${lines.join('\n  ')}\nFix the client or "baseUrl", or set unhandledRequests: 'answer' to get the service's own 404.`,
      )
    },
  }
}
