// What of a response the service decides, without what its data decides.

import { isRecord } from '../../../../engine/input/schemas/schema-walk.ts'
import { toCanonicalId } from '../../../../engine/input/schemas/uuid.ts'
import { tellName } from '../../forms/told-name.ts'
import { findAllowed, isAllowed } from '../../reader/allowed.ts'
import {
  findList,
  headerOf,
  isFailure,
  isSuccess,
  type List,
  parseJson,
  type SentRequest,
  type ServiceReply,
} from '../../reader/messages.ts'
import { findOperation, type JsonObject } from '../../records/ask.ts'
import { withTimesInOrder } from '../../records/stored-records.ts'
import { type Aspects, ERROR, type Knowledge, PAGE, USUAL_COUNT } from './aspects.ts'
import { describeError } from './error-form.ts'
import { describeOrder, LEAST_SORTED } from './order.ts'
import { describeRecords, describeType, type ListKnowledge } from './record-forms.ts'

// Those that count or link the pages of a list, and those that belong to a status.
const HEADERS = [
  'x-total-count',
  'x-total',
  'x-total-pages',
  'content-range',
  'link',
  'allow',
  'www-authenticate',
] as const

/** The statuses of requests that are too large. */
export const TOO_LARGE: ReadonlySet<number> = new Set([413, 414, 431])

/** Reduces a response to its aspects. */
export function findAspects(request: SentRequest, reply: ServiceReply, known: Knowledge): Aspects {
  const { status, body } = reply
  const location = headerOf(reply, 'location')
  const type = describeMediaType(headerOf(reply, 'content-type') ?? 'none')
  const origin = describeOrigin(request, reply)
  // Whatever answers preflight requests does so in its own way.
  if (isPreflight(request)) return { origin: isSuccess(status) || origin !== 'allowed' ? origin : 'refused' }
  const ofFront = describeFront(request, reply, type)
  if (ofFront !== undefined) return ofFront
  return {
    // Whichever success it is, the rest can be compared.
    ...(isSuccess(status) ? { status: '200', success: String(status) } : { status: String(status) }),
    type: body === '' ? 'none' : type,
    ...(location !== undefined && { location: describeLocation(request, location) }),
    ...(request.headers?.origin !== undefined && { origin }),
    ...Object.fromEntries(
      HEADERS.flatMap((name) => (headerOf(reply, name) === undefined ? [] : [[`header ${name}`, 'sent']])),
    ),
    ...describeBody(request, status, body, known),
  }
}

/** Describes a response that is perhaps none of the service, but of what is in front of it. */
function describeFront(
  { method }: SentRequest,
  { status, body, isOfFront }: ServiceReply,
  type: string,
): Aspects | undefined {
  if (isOfFront) return { status: '404', [PAGE]: `${status}, as for every path that is not there` }
  // Its errors have a form of their own.
  if (TOO_LARGE.has(status)) return { status: String(status) }
  const value = parseJson(body)
  const isPage = type === 'text/html' && body !== '' && value === undefined
  if (isSuccess(status)) {
    if (isPage) return { status: 'a web page' }
    return isFailure(value) ? { status: ERROR } : undefined
  }
  const isOther = isPage ? status >= 400 : status === 404 && value === undefined
  return isOther && method !== 'HEAD' ? { status: String(status), [PAGE]: type } : undefined
}

/** Whether a request asks for a page of another origin what it may send. */
export const isPreflight = ({ headers }: SentRequest) => headers?.['access-control-request-method'] !== undefined

const USUAL_TYPE =
  /^(?:none|text\/(?:html|plain|csv|xml)|application\/(?:(?:problem|hal)\+)?(?:json|xml)|application\/octet-stream)$/

/** Writes a media type. One of the service's own may be named after somebody. */
function describeMediaType(text: string): string {
  const [type = ''] = text.toLowerCase().split(';')
  return USUAL_TYPE.test(type.trim())
    ? type.trim()
    : `a type of its own${/\+json$/.test(type.trim()) ? ' of JSON' : ''}`
}

function describeOrigin({ headers }: SentRequest, reply: ServiceReply): string {
  const allowed = headerOf(reply, 'access-control-allow-origin')
  if (allowed !== undefined && [headers?.origin, '*'].includes(allowed)) return 'allowed'
  // To others, some services do not say which one it is.
  const isOther = reply.headers.some(([name]) => name.startsWith('access-control-allow-'))
  return isOther ? 'another one is allowed' : 'refused'
}

function describeLocation({ path }: SentRequest, location: string): string {
  const target = new URL(location, 'http://service').pathname
  return target.endsWith(path.replace(/\/+$/, '')) ? 'the path without its slash' : 'elsewhere'
}

function describeBody(request: SentRequest, status: number, body: string, known: Knowledge): Aspects {
  const value = parseJson(body)
  if (status >= 400 && request.method !== 'HEAD') return { body: 'error', ...describeError(value, body) }
  if (body === '') return { body: 'empty' }
  if (value === undefined) return { body: 'text' }
  const list = findList(value)
  const form = list === undefined ? { body: 'record' } : describeForm(list)
  if (!known.hasRead(request)) return { ...form, ...describeLog(request, value, list?.items) }
  if (list === undefined) return { ...form, ...describeRecords([value], { known, isCut: false }) }
  const isCut = isPage(request, list) && !isWhole(request, list.items.length, known)
  return {
    ...form,
    ...describePage(request, list),
    ...describeList(request, list.items, { known, isCut }),
    ...describeRecords(list.items, { known, isCut }),
  }
}

