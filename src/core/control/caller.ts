import type { ServiceRequest } from '../contract/messages.ts'

const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i
const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/** What a page is told from. */
type PageRequest = Pick<ServiceRequest, 'method' | 'origin' | 'header'>

/**
 * Finds out whether a request comes from a page that may not use the control API. A browser names
 * the origin of a page, but not where the page only embeds something, such as an image: then
 * it says how far away the page is.
 *
 * @param isAllowed decides about an origin that is not the server's own; `*` asks about all of them
 * @returns what is wrong with the page, or nothing
 */
export function findForeignPage(request: PageRequest, isAllowed: (origin: string) => boolean): string | undefined {
  const origin = request.header('origin')
  if (origin !== undefined) {
    const isFine = isAllowed(origin) || origin === findOwnOrigin(request)
    return isFine ? undefined : `the page comes from "${origin}"`
  }
  const site = request.header('sec-fetch-site') ?? 'none'
  if (site === 'none' || site === 'same-origin' || isNavigation(request) || isAllowed('*')) return undefined
  return `a page of another origin has embedded it ("Sec-Fetch-Site: ${site}")`
}

/** Whether a text names a host, without a scheme and a port. */
export function isHostName(text: string): boolean {
  return HOST_NAME.test(text)
}

/** The name of a host, without its port. */
export function toHostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** Whether a host, with or without a port, is this machine and nothing else. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(toHostName(host))
}

// A link that somebody follows shows them what it leads to, and no page reads it.
function isNavigation({ method, header }: PageRequest): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document'
}

// The origin that a page of this server itself has: the scheme, and the host that the client asked.
function findOwnOrigin({ origin, header }: PageRequest): string | undefined {
  const host = header('host')
  const own = host === undefined ? origin : `${origin.startsWith('https:') ? 'https' : 'http'}://${host}`
  return URL.canParse(own) ? new URL(own).origin : undefined
}
