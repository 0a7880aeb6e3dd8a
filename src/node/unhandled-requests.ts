// The requests that matched no operation.

import type { BaseUrl } from '../engine/contract/base-url.ts'
import { findNearestRoutes } from '../engine/contract/nearest-routes.ts'
import type { Route } from '../engine/contract/routing.ts'
import type { OtherRequests } from '../interception/other-hosts.ts'

/** The requests to a service that matched no operation. */
export interface UnhandledRequests {
  add(method: string, url: URL): void
  /** Adds a request to another host than that of the base URL. */
  addOther(method: string, url: URL): void
  /** @throws an error that lists the requests since the last call, each with the nearest operations */
  verify(): void
}

/**
 * Creates a list of unhandled requests.
 *
 * @param readRoutes returns the current routes
 * @param others where the requests are listed for a failed test, until `verify`
 */
export function createUnhandledRequests(
  base: BaseUrl,
  readRoutes: () => readonly Route[],
  others: Pick<OtherRequests, 'note' | 'clear'>,
): UnhandledRequests {
  const counted = new Map<string, number>()
  const count = (line: string) => counted.set(line, (counted.get(line) ?? 0) + 1)
  return {
    add(method, url) {
      others.note(method, url)
      const routes = readRoutes().map((route) => ({ ...route, template: `${base.path}${route.template}` }))
      const nearest = findNearestRoutes(method, url.pathname, routes)
      const names = nearest.map((route) => `${route.method} ${route.template}`).join(', ')
      count(`${method} ${url.origin}${url.pathname} matches no operation. Nearest: ${names}`)
    },
    addOther(method, url) {
      count(`${method} ${url.origin}${url.pathname} is for another host: the base URL is ${base.origin}${base.path}`)
    },
    verify() {
      others.clear()
      if (counted.size === 0) return
      const lines = Array.from(counted, ([line, count]) => (count === 1 ? line : `${line} (${count} times)`))
      counted.clear()
      throw new Error(
        `Failed to handle every request: some matched no operation.\n  ${lines.join('\n  ')}\nFix the client or "baseUrl", or set unhandledRequests: 'answer' to get the service's own 404.`,
      )
    },
  }
}
