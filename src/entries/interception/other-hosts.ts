// Which requests match an operation, and what happens to those to other hosts.

import { type BaseUrl, isUnder } from '../../engine/contract/base-url.ts'
import type { Contract } from '../../engine/contract/contract.ts'
import type { ServiceRequest } from '../../engine/contract/operation/messages.ts'
import { METHODS, OPERATION_METHODS } from '../../engine/http/operation-declaration.ts'
import { trimSlashes } from '../../engine/http/route-table.ts'

/** What happens to a request to another host than that of the base URL. */
export type OtherHosts = 'bypass' | 'warn' | 'error'

export const OTHER_HOSTS: readonly OtherHosts[] = ['bypass', 'warn', 'error']

export type OtherRequests = ReturnType<typeof createOtherRequests>

const MOST_LISTED = 10
const MOST_WARNED = 100

/** Creates a function that decides once for each origin whether to warn. After 100 origins, it is always false. */
export function createFirstOfOrigin(): (origin: string) => boolean {
  const known = new Set<string>()
  return (origin) => {
    if (known.has(origin) || known.size >= MOST_WARNED) return false
    known.add(origin)
    return true
  }
}

interface OtherRequestOptions {
  readonly otherHosts: OtherHosts | undefined
  readonly findContract: () => Contract
  readonly isFirst: (origin: string) => boolean
}

/** Creates an empty list of the requests to other hosts. @param isFirst whether no warning named this origin yet */
export function createOtherRequests(base: BaseUrl, { otherHosts, findContract, isFirst }: OtherRequestOptions) {
  const listed = new Set<string>()
  const note = (method: string, { origin, pathname }: URL): string => {
    const request = `${method} ${origin}${pathname}`
    if (listed.size < MOST_LISTED) listed.add(request)
    return request
  }
  const warns = (method: string, pathname: string): boolean =>
    otherHosts === 'warn' ||
    (otherHosts === undefined && hasOperation(method, pathname, { base, contract: findContract() }))
  return {
    /** Notes a request that nothing answers, and warns of it if necessary. @returns whether to refuse it */
    add(method: string, url: URL): boolean {
      // A data URL, for example, has no host.
      if (!/^https?:$/.test(url.protocol)) return false
      const request = note(method, url)
      if (warns(method, url.pathname) && isFirst(url.origin)) warn(request, base)
      return otherHosts === 'error'
    },
    /** Notes a request that is only to be listed. */
    note: (method: string, url: URL) => void note(method, url),
    /** Lists the first different requests, at most 10, each with its method and its URL without the query. */
    list: (): readonly string[] => [...listed],
    /** Empties the list. */
    clear: () => listed.clear(),
  }
}

interface ServedContract {
  readonly base: BaseUrl
  readonly contract: Contract
}

/** Whether a path is that of an operation, with or without the base path. */
export function hasOperation(method: string, pathname: string, { base, contract }: ServedContract): boolean {
  const paths = isUnder(base, pathname) ? [pathname, pathname.slice(base.path.length)] : [pathname]
  return paths.some((path) => contract.findOperation({ method, path }) !== undefined)
}

function warn(request: string, { origin = '', path }: BaseUrl): void {
  console.warn(
    `${request} was not simulated: the base URL is ${origin}${path}. Fix the client or "baseUrl", or set otherHosts: 'bypass' to expect that.`,
  )
}

/** Whether a request matches an operation. HEAD and OPTIONS, which libraries send, match any with the same path. */
export function matchesOperation(
  { method, path }: Pick<ServiceRequest, 'method' | 'path'>,
  contract: Contract,
): boolean {
  // The service refuses what is no HTTP, whatever it is for.
  if (path.startsWith('/_s/') || !METHODS.has(method)) return true
  const { assumptions, declared } = contract
  const routedPath = declared.framework.slashAtEnd(assumptions) === '404' ? path : trimSlashes(path)
  const methods = /^(?:HEAD|OPTIONS)$/.test(method) ? OPERATION_METHODS : [method]
  return methods.some((each) => contract.findOperation({ method: each, path: routedPath }) !== undefined)
}
