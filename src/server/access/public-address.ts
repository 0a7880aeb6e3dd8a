// The address of a server as its clients see it. Behind a proxy, that is not the one that it listens on.

import type { IncomingMessage } from 'node:http'
import type { Express, Request } from 'express'
import type { Address } from '../../engine/contract/operation/messages.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'
import { ownText } from '../../engine/limits/own-text.ts'

export interface PublicOptions {
  /**
   * The URL at which clients reach the server through a proxy, such as `https://mock.example.com/mock`. Links, redirects
   * and documents then name it. The proxy must remove its path from requests. Default: what each request says.
   */
  publicUrl?: string | undefined
  /**
   * The proxies whose headers say how clients reach the server: `Forwarded`, or `X-Forwarded-Proto`, `-Host` and
   * `-Prefix`. Either how many there are, or their addresses, separated by commas, such as `10.0.0.0/8, loopback`.
   * Default: none, so these headers are ignored.
   */
  trustProxy?: number | string | undefined
}

export type FindAddress = (request: IncomingMessage) => Address

/** Whether Express trusts a proxy. @param hop 0 for the one that is connected to the server */
type Trust = (address: string | undefined, hop: number) => boolean

const HOST = /^[\w.-]{1,253}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~%!$&'()*+;=:@-]+)+$/
const MOST_CHARACTERS = 1000

/** Parses the URL of a server. @throws OptionError if it is none */
export function parsePublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/i.test(text)
  if (url !== undefined && isPlain) return url
  throw new OptionError({
    attempt: `use the public URL ${quote(text)}`,
    received: 'not the URL of a server',
    advice: 'Use a scheme, a host and perhaps a path, such as https://mock.example.com/mock.',
  })
}

/** Lets an app trust proxies. @throws OptionError if Express does not know what is meant */
function trustProxies(app: Express, proxies: number | string): void {
  const isCount = Number.isSafeInteger(proxies) && Number(proxies) >= 0
  try {
    if (!isCount && typeof proxies !== 'string') throw new TypeError('neither a number nor addresses')
    app.set('trust proxy', proxies)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new OptionError({
      attempt: `trust the proxies ${quote(String(proxies))}`,
      received: reason,
      advice:
        'Set --trust-proxy (in code "trustProxy") to how many there are, or to their addresses, such as 10.0.0.1, 10.1.0.0/16 or loopback.',
    })
  }
}

/** Creates what finds the address of a server for a request. @throws OptionError for an invalid option */
export function createAddressFinder(app: Express, { publicUrl, trustProxy }: PublicOptions): FindAddress {
  if (trustProxy !== undefined) trustProxies(app, trustProxy)
  if (publicUrl !== undefined) {
    const { origin, pathname } = parsePublicUrl(publicUrl)
    const basePath = pathname.replace(/\/+$/, '')
    return (request) => ({ origin, basePath, scheme: findScheme(request) })
  }
  return (request) => {
    const { headers, socket } = request
    // An app that this one is mounted in can pass its setting on, and it can change.
    const trust = app.get('trust proxy fn') as Trust
    const named = trust(socket.remoteAddress, 0) ? readForwarded(request, trust) : undefined
    const scheme = named?.scheme ?? findScheme(request)
    const host = named?.host ?? (HOST.test(headers.host ?? '') ? headers.host : findLocalHost(request))
    return { origin: `${scheme}://${host}`, basePath: `${named?.prefix ?? ''}${findMountPath(request)}` }
  }
}

/** Returns the path that the app is mounted at, as the client sees it. Every host keeps the whole URL, but not all say the path. */
export function findMountPath(request: IncomingMessage & Partial<Pick<Request, 'baseUrl' | 'originalUrl'>>): string {
  const { baseUrl = '', originalUrl } = request
  if (originalUrl === undefined) return baseUrl
  const { path } = readTarget(request)
  const whole = readTarget({ url: toOriginForm(originalUrl) }).path
  if (whole.endsWith(path)) return whole.slice(0, whole.length - path.length)
  // The mount path itself has no slash at its end.
  return path === '/' ? whole : baseUrl
}

/** What the proxies say of a request. Whatever is not plausible is ignored. */
function readForwarded(request: IncomingMessage, trust: Trust) {
  const { proto, host } = readElements(request, trust)
  const read = (name: string): string | undefined => {
    const value = request.headers[`x-forwarded-${name}`]
    // As Express does.
    return (
      String(value ?? '')
        .split(',', 1)[0]
        ?.trim() || undefined
    )
  }
  const scheme = (read('proto') ?? proto)?.toLowerCase()
  const givenHost = read('host') ?? host ?? ''
  const prefix = read('prefix')?.replace(/\/+$/, '')
  return {
    scheme: scheme === 'http' || scheme === 'https' ? scheme : undefined,
    host: HOST.test(givenHost) ? givenHost : undefined,
    prefix: prefix !== undefined && prefix.length <= MOST_CHARACTERS && PREFIX.test(prefix) ? prefix : undefined,
  }
}

const ELEMENT = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g
const PAIR = /(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g

/** Reads the header `Forwarded` (RFC 7239). Each proxy has added an element, and what clients have added is ignored. */
function readElements({ headers, socket }: IncomingMessage, trust: Trust): Readonly<Record<string, string>> {
  const { forwarded = '' } = headers
  // A client can send much more than proxies do, and quotes without end take long to read.
  const elements = (forwarded.length <= MOST_CHARACTERS && forwarded.match(ELEMENT)) || []
  let found: Record<string, string> = {}
  let address = socket.remoteAddress
  for (const [hop, element] of elements.reverse().entries()) {
    if (!trust(address, hop)) break
    const pairs = [...element.matchAll(PAIR)].map(([, name = '', quoted, plain]) => [
      name.toLowerCase(),
      quoted ?? plain,
    ])
    found = { ...found, ...Object.fromEntries(pairs) }
    address = found.for?.replace(/^\[(.*)\](?::\d+)?$|^([^:]*):\d+$/, '$1$2')
  }
  return found
}

function findScheme({ socket }: IncomingMessage): 'http' | 'https' {
  return 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'
}

function findLocalHost({ socket }: IncomingMessage): string {
  const { localAddress = 'localhost', localPort } = socket
  return `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}

/** Returns the path and the query of a request, as the client encoded them. A fragment is left out. */
export function readTarget({ url = '' }: Pick<IncomingMessage, 'url'>): { path: string; query: string } {
  const fragment = url.indexOf('#')
  const target = fragment < 0 ? url : url.slice(0, fragment)
  const end = target.indexOf('?')
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end + 1) }
}

/**
 * Returns what the service handles of a target: its path and its query. A client of a proxy sends an absolute URL, and
 * a fragment is for clients only. Neither may stay in memory with what is kept.
 */
export function toOriginForm(target: string): string {
  const path = ownText(target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, ''))
  return path === '' || path.startsWith('?') ? `/${path}` : path
}
