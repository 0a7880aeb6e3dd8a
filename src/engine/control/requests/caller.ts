// Which pages and hosts a request comes from.

import type { ServiceRequest } from '../../contract/operation/messages.ts'

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

export type PageRequest = Pick<ServiceRequest, 'method' | 'address' | 'header'>

/**
 * Finds out whether a request comes from a page that may not use the control API. A browser sends the
 * origin of the page, except for embedded resources such as images. For those it sends only
 * Sec-Fetch-Site.
 *
 * @param isAllowed whether an origin other than the server's own is allowed; `*` means all origins
 * @returns what is wrong with the page; undefined if the request is allowed
 */
export function findForeignPage(request: PageRequest, isAllowed: (origin: string) => boolean): string | undefined {
  const origin = request.header('origin')
  if (origin !== undefined) {
    const isFine = isAllowed(origin) || isOwnOrigin(request, origin)
    return isFine ? undefined : `the page comes from "${origin}"`
  }
  const site = request.header('sec-fetch-site') ?? 'none'
  if (site === 'none' || site === 'same-origin' || isNavigation(request) || isAllowed('*')) return undefined
  return `a page from another origin has embedded it ("Sec-Fetch-Site: ${site}")`
}

export function toHostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** Whether a host, with or without a port, is the loopback interface of this machine. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(toHostName(host))
}

/**
 * Whether a user opens a URL: a browser shows the response in a tab, or a program sends the request. It is
 * nothing that a page embeds, and nothing that a browser loads because the user might open it.
 */
export function isOpenedByUser(request: PageRequest): boolean {
  const { method, header } = request
  if (header('origin') !== undefined || header('sec-purpose') !== undefined) return false
  const names = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']
  if (names.some((name) => header(name) !== undefined)) return isNavigation(request)
  return method === 'GET' && (saysWhatItLoads(request) || acceptsPage(request))
}

// Over plain HTTP, browsers send Sec-Fetch headers only to this machine. For other hosts, what an image or a script
// loads looks like the request of a program, but it accepts no page.
function saysWhatItLoads(request: PageRequest): boolean {
  return readScheme(request) === 'https' || isLoopback(request.header('host'))
}

function acceptsPage({ header }: PageRequest): boolean {
  return /\btext\/html\b/i.test(header('accept') ?? '')
}

// If a user follows a link, the response is shown to the user, and no page can read it.
function isNavigation({ method, header }: PageRequest): boolean {
  return method === 'GET' && header('sec-fetch-mode') === 'navigate' && header('sec-fetch-dest') === 'document'
}

/** Whether an origin is that of pages from this server itself, as the client or the public reaches it. */
export function isOwnOrigin(request: PageRequest, origin: string): boolean {
  const host = request.header('host')
  const reached = host === undefined ? [] : [`${readScheme(request)}://${host}`]
  return [request.address().origin, ...reached].some((own) => URL.canParse(own) && new URL(own).origin === origin)
}

function readScheme({ address }: PageRequest): 'http' | 'https' {
  const { origin, scheme } = address()
  return scheme ?? (origin.startsWith('https:') ? 'https' : 'http')
}
