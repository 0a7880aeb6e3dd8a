import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { ServiceRequest } from '../../engine/contract/operation/messages.ts'
import { findForeignPage, isLoopback, toHostName } from '../../engine/control/requests/caller.ts'
import type { ControlRefusal } from '../../engine/control/shared/control-failure.ts'
import { parseQuery } from '../../engine/http/route-table.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote, showText } from '../../engine/input/text/quote.ts'
import { findTokenIssue, TOKEN_ADVICE } from '../../engine/input/text/token.ts'

/** Who may use the control API of a server. */
export interface GuardOptions {
  /**
   * The token that every request must send. Without one, only requests from this machine to one of
   * its hosts are allowed.
   */
  readonly token?: string | undefined
  /** The origins whose pages may use the control API, besides the server's own. `*` allows all. */
  readonly allowOrigins?: readonly string[] | undefined
  /** Host names of this machine that the control API accepts besides `localhost`, without a port. */
  readonly allowHosts?: readonly string[] | undefined
}

export type GuardedRequest = Pick<ServiceRequest, 'method' | 'address' | 'path' | 'query' | 'header'>

export type ControlGuard = ReturnType<typeof createControlGuard>

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/i
const OPEN_PATH = /^(?:\/_s\/[^/]*)?\/_simulator\/open\/?$/
const EVENTS_PATH = /^(?:\/_s\/[^/]*)?\/_simulator\/events\/*$/

/**
 * Creates the guard of the control API. Without permission, a page in a browser must not reach it:
 * neither from another origin, nor by a host name that the page's owner points at this machine.
 * Other machines need the token.
 *
 * @throws OptionError for a token that cannot be sent, and for an invalid origin or host
 */
export function createControlGuard({ token, allowOrigins = [], allowHosts = [] }: GuardOptions) {
  const issue = token === undefined ? undefined : findTokenIssue(token)
  if (issue !== undefined)
    throw new OptionError({ attempt: 'guard the control API', received: issue, advice: TOKEN_ADVICE })
  const origins = new Set(allowOrigins.map(parseOrigin))
  const hosts = new Set(allowHosts.map(parseHost))
  const allowsOrigin = (origin: string): boolean => origins.has('*') || origins.has(origin)
  const findStranger = (host: string | undefined, remoteAddress: string | undefined): ControlRefusal | undefined => {
    if (!isLoopback(host) && !hosts.has(toHostName(host ?? ''))) return buildHostRefusal(host)
    // The address is undefined if the connection has closed or is not a network connection.
    return LOOPBACK_ADDRESS.test(remoteAddress ?? '') ? undefined : buildAddressRefusal(remoteAddress)
  }
  const findFileRefusal = (serviceRequest: GuardedRequest, remoteAddress: string | undefined) => {
    const issue = findForeignPage(serviceRequest, allowsOrigin)
    if (issue !== undefined) return buildPageRefusal(issue)
    return token === undefined ? findStranger(serviceRequest.header('host'), remoteAddress) : undefined
  }

  const signature = token === undefined ? undefined : createLinkSignature(token)

  return {
    /** Whether pages of another origin may use the control API. */
    allowsOrigin,
    /** Returns why a file without data is not sent to an IP address. It needs no token: a browser could not send one. */
    findFileRefusal,
    /** Signs the query of a link, so that it opens without the token. Undefined if there is no token. */
    signLink: signature?.sign,
    /** Returns why a request from an IP address is rejected, or undefined if it is allowed. */
    findRefusal(serviceRequest: GuardedRequest, remoteAddress: string | undefined): ControlRefusal | undefined {
      const refusal = findFileRefusal(serviceRequest, remoteAddress)
      if (refusal !== undefined || token === undefined) return refusal
      if (readTokens(serviceRequest).some((each) => isSame(each, token))) return undefined
      return isSignedLink(serviceRequest) ? signature?.findRefusal(serviceRequest.query) : REFUSED_TOKEN
    },
  }
}

/** Whether a request opens a link with a signature. A signature allows nothing else. */
function isSignedLink({ method, path, query }: GuardedRequest): boolean {
  return method === 'GET' && OPEN_PATH.test(path) && isSigned(query)
}

/** Parses an origin, or `*`. @throws OptionError */
export function parseOrigin(text: string): string {
  if (text === '*') return text
  if (URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text)) return new URL(text).origin
  throw new OptionError({
    attempt: `allow the origin ${quote(text)}`,
    received: 'not an origin',
    advice: 'Use a scheme and a host, such as http://localhost:3000, or * for all.',
  })
}

