// Turns requests of a request log into an HTTP archive.

import { type Access, listSecretHeaders } from '../contract/operation/access.ts'
import { type Body, buildBody, encodeText, joinBody, type ResponseBody } from '../http/body.ts'
import { createHiding, type Hiding, NOTHING_HIDDEN } from '../input/text/secrets.ts'
import type { SentResponse } from '../journal/entry.ts'
import type { Har, HarEntry, HarOptions, HarPair, HarRequest, HarResponse } from '../journal/har-types.ts'
import type { KeptRequest } from '../journal/journal.ts'
import type { StoredRecord } from '../journal/journal-store.ts'
import { finish, type Steps } from '../work/steps.ts'

export interface HarBuilding {
  /** The credentials of the service that got the requests. Default: only headers with usual names are secret. */
  readonly access?: Pick<Access, 'credentials'>
  /** Returns the URL of a session's service, without a slash at the end. */
  urlOf(session: string): string
  readonly secrets: NonNullable<HarOptions['secrets']>
  /** The version of the package; empty if it is unknown. */
  readonly version: string
  /** How many characters it may have. Default: 64 million. */
  readonly most?: number
}

type Pair = readonly [name: string, value: string]

/** How many characters are left for the rest of an archive, and how many of them bodies may not use. */
interface Room {
  left: number
  readonly withoutBodies: number
}

// Many requests share a body in memory, but not in an archive. A text in JavaScript has at most 512 million characters.
const MOST_CHARACTERS = 64 * 1024 * 1024
/** By what the memory limit is divided for the characters of an archive. */
export const HAR_SHARE = 8
const HTTP = 'HTTP/1.1'
const NO_BODY = 'The bodies of older requests are left out, because there are too many.'

/** Builds an archive. The newest requests come first when there are too many. @param requests oldest first */
export function buildHar(requests: readonly KeptRequest[], building: HarBuilding): Har {
  const entries = [...buildEntries(requests, building)]
  return { log: { ...buildLog(requests.length - entries.length, building), entries: entries.toReversed() } }
}

/** An archive as JSON, and how many entries it has. */
interface WrittenHar {
  readonly body: Body
  readonly count: number
}

/** Writes an archive as JSON, without ever holding more of it than its bytes. @param requests oldest first */
export function writeHar(requests: readonly KeptRequest[], building: HarBuilding): WrittenHar {
  return finish(writeHarInSteps(requests, building))
}

/** Writes an archive like `writeHar`, and lets others work between the entries. */
export function* writeHarInSteps(requests: readonly KeptRequest[], building: HarBuilding): Steps<WrittenHar> {
  const parts: Body[] = []
  for (const entry of buildEntries(requests, building)) {
    yield
    parts.push(encodeText(`${JSON.stringify(entry)}${parts.length === 0 ? '' : ',\n'}`))
  }
  const log = buildLog(requests.length - parts.length, building)
  const start = encodeText(`{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`)
  return { body: joinBody(buildBody([start, ...parts.toReversed(), encodeText(']}}')])), count: parts.length }
}

/** Builds the entries of an archive, the newest first. */
function* buildEntries(requests: readonly KeptRequest[], building: HarBuilding): Generator<HarEntry, void> {
  const { access = { credentials: {} }, secrets, urlOf, most = MOST_CHARACTERS } = building
  const own = listSecretHeaders(access).map(([name]) => name)
  // The bodies leave the other half to everything else.
  const room: Room = { left: Math.min(most, MOST_CHARACTERS), withoutBodies: Math.min(most, MOST_CHARACTERS) / 2 }
  for (const request of requests.toReversed()) {
    if (room.left <= 0) return
    const hiding = secrets === 'keep' ? NOTHING_HIDDEN : createHiding(own)
    yield buildHarEntry(request, urlOf(request.session), { hiding, room })
  }
}

function buildLog(missing: number, { version }: HarBuilding): Omit<Har['log'], 'entries'> {
  return {
    version: '1.2',
    creator: { name: 'deploymock', version },
    ...(missing > 0 && { comment: `The ${missing} oldest requests are left out, because there are too many.` }),
  }
}

// What an entry takes besides its texts.
const ENTRY_CHARACTERS = 700
const PAIR_CHARACTERS = 24

interface EntryLimits {
  readonly hiding: Hiding
  readonly room: Room
}

function buildHarEntry(
  { id, session, record, readMessages }: KeptRequest,
  url: string,
  { hiding, room }: EntryLimits,
): HarEntry {
  const { state, received, outcome, faults } = record
  const wait = state === 'pending' ? Math.max(0, Date.now() - received) : record.milliseconds
  const messages = readMessages()
  const request = buildRequest(record, messages.request.headers, { url, hiding })
  const response = buildResponse(record, messages.response, hiding)
  const pairs = [...request.headers, ...request.queryString, ...response.headers]
  room.left -= pairs.reduce((sum, { name, value }) => sum + name.length + value.length + PAIR_CHARACTERS, 0)
  room.left -= ENTRY_CHARACTERS + request.url.length
  const comment = response.status === 0 ? describeSilence(state) : undefined
  return {
    startedDateTime: new Date(received).toISOString(),
    time: wait,
    ...limitBodies(request, response, room),
    cache: {},
    timings: { send: 0, wait, receive: 0 },
    ...(comment !== undefined && { comment }),
    _session: session,
    _id: id,
    _operation: outcome.operation ?? null,
    _faults: faults.map((fault) => fault.id),
    _assumptions: outcome.dependsOn.toSorted(),
    _traceId: messages.traceId,
  }
}

