// The URLs that links and sessions have, as the client reaches the server.

import { quote } from '../../input/text/quote.ts'
import type { ControlContext } from '../control-operation.ts'
import { isLoopback, isOwnOrigin } from '../requests/caller.ts'
import { LinkError } from './world.ts'

const SESSION = /\/_s\/([^/]*)$/

/** The path of the server. It may have been used below the path of a session. */
export function findServerPath({ request }: ControlContext): string {
  return request.address().basePath.replace(SESSION, '')
}

/** The name of the session in the path of a request. The session may not exist. */
export function findNamedSession({ request }: ControlContext): string | undefined {
  return SESSION.exec(request.address().basePath)?.[1]
}

/** The URL of a session. A proxy that routes by the path sends requests to it to the server that has the session. */
export function buildSessionUrl(context: ControlContext, session: string): string {
  return `${context.request.address().origin}${findServerPath(context)}/_s/${session}`
}

interface OpenedPage {
  readonly session: string
  readonly to: string | undefined
}

/** Returns the URL that a link leads to. @throws LinkError if it may not lead there */
export function findLocation(context: ControlContext, { session, to }: OpenedPage): string {
  const { request, host } = context
  const url = buildSessionUrl(context, session)
  // The console of a server with a token asks for it, and whoever opens a signed link has none.
  if (to === undefined) return `${url}/_simulator/${host.signLink === undefined ? '' : 'about'}`
  const isAllowed = (origin: string) => isOwnOrigin(request, origin) || host.allowsOrigin?.(origin) === true
  return resolveTarget(to, { url, session, isAllowed })
}

/** What is filled in, and which origins a link may lead to besides those of this machine. */
interface TargetOptions {
  /** The URL of the session. It replaces `{url}`. */
  readonly url: string
  /** The name of the session. It replaces `{session}`. */
  readonly session: string
  isAllowed(origin: string): boolean
}

const MOST_CHARACTERS = 8192

/** Fills in a target, as the URL parser reads it, so that browsers cannot read it differently. @throws LinkError */
function resolveTarget(text: string, options: TargetOptions): string {
  const filled = fillIn(text, options)
  const message = findIssue(filled, options)
  if (message !== undefined) throw new LinkError([{ path: 'to', message }])
  return new URL(filled).href
}

// In a query or a fragment, the URL is a value, so its own marks are encoded.
function fillIn(text: string, { url, session }: TargetOptions): string {
  const end = text.search(/[?#]/)
  const [head, tail] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  return (head.replaceAll('{url}', url) + tail.replaceAll('{url}', encodeURIComponent(url))).replaceAll(
    '{session}',
    session,
  )
}

function findIssue(text: string, { isAllowed }: TargetOptions): string | undefined {
  if (text.length > MOST_CHARACTERS) return `it has ${text.length} characters. Allowed: ${MOST_CHARACTERS}`
  const target = URL.canParse(text) ? new URL(text) : undefined
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    return `${quote(text)} is not the URL of a page. Allowed: a URL that begins with http:// or https://`
  }
  if (target.username !== '' || target.password !== '') {
    return `${quote(text)} contains a user name or a password. Remove it`
  }
  if (isLoopback(target.host) || isAllowed(target.origin)) return undefined
  return `the origin ${quote(target.origin)} is not allowed. Allowed: this machine, this server, and the origins of --allow-origin (in code "allowOrigins")`
}
