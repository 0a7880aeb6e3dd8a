import { createHash, timingSafeEqual } from 'node:crypto'
import type { Call } from '../core/contract/call.ts'
import type { ControlRefusal } from '../core/control/control-failure.ts'
import { OptionError } from '../core/option-error.ts'

/** Who may use the controls of a server. */
export interface GuardOptions {
  /** What every call has to bring. Without one, only calls to a loopback host pass. */
  readonly token?: string | undefined
  /** The origins of pages that may use the controls beside the server's own; `*` stands for all. */
  readonly allowOrigins?: readonly string[] | undefined
}

/** Guards the controls of a server. */
export interface ControlGuard {
  /** Says why a call may not pass, or nothing. */
  findRefusal(call: Pick<Call, 'origin' | 'path' | 'query' | 'header'>): ControlRefusal | undefined
  /** Whether pages of an origin may use the controls, though it is not the server's own. */
  allowsOrigin(origin: string): boolean
}

const LOOPBACK = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i
const EVENTS_PATH = /^(?:\/_s\/[^/]*)?\/_simulator\/events\/*$/

/**
 * Creates the guard of the controls. A page in a browser must not get at them unasked: not
 * from another origin, and not under a host name that its owner lets point to this machine.
 *
 * @throws OptionError for a token or an origin that is none
 */
export function createControlGuard({ token, allowOrigins = [] }: GuardOptions): ControlGuard {
  if (token === '') throw new OptionError('Failed to guard the controls: the token is empty. Give one, or none at all.')
  const allowed = new Set(allowOrigins.map(parseOrigin))
  const allowsOrigin = (origin: string): boolean => allowed.has('*') || allowed.has(origin)

  return {
    allowsOrigin,
    findRefusal(call) {
      const origin = call.header('origin')
      if (origin !== undefined && !allowsOrigin(origin) && origin !== findOwnOrigin(call)) return refuseOrigin(origin)
      if (token === undefined) return isLoopback(call.header('host')) ? undefined : refuseHost(call.header('host'))
      return readTokens(call).some((each) => isSame(each, token)) ? undefined : REFUSED_TOKEN
    },
  }
}

/** Whether a host, with or without a port, is this machine and nothing else. */
export function isLoopback(host: string | undefined): boolean {
  return host !== undefined && LOOPBACK.test(host.replace(/:\d+$/, ''))
}

// The origin that a page of this server itself has: the scheme, and the host that the client asked.
function findOwnOrigin(call: Pick<Call, 'origin' | 'header'>): string | undefined {
  const own = `${call.origin.startsWith('https:') ? 'https' : 'http'}://${call.header('host')}`
  return URL.canParse(own) ? new URL(own).origin : undefined
}

function parseOrigin(text: string): string {
  if (text === '*') return text
  if (URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/.test(text)) return new URL(text).origin
  throw new OptionError(
    `Failed to allow the origin "${text}": it is none. Give a scheme and a host, such as http://localhost:3000, or * for all.`,
  )
}

// A page's EventSource cannot send headers, and only events are read with one.
function readTokens({ path, query, header }: Pick<Call, 'path' | 'query' | 'header'>): string[] {
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
    'Failed to use the controls: the token is missing or wrong. Send the one that the server was started with: Authorization: Bearer TOKEN.',
  headers: { 'www-authenticate': 'Bearer' },
}

function refuseOrigin(origin: string): ControlRefusal {
  const message = `Failed to use the controls: the page comes from "${origin}". Allow that origin when the server starts (allowOrigins).`
  return { status: 403, message }
}

function refuseHost(host = ''): ControlRefusal {
  const message = `Failed to use the controls: the host is "${host}". Ask localhost, or start the server with a token.`
  return { status: 403, message }
}
