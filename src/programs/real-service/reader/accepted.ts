// Whether a reply comes from the service, and from one that accepts the credentials.

import { showText } from '../../../engine/input/text/quote.ts'
import { RefusedError } from './errors.ts'
import { headerOf, parseJson, type ServiceReply } from './messages.ts'
import type { Reader } from './reader.ts'
import type { Trouble } from './trouble.ts'

type AskedService = Pick<Reader, 'url' | 'credentials' | 'proxy'>

type Reason = Pick<Trouble, 'received' | 'advice'>

const MOST_SHOWN = 200

/** Refuses 401 and 403, a web page, and a redirect to another host or to a login. @throws RefusedError */
export function assertAccepted(reply: ServiceReply, asked: AskedService): void {
  const hide = (text: string): string => asked.credentials?.hide(text) ?? text
  const reason = findRefusal(reply, asked, hide)
  if (reason !== undefined) throw new RefusedError({ attempt: `read the service at ${asked.url}`, ...reason })
}

/** Whether a reply is a web page. No operation that is read returns one. */
function isPage(reply: ServiceReply): boolean {
  return /^text\/html\b/i.test(headerOf(reply, 'content-type') ?? '')
}

type Hide = (text: string) => string

function findRefusal(reply: ServiceReply, asked: AskedService, hide: Hide): Reason | undefined {
  const { status } = reply
  if (status === 401 || status === 403) return describeRefusal(reply, asked, hide)
  if (status >= 300 && status < 400) return findRedirect(reply, asked, hide)
  if (status >= 400 || !isPage(reply)) return undefined
  const suspects = asked.proxy === undefined ? 'the URL' : `the URL, whether the proxy ${asked.proxy} sent the page`
  return {
    received: 'it responds with a web page instead of JSON',
    advice: `Check ${suspects}, and if the page is a login, the credentials.`,
  }
}

function describeRefusal(reply: ServiceReply, { credentials }: AskedService, hide: Hide): Reason {
  const { status } = reply
  // Hidden before it is cut, so that no part of a value is left.
  const said = hide(findDetail(reply))
  const detail = said === '' ? status : `${status}: ${showText(said, MOST_SHOWN)}`
  const sent = credentials?.names ?? []
  const missing = listNamed(reply, said, sent).find((name) => !includesName(sent, name))
  if (missing !== undefined) {
    const advice = `Add --header-env '${missing}=VARIABLE', with a variable that contains its value.`
    return { received: `the header ${missing} is missing (${detail})`, advice }
  }
  if (sent.length > 0) {
    const advice = 'Check the value, and what it gives access to.'
    return { received: `it refused ${sent.join(' and ')} (${detail})`, advice }
  }
  const advice = "Add --header-env 'X-Api-Key=VARIABLE', with the header that it requires."
  return { received: `it requires credentials (${detail})`, advice }
}

/** Lists the headers that the service asks for. A scheme only counts as one if nothing was sent. */
function listNamed(reply: ServiceReply, said: string, sent: readonly string[]): readonly string[] {
  const named = said.match(/\bX(?:-[a-z]+)+\b/gi) ?? []
  const asksForScheme = /^(?:bearer|basic)\b/i.test(headerOf(reply, 'www-authenticate') ?? '')
  return asksForScheme && sent.length === 0 ? [...named, 'Authorization'] : named
}

function includesName(names: readonly string[], name: string): boolean {
  return names.some((each) => each.toLowerCase() === name.toLowerCase())
}

function findDetail(reply: ServiceReply): string {
  if (isPage(reply)) return ''
  const { detail } = Object(parseJson(reply.body)) as { readonly detail?: unknown }
  return typeof detail === 'string' ? detail : reply.body
}

const LOGIN = /\b(?:(?:log|sign)[-_]?in|sso|authorize)\b/i

function findRedirect(reply: ServiceReply, { url }: AskedService, hide: Hide): Reason | undefined {
  const location = headerOf(reply, 'location') ?? ''
  if (location === '' || !URL.canParse(location, `${url}/`)) return undefined
  const [from, to] = [new URL(url), new URL(location, `${url}/`)]
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  if (from.host === to.host && !isUpgrade && !LOGIN.test(to.pathname)) return undefined
  return {
    // Its query may contain a token.
    received: `it redirects to ${showText(hide(to.origin + to.pathname), MOST_SHOWN)}`,
    advice: 'If that is a login, check the credentials. Otherwise, use the URL that it redirects to.',
  }
}
