import { createHash, timingSafeEqual } from 'node:crypto'
import type { ServiceRequest } from '../core/contract/messages.ts'
import { findForeignPage, isHostName, isLoopback, toHostName } from '../core/control/caller.ts'
import type { ControlRefusal } from '../core/control/control-failure.ts'
import { OptionError } from '../core/option-error.ts'

/** Who may use the control API of a server. */
export interface GuardOptions {
  /** What every request has to bring. Without one, only requests from this machine to one of its hosts pass. */
  readonly token?: string | undefined
  /** The origins of pages that may use the control API beside the server's own; `*` stands for all. */
  readonly allowOrigins?: readonly string[] | undefined
  /** The names that this machine may be asked by beside `localhost`, without a port. */
  readonly allowHosts?: readonly string[] | undefined
}

/** A request, as the guard looks at it. */
export type GuardedRequest = Pick<ServiceRequest, 'method' | 'origin' | 'path' | 'query' | 'header'>

/** Guards the control API of a server. */
export interface ControlGuard {
  /**
   * Says why a request may not pass, or nothing.
   *
   * @param remoteAddress the IP address that the request comes from
   */
  findRefusal(serviceRequest: GuardedRequest, remoteAddress: string | undefined): ControlRefusal | undefined
  /** Whether pages of an origin may use the control API, though it is not the server's own. */
  allowsOrigin(origin: string): boolean
}

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i
const EVENTS_PATH = /^(?:\/_s\/[^/]*)?\/_simulator\/events\/*$/

/**
 * Creates the guard of the control API. A page in a browser must not get at them unasked: not
 * from another origin, and not under a host name that its owner lets point to this machine.
 * Other machines need the token.
 *
 * @throws OptionError for a token, an origin or a host that is none
 */
export function createControlGuard({ token, allowOrigins = [], allowHosts = [] }: GuardOptions): ControlGuard {
  if (token === '')
    throw new OptionError('Failed to guard the control API: the token is empty. Give one, or none at all.')
  const origins = new Set(allowOrigins.map(parseOrigin))
  const hosts = new Set(allowHosts.map(parseHost))
  const allowsOrigin = (origin: string): boolean => origins.has('*') || origins.has(origin)
  const findStranger = (host: string | undefined, remoteAddress: string | undefined): ControlRefusal | undefined => {
    if (!isLoopback(host) && !hosts.has(toHostName(host ?? ''))) return refuseHost(host)
    // Without an address, the connection has gone, or is none of this network.
    return LOOPBACK_ADDRESS.test(remoteAddress ?? '') ? undefined : refuseAddress(remoteAddress)
  }

  return {
    allowsOrigin,
    findRefusal(serviceRequest, remoteAddress) {
      const issue = findForeignPage(serviceRequest, allowsOrigin)
      if (issue !== undefined) return refusePage(issue)
      if (token === undefined) return findStranger(serviceRequest.header('host'), remoteAddress)
      return readTokens(serviceRequest).some((each) => isSame(each, token)) ? undefined : REFUSED_TOKEN
    },
  }
}

function parseOrigin(text: string): string {
  if (text === '*') return text
  if (URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text)) return new URL(text).origin
  throw new OptionError(
    `Failed to allow the origin "${text}": it is none. Give a scheme and a host, such as http://localhost:3000, or * for all.`,
  )
}

function parseHost(text: string): string {
  if (isHostName(text)) return text.toLowerCase()
  throw new OptionError(
    `Failed to allow the host "${text}": it is not the name of a host. Give a name without a scheme and a port, such as mock.test.`,
  )
}

// A page's EventSource cannot send headers, and only events are read with one.
function readTokens({ path, query, header }: GuardedRequest): string[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
  const inQuery = EVENTS_PATH.test(path) ? new URLSearchParams(query).get('token') : undefined
  return [bearer, header('x-simulator-token'), inQuery].filter((each) => typeof each === 'string')
}

// Digests are of one length, which is what a comparison in constant time needs.
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

const REFUSED_TOKEN: ControlRefusal = {
  status: 401,
  message:
    'Failed to use the control API: the token is missing or wrong. Send the one that the server was started with (--token, in code "token"): Authorization: Bearer TOKEN.',
  headers: { 'www-authenticate': 'Bearer' },
}

function refusePage(issue: string): ControlRefusal {
  const advice = 'Start the server with --allow-origin ORIGIN (in code "allowOrigins") to let pages of that origin in.'
  return { status: 403, message: `Failed to use the control API: ${issue}. ${advice}` }
}

function refuseHost(host = ''): ControlRefusal {
  const advice =
    'Ask localhost, or start the server with --allow-host NAME (in code "allowHosts") or --token TOKEN (in code "token").'
  return { status: 403, message: `Failed to use the control API: the host is "${host}". ${advice}` }
}

function refuseAddress(address = 'an unknown address'): ControlRefusal {
  const advice = 'Ask from this machine, or start the server with --token TOKEN (in code "token").'
  return { status: 403, message: `Failed to use the control API: the request comes from ${address}. ${advice}` }
}
