import type { BaseUrl } from '../core/contract/base-url.ts'
import { findNearestRoutes } from '../core/contract/nearest-routes.ts'
import type { Route } from '../core/contract/routing.ts'

/** The requests to a service that no operation is for. */
export interface UnhandledRequests {
  add(method: string, url: URL): void
  /** @throws where there were some since the last time, naming each with the operations nearest to it */
  verify(): void
}

/**
 * Creates a list of unhandled.
 *
 * @param readRoutes the operations that there are at the moment
 */
export function createUnhandledRequests(base: BaseUrl, readRoutes: () => readonly Route[]): UnhandledRequests {
  const counted = new Map<string, number>()
  return {
    add(method, url) {
      const routes = readRoutes().map((route) => ({ ...route, template: `${base.path}${route.template}` }))
      const nearest = findNearestRoutes(method, url.pathname, routes)
      const names = nearest.map((route) => `${route.method} ${route.template}`).join(', ')
      const line = `${method} ${url.origin}${url.pathname}: no operation there. Nearest: ${names}`
      counted.set(line, (counted.get(line) ?? 0) + 1)
    },
    verify() {
      if (counted.size === 0) return
      const lines = Array.from(counted, ([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
      counted.clear()
      throw new Error(
        `Failed to serve every request: some were for no operation.\n  ${lines.join('\n  ')}\nCorrect the client or "baseUrl", or let the service answer with its own 404 by unhandledRequests: 'answer'.`,
      )
    },
  }
}