function describeSilence(state: string): string {
  if (state === 'pending') return 'It still waited for its response.'
  return state === 'aborted' ? 'The client disconnected before the response.' : 'There was no response.'
}

function limitBodies(
  request: HarRequest,
  response: HarResponse,
  room: Room,
): { request: HarRequest; response: HarResponse } {
  const characters = (request.postData?.text.length ?? 0) + (response.content.text?.length ?? 0)
  if (characters === 0) return { request, response }
  if (room.left - characters >= room.withoutBodies) {
    room.left -= characters
    return { request, response }
  }
  const { postData, ...bare } = request
  const { text, encoding, ...content } = response.content
  return {
    request: postData === undefined ? request : { ...bare, postData: { ...postData, text: '', comment: NO_BODY } },
    response: { ...response, content: { ...content, comment: NO_BODY } },
  }
}

interface RequestedUrl {
  readonly url: string
  readonly hiding: Hiding
}

function buildRequest(
  record: KeptRequest['record'],
  pairs: readonly Pair[],
  { url, hiding }: RequestedUrl,
): HarRequest {
  const { method, path, query } = record
  const target = `${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : `?${query}`}`
  return {
    method,
    url: url + escapeTarget(hiding.url(target)),
    httpVersion: HTTP,
    cookies: pairs.filter(isNamed('cookie')).flatMap(([name, value]) => readCookies(value.split(';'), name, hiding)),
    headers: toPairs(pairs, hiding),
    queryString: Array.from(new URLSearchParams(hiding.query(query)), ([name, value]) => ({ name, value })),
    ...readRequestBody(record, pairs, hiding),
    headersSize: -1,
  }
}

function buildResponse({ sent }: KeptRequest['record'], response: SentResponse, hiding: Hiding): HarResponse {
  const { status, headers: pairs, bytes } = response
  return {
    status: status ?? 0,
    statusText: '',
    httpVersion: HTTP,
    cookies: pairs.filter(isNamed('set-cookie')).flatMap(([name, value]) => {
      return readCookies([value.split(';', 1)[0] ?? ''], name, hiding)
    }),
    headers: toPairs(pairs, hiding),
    content: readSentBody(response, sent.body?.source?.body, hiding),
    redirectURL: hiding.header('location', find(pairs, 'location') ?? ''),
    headersSize: -1,
    bodySize: status === null ? -1 : bytes,
  }
}

function toPairs(pairs: readonly Pair[], hiding: Hiding): HarPair[] {
  return pairs.map(([name, value]) => ({ name, value: hiding.header(name, value) }))
}

/** Returns what recognizes a header. */
function isNamed(searched: string): (pair: Pair) => boolean {
  return ([name]) => name.toLowerCase() === searched
}

function readCookies(texts: readonly string[], header: string, hiding: Hiding): HarPair[] {
  return texts.flatMap((text) => {
    const [name = '', ...value] = text.trim().split('=')
    return name === '' ? [] : [{ name, value: hiding.header(header, value.join('=')) }]
  })
}

// A client can send characters that no URL may have.
function escapeTarget(target: string): string {
  return target
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(/[^\w!$%&'()*+,./:;=?@~-]/gu, encodeURIComponent)
}

const UNKNOWN = 'x-unknown'

function readRequestBody(
  { body }: StoredRecord,
  headers: readonly Pair[],
  hiding: Hiding,
): Pick<HarRequest, 'postData' | 'bodySize'> {
  const mimeType = hiding.header('content-type', find(headers, 'content-type') ?? UNKNOWN)
  if (body.length > 0) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
    const comment = text.includes('\ufffd') ? { comment: 'The body is not UTF-8.' } : {}
    return { postData: { mimeType, text: hiding.text(text), ...comment }, bodySize: body.length }
  }
  const announced = Number(find(headers, 'content-length') ?? 0)
  if (!(announced > 0)) return { bodySize: 0 }
  const comment = 'The request log does not keep this body: it is larger than 64 KiB, a file, or was not received.'
  return { postData: { mimeType, text: '', comment }, bodySize: announced }
}

/** Reads the body of a response. @param kept as far as it is kept */
function readSentBody(
  { headers, body, isWhole, isBinary, bytes }: SentResponse,
  kept: ResponseBody | undefined,
  hiding: Hiding,
): HarResponse['content'] {
  const mimeType = hiding.header('content-type', find(headers, 'content-type') ?? UNKNOWN)
  const size = { size: bytes, mimeType }
  if (body === null) return bytes === 0 ? size : { ...size, comment: 'The body is no longer kept.' }
  const comment = isWhole ? {} : { comment: 'The body is cut: the connection was, or it is larger than 1 MiB.' }
  const text = hiding.text(body)
  if (isBinary && kept !== undefined && text === body)
    return { ...size, text: toBase64(joinBody(kept)), encoding: 'base64', ...comment }
  return { ...size, text, ...comment }
}

function find(headers: readonly Pair[], searched: string): string | undefined {
  return headers.find(isNamed(searched))?.[1]
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
