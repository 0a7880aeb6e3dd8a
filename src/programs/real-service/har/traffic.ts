// Selects what HAR files say about one service.

import { OptionError } from '../../../engine/input/options/option-error.ts'
import { toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import { quote, showText } from '../../../engine/input/text/quote.ts'
import { service } from '../../../service/service.ts'
import type { OperationName } from '../../../service/types.ts'
import { findAllowedPath, isAllowed } from '../reader/allowed.ts'
import { headerOf, parseJson, type ReadRequest, type SentRequest, type ServiceReply } from '../reader/messages.ts'
import { findOperation } from '../records/ask.ts'
import { groupBy } from '../records/group-by.ts'
import { findPathBelow, type ReadEntry, type Recorded, readHarFile, readRecorded, splitUrl } from './read-har.ts'

/** A request that only reads, and the whole response to it. */
export interface Exchange {
  readonly request: ReadRequest
  readonly reply: ServiceReply
  /** The JSON of the response; undefined if it is none. */
  readonly body: unknown
  readonly operation: OperationName
  /** The texts of the placeholders in its path, with ids in the usual spelling. */
  readonly values: Readonly<Record<string, string>>
  /** Where it is, such as `entry 12 of app.har`. */
  readonly source: string
  /** When it was sent and answered, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** A request that may have changed something. */
export interface Mutation extends Pick<Exchange, 'from' | 'to'> {
  /** The id of the record that it has deleted. */
  readonly deleted?: string
  /** Whether it creates a deployment that appears later. */
  readonly isAccepted?: boolean
}

/** What HAR files say about one service, in the order of time. */
export interface Traffic {
  /** The base URL of the service. */
  readonly url: string
  readonly exchanges: readonly Exchange[]
  readonly mutations: readonly Mutation[]
  /** How many requests are left out, by why, such as `that failed`. */
  readonly ignored: ReadonlyMap<string, number>
}

/**
 * Reads what HAR files say about one service. It sends nothing.
 *
 * @param url its base URL. Default: that of the only service that has requests
 * @throws OptionError if they have no requests of it, or of several services; FileError if one cannot be read
 */
export async function readTraffic(files: readonly string[], url?: string): Promise<Traffic> {
  const entries: ReadEntry[] = []
  for (const file of files) for (const entry of await readHarFile(file)) entries.push(entry)
  const base = chooseBase(entries, url)
  const own = entries.filter(({ request }) => findBase(request.url) === base)
  const [[user] = ['']] = [...groupBy(own, userOf)].toSorted(([, one], [, other]) => other.length - one.length)
  const exchanges: Exchange[] = []
  const mutations: Mutation[] = []
  const ignored = new Map<string, number>()
  const ignore = (why: string) => ignored.set(why, (ignored.get(why) ?? 0) + 1)
  for (const timed of addTimes(entries)) {
    const found = readEntry(timed, { base, user })
    if (typeof found === 'string') ignore(found)
    else if ('request' in found) exchanges.push(found)
    else {
      mutations.push(found)
      ignore('that may change something')
    }
  }
  if (exchanges.length === 0) throw buildBaseError(base, ignored)
  return { url: base, exchanges, mutations, ignored }
}

function buildBaseError(base: string, ignored: Traffic['ignored']): OptionError {
  return new OptionError({
    attempt: `compare the requests to ${quote(base)}`,
    received: `none can be compared (${Array.from(ignored, ([why, count]) => `${count} ${why}`).join(', ')})`,
    advice:
      "Save the network panel of a browser with the bodies of responses, or record in Playwright with content: 'embed'.",
  })
}

const MOST_NAMED = 5

/** Chooses the base URL: that of the requests that some operation reads. */
function chooseBase(entries: readonly ReadEntry[], url: string | undefined): string {
  const bases = entries.flatMap(({ request }) => findBase(request.url) ?? [])
  const found = groupBy(bases, (base) => base)
  const [only = '', ...others] = url !== undefined && found.has(url) ? [url] : url === undefined ? found.keys() : []
  if (only !== '' && others.length === 0) return only
  const named = Array.from(found, ([base, { length }]) => `${showText(base)} (${length})`).slice(0, MOST_NAMED)
  throw new OptionError({
    attempt: url === undefined ? 'choose the service of the HAR files' : `find requests to ${url} in the HAR files`,
    received: named.length === 0 ? 'none of them reads anything of such a service' : `there are ${named.join(', ')}`,
    ...(named.length > 0 && { advice: 'Name the URL of one of them.' }),
  })
}

function findBase(url: string): string | undefined {
  const { origin, pathname, protocol } = new URL(url, 'http://service')
  // A web socket has no responses.
  if (!protocol.startsWith('http')) return undefined
  const path = findPathBelow(pathname, (each) => isAllowed({ method: 'GET', path: each }))
  return path === undefined ? undefined : origin + pathname.slice(0, pathname.length - path.length)
}

const CREDENTIALS = new Set(Object.values(service.access.credentials).map(({ header }) => header.toLowerCase()))

/** Says whose request it is. Others may have other records. */
function userOf({ request: { headers } }: ReadEntry): string {
  const own = headers.filter(({ name }) => CREDENTIALS.has(name.toLowerCase()))
  return JSON.stringify(own.map(({ value }) => value).sort())
}

interface Timed extends Pick<Exchange, 'from' | 'to'> {
  readonly entry: ReadEntry
}

/** Sorts entries by when they were sent. Those without a time follow the one before. */
function addTimes(entries: readonly ReadEntry[]): readonly Timed[] {
  let last = 0
  const timed = entries.map((entry) => {
    const time = Date.parse(entry.startedDateTime)
    last = Number.isNaN(time) ? last + 1 : time
    return { entry, from: last, to: Number.isNaN(time) ? last : last + Math.max(0, Math.ceil(entry.time)) }
  })
  return timed.toSorted((one, other) => one.from - other.from)
}

const FIRST_REDIRECT = 300
const FIRST_REFUSAL = 400

interface TrafficPlace {
  readonly base: string
  readonly user: string
}

/** Reads a request to the service, or says why it is left out. */
function readEntry({ entry, from, to }: Timed, { base, user }: TrafficPlace): Exchange | Mutation | string {
  const { origin, pathname } = new URL(entry.request.url, 'http://service')
  if (!(origin + pathname).startsWith(`${base}/`)) return 'to other services'
  const path = (origin + pathname).slice(base.length)
  const method = entry.request.method.toUpperCase()
  if (!/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method)) {
    // What failed may have changed something, too.
    if (/^4/.test(String(entry.response?.status))) return 'that were refused'
    const deleted = toCanonicalId(/([^/]*)\/?$/.exec(path)?.[1] ?? '')
    return {
      from,
      to,
      ...(method === 'DELETE' && { deleted }),
      isAccepted: method === 'POST' && isAccepted(entry, path),
    }
  }
  if ((method !== 'GET' && method !== 'HEAD') || !isAllowed({ method, path })) return 'to nothing that can be compared'
  if (userOf(entry) !== user) return 'with other credentials, or none'
  const { query } = splitUrl(entry.request)
  const request: ReadRequest = { method, path, ...(query !== '' && { query }) }
  return findTrouble(entry, request) ?? { ...readExchange(entry, request), source: entry.source, from, to }
}

const ACCEPTED = 202

/** Whether a request creates a deployment, where the service lists them, and gets it before it is there. */
function isAccepted(entry: ReadEntry, path: string): boolean {
  const place: SentRequest = { method: 'GET', path }
  const { status, isOfStandIn } = readRecorded(entry)
  return status === ACCEPTED && !isOfStandIn && isAllowed(place) && findAllowedPath(place).name === 'listDeployments'
}

function readExchange(entry: ReadEntry, request: ReadRequest): Omit<Exchange, 'source' | 'from' | 'to'> {
  const { name: operation, values } = findAllowedPath(request)
  const reply = readRecorded(entry)
  return {
    request,
    // A service may allow only the page whose requests these are.
    reply: { ...reply, headers: reply.headers.filter(([name]) => !name.startsWith('access-control-')) },
    body: parseJson(reply.body),
    operation,
    values: Object.fromEntries(Object.entries(values).map(([name, text]) => [name, toCanonicalId(text)])),
  }
}

function findTrouble(entry: ReadEntry, { method, path, query }: ReadRequest): string | undefined {
  const reply = readRecorded(entry)
  const { status } = reply
  if (status < 200) return 'without a response'
  if (status === 429 || status >= 500) return 'that failed'
  if (Number.isNaN(Date.parse(entry.startedDateTime))) return 'without a time of their own'
  if (reply.isOfStandIn || Number(headerOf(reply, 'age') ?? 0) > 0) return 'answered by a cache or a mock'
  // Files are saved without credentials, so nobody knows whether these were wrong or absent.
  if (status === 401 || status === 403) return 'that were refused'
  const { parameters: known } = findOperation(findAllowedPath({ method, path }).name)
  const isKnown = [...new URLSearchParams(query).keys()].every((name) => Object.hasOwn(known, name))
  return isKnown ? findGap(reply, { method, path }) : 'with parameters that no operation has'
}

function findGap(reply: Recorded, { method, path }: ReadRequest): string | undefined {
  const { status, body, hasBody } = reply
  const isRedirect = status >= FIRST_REDIRECT && status < FIRST_REFUSAL
  const isPage = headerOf(reply, 'content-type')?.startsWith('text/html') === true
  // A redirect of a path with a slash leads to the same one without it.
  if (isPage || (isRedirect && !path.endsWith('/'))) return 'answered by a web page or a login'
  const isMissing = !hasBody || (body === '' && status < FIRST_REFUSAL)
  return isMissing && !isRedirect && method === 'GET' ? 'without a whole body' : undefined
}
