import { HIDDEN } from '../../engine/input/text/secret-names.ts'
import { createHiding } from '../../engine/input/text/secrets.ts'
import type { DetailedEntry } from '../client/index.ts'

/** A request as a client sends it. */
export interface CopiedRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body as text; null if there was none, or if the request log does not have it. */
  readonly body: string | null
  /** Whether there was a body that the request log does not have, because it was too large. */
  readonly lacksBody: boolean
  /** The headers with secret credentials that the service can require, with any values. Default: the usual ones. */
  readonly accepts?: Readonly<Record<string, string>>
}

/** What the request log knows about a request. */
export type LoggedRequest = Pick<DetailedEntry, 'method' | 'path' | 'query' | 'body' | 'request'>

// Set by each client for itself, or by the page that sent the request.
const OWN_HEADERS =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|accept-language|user-agent|origin|referer|dnt|pragma|cache-control|priority|cookie|sec-.*|proxy-.*|x-forwarded-.*|forwarded|via|x-simulator-session)$/i

/** Builds the request to send for one in the request log. @param serviceUrl the URL of its service */
export function copyRequest(
  entry: LoggedRequest,
  serviceUrl: string,
  accepts: CopiedRequest['accepts'] = {},
): CopiedRequest {
  const { method, path, query, body, request } = entry
  const isDefault = ([name, value]: readonly [string, string]) => /^accept$/i.test(name) && value === '*/*'
  return {
    method,
    url: `${serviceUrl}${path}${query === '' ? '' : `?${query}`}`,
    headers: request.headers.filter((header) => !OWN_HEADERS.test(header[0]) && !isDefault(header)),
    body,
    lacksBody: body === null && announcesBody(request.headers),
    accepts,
  }
}

/** Replaces the secrets of a request, because people send copies to others. The service takes any credentials. */
export function hideCopied({ url, headers, body, ...rest }: CopiedRequest): CopiedRequest {
  const { accepts = {} } = rest
  const hiding = createHiding(Object.keys(accepts))
  const schemes = ['bearer', 'basic', ...Object.values(accepts).map((value) => value.replace(/ .*/, '').toLowerCase())]
  const hide = (name: string, value: string): string => {
    const shown = hiding.header(name, value)
    if (shown !== HIDDEN) return shown
    const [start = '', scheme = ''] = /^(\S+) +/.exec(value) ?? []
    return schemes.includes(scheme.toLowerCase()) ? `${start}any` : 'any'
  }
  return {
    ...{ url: hiding.url(url), headers: headers.map(([name, value]) => [name, hide(name, value)] as const) },
    ...{ body: body === null ? null : hiding.text(body) },
    ...rest,
  }
}

/** What somebody can change before a request is sent. */
export type RequestChange = Pick<LoggedRequest, 'method' | 'path'> & { readonly query?: string; readonly body?: string }

/** Changes a request. A path always begins with a slash, and a body without a type is JSON. */
export function changeRequest(
  { request: { headers } }: LoggedRequest,
  { method, path, query = '', body = '' }: RequestChange,
): LoggedRequest {
  const isTyped = body === '' || hasContentType(headers)
  return {
    ...{ method, path: path.replace(/^\/?/, '/'), query, body: body || null },
    request: { headers: isTyped ? headers : [...headers, ['content-type', 'application/json']] },
  }
}

/** Whether one of the headers is the type of the body. */
export function hasContentType(headers: LoggedRequest['request']['headers']): boolean {
  return headers.some(([name]) => /^content-type$/i.test(name))
}

/** Whether `fetch` can send no body with a method. */
export function hasNoBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Builds the second argument of `fetch` that sends a request. */
export function buildInit({ method, headers, body }: CopiedRequest, milliseconds: number): RequestInit {
  const sent = { headers: headers as [string, string][], body: hasNoBody(method) ? null : body }
  return { method, ...sent, signal: AbortSignal.timeout(milliseconds) }
}

function announcesBody(headers: LoggedRequest['request']['headers']): boolean {
  const find = (lowerName: string) => headers.find(([name]) => name.toLowerCase() === lowerName)?.[1]
  return find('transfer-encoding') !== undefined || Number(find('content-length') ?? 0) > 0
}