const HOST_NAME = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i

/** Whether a text is the name of a host, without scheme and port. */
function isHostName(text: string): boolean {
  return HOST_NAME.test(text)
}

/** Parses the name of a host. @throws OptionError */
export function parseHost(text: string): string {
  const host = /^[\da-f.]*:[\da-f:.]*$/i.test(text) ? `[${text}]` : text
  if (isHostName(host)) return host.toLowerCase()
  throw new OptionError({
    attempt: `allow the host ${quote(text)}`,
    received: 'not a host name',
    advice: 'Use a name without a scheme and a port, such as mock.test.',
  })
}

// An EventSource cannot send headers, so only the events accept the token in the query.
function readTokens({ path, query, header }: GuardedRequest): string[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(header('authorization') ?? '')?.[1]
  const inQuery = EVENTS_PATH.test(path) ? new URLSearchParams(query).get('token') : undefined
  return [bearer, header('x-simulator-token'), inQuery].filter((each) => typeof each === 'string')
}

const REFUSED_TOKEN: ControlRefusal = {
  status: 401,
  message:
    'Failed to use the control API: the token is missing or wrong. Send the token that the server was started with (--token, in code "token"): Authorization: Bearer TOKEN.',
  headers: { 'www-authenticate': 'Bearer' },
}

function buildPageRefusal(issue: string): ControlRefusal {
  const advice = 'Start the server with --allow-origin ORIGIN (in code "allowOrigins") to allow pages of that origin.'
  return { status: 403, message: `Failed to use the control API: ${issue}. ${advice}` }
}

function buildHostRefusal(host = ''): ControlRefusal {
  const advice =
    'Use localhost, or start the server with --allow-host NAME (in code "allowHosts") or --token TOKEN (in code "token").'
  return { status: 403, message: `Failed to use the control API: the host is "${host}". ${advice}` }
}

function buildAddressRefusal(address = 'an unknown address'): ControlRefusal {
  const advice = 'Send it from this machine, or start the server with --token TOKEN (in code "token").'
  return { status: 403, message: `Failed to use the control API: the request comes from ${address}. ${advice}` }
}

const PARAMETER = 'signature'
const PURPOSE = 'deploymock: demo links, version 1'
const KEY_BYTES = 32

/**
 * Creates the signature of a server's links. It needs no memory: every server with the token accepts the
 * links of the others, also after a restart, and none does when the token has changed.
 */
function createLinkSignature(token: string) {
  let key: Buffer | undefined
  // Derived slowly and only once, because whoever has a link could otherwise guess a short token quickly.
  const sign = (query: string): string => {
    key ??= scryptSync(token, PURPOSE, KEY_BYTES)
    return createHmac('sha256', key).update(writeCanonically(query)).digest('base64url')
  }
  return {
    sign,
    /** Returns why a link may not be opened, or undefined if it may. @param query with its signature */
    findRefusal(query: string): ControlRefusal | undefined {
      const parameters = parseQuery(query)
      const signatures = parameters.get(PARAMETER) ?? []
      const [signature = ''] = signatures
      if (signatures.length !== 1 || !isSame(signature, sign(query))) return FORGED
      const expires = parameters.get('expires')?.at(-1) ?? ''
      // A time that is none counts as expired.
      return Date.now() < Date.parse(expires) ? undefined : buildExpiredRefusal(expires)
    },
  }
}

function isSigned(query: string): boolean {
  return parseQuery(query).has(PARAMETER)
}

/** Compares two texts in a time that tells nothing about them: as digests, which have equal lengths. */
function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(expected))
}

// What is signed is what the operation reads: every value of every parameter, decoded by the same parser. Only
// the order of different parameters and their encoding do not matter.
function writeCanonically(query: string): string {
  const parameters = [...parseQuery(query)].filter(([name]) => name !== PARAMETER)
  return JSON.stringify(parameters.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const FORGED: ControlRefusal = {
  status: 403,
  message:
    'Failed to open the link: its signature is wrong. It was changed or cut off, or the server has another token now. Ask for a new link.',
}

function buildExpiredRefusal(expires: string): ControlRefusal {
  const message = `Failed to open the link: it expired at ${showText(expires)}. Ask for a new link.`
  return { status: 403, message }
}
