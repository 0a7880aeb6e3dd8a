// Where a link leads: the page under demonstration, with the URL of the session filled in.

import { quote } from '../../input/text/quote.ts'
import { isLoopback } from '../requests/caller.ts'
import { LinkError } from './link-issues.ts'

/** What is filled in, and which origins a link may lead to besides those of this machine. */
export interface TargetOptions {
  /** The URL of the session. It replaces `{url}`. */
  readonly url: string
  /** The name of the session. It replaces `{session}`. */
  readonly session: string
  isAllowed(origin: string): boolean
}

const MOST_CHARACTERS = 8192

/**
 * Fills in the placeholders of a target, and checks where it leads. The result is what the URL parser
 * makes of it, so a browser cannot understand it differently.
 *
 * @throws LinkError if a link may not lead there
 */
export function resolveTarget(text: string, options: TargetOptions): string {
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
