// The origin and the path of a base URL.

import { trimSlashes } from '../http/route-table.ts'
import { OptionError } from '../input/options/option-error.ts'
import { quote } from '../input/text/quote.ts'
import type { ServiceRequest } from './operation/messages.ts'

/** The URL where clients expect the service. */
export interface BaseUrl {
  /** Scheme and authority; undefined for every origin. */
  origin: string | undefined
  /** The base path of the service, without a trailing slash; usually empty. */
  path: string
}

/** Parses a base URL: an absolute URL, or a path that applies to every origin. @throws if it is neither */
export function parseBaseUrl(text: string | undefined): BaseUrl {
  if (text === undefined) return { origin: undefined, path: '' }
  const isPath = /^\/(?![/\\])/.test(text)
  const url = toUrl(isPath ? `http://localhost${text}` : text)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new OptionError({
      attempt: 'use the base URL',
      received: `${quote(text)} is not a URL`,
      advice: 'Use an http or https URL without a query, or a path that starts with a slash.',
    })
  }
  return { origin: isPath ? undefined : url.origin, path: trimSlashes(url.pathname) }
}

/** Whether a path is the base path of the service or below it. */
export function isUnder({ path: base }: BaseUrl, path: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}

/**
 * How well a URL fits a base URL: 0 if not at all, 1 if only its origin is the same, and more the longer the base path
 * is that it is below. Of several simulators, it belongs to that with the largest figure.
 */
export function fitOf(base: BaseUrl, { origin, pathname }: URL): number {
  if (base.origin !== undefined && base.origin !== origin) return 0
  const isOnAny = base.origin === undefined
  if (!isUnder(base, pathname)) return isOnAny ? 0 : 1
  // Of two equal paths, that on one origin is more specific than that on every origin.
  return 2 * base.path.length + (isOnAny ? 2 : 3)
}

/** Reports a base URL that ends as the paths of operations begin. Clients would have to send that twice. */
export function reportRepetition({ path }: BaseUrl, routes: readonly { readonly template: string }[]): void {
  const end = path.slice(path.lastIndexOf('/'))
  if (path === '' || !routes.some(({ template }) => template.startsWith(`${end}/`))) return
  console.error(
    `"baseUrl" ends with ${end}, and the paths of operations begin with it: they are at ${end}${end}. Leave ${end} out, unless clients request it twice.`,
  )
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** The place that URLs in a response lead to, as its client reaches it. */
export function placeOf({ address, sessionPath = '' }: ServiceRequest): string {
  const { origin, basePath } = address()
  return origin + basePath + sessionPath
}