/** How a list is wrapped. What is in it can be compared whatever that is. */
function describeForm({ within, name = 'array', items, instead, page }: List): Aspects {
  const which = items.length === 0 ? 'empty list' : 'list of one'
  const envelope = [within, name].flatMap((each) => (each === undefined ? [] : [tellName(each)])).join('.')
  const cursor = page?.next_cursor
  return {
    body: 'list',
    envelope,
    ...(instead && { [which]: instead }),
    ...(cursor !== undefined && { cursor: cursor === null ? 'null' : typeof cursor }),
  }
}

/** Whether an operation returns pages, also where a page says nothing about the next one. */
const hasPages = (request: SentRequest) =>
  isAllowed(request) && 'offset' in findOperation(findAllowed(request)).parameters

function isPage(request: SentRequest, { page }: List): boolean {
  return hasPages(request) || (page !== undefined && ('offset' in page || typeof page.next_cursor === 'string'))
}

/** Whether a page is the whole list. Which records a part of it has depends on the order, which is an aspect of its own. */
function isWhole(
  { query = '' }: SentRequest,
  count: number,
  { longest = Number.POSITIVE_INFINITY, hasShortPages = false }: Knowledge,
): boolean {
  if (hasShortPages) return false
  const parameters = new URLSearchParams(query)
  // Nobody knows which of several limits is used.
  const limits = parameters.getAll('limit').map(Number)
  return limits.length > 0 && count < Math.min(longest, ...limits) && !parameters.has('offset')
}

/** What a page says beside its list: where the next one begins, as it follows from the request, and other fields. */
function describePage({ query = '' }: SentRequest, { name: listName = '', page, items }: List): Aspects {
  if (page === undefined) return {}
  const { offset, next_cursor: _cursor, [listName]: _list, ...others } = page
  const parameters = new URLSearchParams(query)
  const from = Number(parameters.get('offset') ?? 0)
  const places = [
    ['after its records', from + items.length],
    ...parameters.getAll('limit').map((limit) => ['after its limit', from + Number(limit)] as const),
    ['0', 0],
  ] as const
  const holding = places.flatMap(([text, place]) => (place === offset ? [text] : []))
  return {
    ...(offset !== undefined && { offset: [...new Set(holding)].join(', ') || `another ${describeType(offset)}` }),
    ...Object.fromEntries(Object.keys(others).map(() => ['page ?', 'present'])),
  }
}

/** The form of a page of a log. Which lines it has is unknown, so only those of a whole log say where it ends. */
function describeLog(request: SentRequest, value: unknown, items: readonly unknown[] = []): Aspects {
  const [line] = items
  if (!isRecord(value) || !isRecord(line)) return {}
  const isAscending = new URLSearchParams(request.query).getAll('order').join() === 'asc'
  const isEnd = isAscending && isWhole(request, items.length, NOTHING_KNOWN)
  return {
    ...('timestamp' in line && { 'value timestamp': typeof line.timestamp }),
    ...(isEnd && 'next_offset' in value && { 'value next_offset': describeType(value.next_offset) }),
  }
}

/** That of a service whose records were not read. */
export const NOTHING_KNOWN: Knowledge = {
  fields: new Set(),
  optional: new Set(),
  derived: new Set(),
  hasRead: () => false,
}

function describeList(request: SentRequest, items: readonly unknown[], { known, isCut }: ListKnowledge): Aspects {
  const { ids: usual, hasShortPages = false } = known
  // Repositories have one of two names for theirs.
  const records = items.filter(isRecord).map((record): JsonObject => ({ name: record.repository_name, ...record }))
  const ids = records.map(({ id, repository_id = id, provider_id }) => repository_id ?? provider_id)
  // Some services have another name for it.
  const hasIds = ids.every((id) => id !== undefined && id !== null)
  const members = ids.map((id) => usual?.get(String(id)) ?? toCanonicalId(String(id))).sort()
  return {
    ...(!(isCut && hasShortPages) && { [isCut && !asksLimit(request) ? USUAL_COUNT : 'count']: String(items.length) }),
    ...(!isCut && hasIds && { members: members.join(' ') }),
    ...(records.length >= LEAST_SORTED && { order: describeOrder(records.map(withTimesInOrder)) }),
    ...(records.some(isOutOfOrder) && { 'order of times': 'updated before created' }),
  }
}

// Some services read null, or an empty text, as if it were not there.
const asksLimit = ({ query }: SentRequest) => /^\d/.test(new URLSearchParams(query).get('limit') ?? '')

// One of two times may be written in whole seconds.
const isOutOfOrder = ({ created_at, updated_at }: JsonObject) =>
  Date.parse(String(updated_at)) + 1000 <= Date.parse(String(created_at))
