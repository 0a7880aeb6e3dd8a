// What of a response the service decides, without what its data decides.

import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { toCanonicalId } from '../../../engine/input/schemas/uuid.ts'
import { HIDDEN as HIDDEN_IN_LOGS } from '../../../engine/input/text/secret-names.ts'
import { tellName } from '../forms/told-name.ts'
import {
  findList,
  headerOf,
  isFailure,
  isSuccess,
  type List,
  parseJson,
  type SentRequest,
  type ServiceReply,
} from '../reader/messages.ts'
import type { JsonObject } from '../records/ask.ts'
import { withTimesInOrder } from '../records/stored-records.ts'

/**
 * Aspects of a response, each as a text. Services that behave alike have equal aspects, whatever their data says. Each
 * one is compared for itself: what is odd in one says nothing about the others.
 */
export type Aspects = Readonly<Record<string, string>>

/** What is known about a service beside its values. */
export interface Knowledge {
  /** The fields that its records can have. All others are summed up. */
  readonly fields: ReadonlySet<string>
  /** Those of them that some records have and others do not. */
  readonly optional: ReadonlySet<string>
  /** Those that may be null, and that no world has: a simulator makes them up from others. */
  readonly derived: ReadonlySet<string>
  /** Whether the records that a request reads are known. Of others, only the form of the response is an aspect. */
  hasRead(request: SentRequest): boolean
  /** How many records its longest page has. Default: as many as were asked for. */
  readonly longest?: number
  /** Whether pages may be short although more records follow. Then the length of one tells nothing. Default: no. */
  readonly hasShortPages?: boolean
}

// A shuffled list of fewer records is sorted by chance too often: one of six in 720 is.
const LEAST_SORTED = 8
const ORDERS: readonly (readonly [name: string, field: string, sign: 1 | -1])[] = [
  ['oldest first', 'created_at', 1],
  ['newest first', 'created_at', -1],
  ['last changed first', 'updated_at', -1],
  ['by name', 'name', 1],
]
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

/** The status of an error with status 200. */
export const ERROR = 'an error'

const TOO_LARGE: ReadonlySet<number> = new Set([413, 414, 431])

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
function describeFront({ method }: SentRequest, { status, body }: ServiceReply, type: string): Aspects | undefined {
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

/** Whether an aspect is the same whatever was asked. */
export const isOfForm = (name: string) => OF_FORM.test(name)

/** Whether an aspect is one of how errors are written. */
export const isOfErrors = (name: string) => /^(?:error|issue)/.test(name)

/** Whether an error has fields that the expected one does not have. */
export function hasNewFields(expected: Aspects, observed: Aspects): boolean {
  const [before, now] = [expected, observed].map(({ error = '' }) =>
    error.split(', ').map((each) => each.split(':')[0]),
  )
  return now?.some((field) => !before?.includes(field)) ?? false
}

/** Lists the aspects in which two responses differ. What only follows from another difference is left out. */
export function listDifferent(one: Aspects, other: Aspects): readonly string[] {
  if (one === other) return []
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => {
    if (one[name] === other[name]) return false
    return !isOptional(name) || (one[name] !== undefined && other[name] !== undefined)
  })
  return names.filter((name) => isComparable(name, names))
}

/** Whether an aspect can be compared in two responses that differ in some. */
export function isComparable(name: string, different: readonly string[]): boolean {
  const causes = CAUSES.filter(([cause, isEffect]) => cause !== name && isEffect(name) && different.includes(cause))
  return causes.length === 0
}

// A list of few records has no order, an empty one no fields, and a request log no secrets, and nobody knows which
// records there are at other paths, or in lists without ids.
const isOptional = (name: string) => /^(?:members|order|fields|secrets|value .*)$/.test(name)

/** The aspect of a 404 without JSON. */
export const PAGE = 'page'

const OF_HEAD: readonly string[] = ['success', 'location', 'origin', PAGE]
// An order is one of whichever records there are.
const OF_RECORDS = /^(?:field .*|times|secrets|count|offset)$/
const OF_FORM =
  /^(?:success|type|envelope|empty|list|error|issues?|field|page|offset|cursor|header|order|times|secrets)\b/
/** What differs only because something else does. */
const CAUSES: readonly (readonly [cause: string, isEffect: (name: string) => boolean])[] = [
  ['status', () => true],
  [PAGE, (name) => name !== 'status'],
  ['body', (name) => name !== 'status' && !OF_HEAD.includes(name)],
  ['members', (name) => OF_RECORDS.test(name)],
  ['count', (name) => OF_RECORDS.test(name)],
  ['envelope', (name) => name === 'cursor' || name.startsWith('page ')],
  ['error', isOfErrors],
  ['issues', (name) => /^issue (?:kinds|places|inputs)$/.test(name)],
]

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
  const isCut = isPage(value) && !isWhole(request, list.items.length, known)
  return {
    ...form,
    ...describePage(request, value, list),
    ...describeList(list.items, isCut, known),
    ...describeRecords(list.items, { known, isCut }),
  }
}

/** How a list is wrapped. What is in it can be compared whatever that is. */
function describeForm({ name = 'array', items, instead }: List): Aspects {
  const which = items.length === 0 ? 'empty list' : 'list of one'
  return { body: 'list', envelope: tellName(name), ...(instead && { [which]: instead }) }
}

function isPage(value: unknown): boolean {
  return isRecord(value) && ('offset' in value || typeof value.next_cursor === 'string')
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
function describePage({ query = '' }: SentRequest, value: unknown, { name: listName, items }: List): Aspects {
  if (!isRecord(value) || listName === undefined) return {}
  const { offset, next_cursor: cursor, [listName]: _list, ...others } = value
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
    ...(cursor !== undefined && { cursor: cursor === null ? 'null' : typeof cursor }),
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

function describeList(items: readonly unknown[], isCut: boolean, { hasShortPages = false }: Knowledge): Aspects {
  // Repositories have one of two names for theirs.
  const records = items.filter(isRecord).map((record): JsonObject => ({ name: record.repository_name, ...record }))
  const ids = records.map(({ id, repository_id = id, provider_id }) => repository_id ?? provider_id)
  // Some services have another name for it.
  const hasIds = ids.every((id) => id !== undefined && id !== null)
  const members = ids.map((id) => toCanonicalId(String(id))).sort()
  return {
    ...(!(isCut && hasShortPages) && { count: String(items.length) }),
    ...(!isCut && hasIds && { members: members.join(' ') }),
    ...(records.length >= LEAST_SORTED && { order: describeOrder(records.map(withTimesInOrder)) }),
    ...(records.some(isOutOfOrder) && { 'order of times': 'updated before created' }),
  }
}

// One of two times may be written in whole seconds.
const isOutOfOrder = ({ created_at, updated_at }: JsonObject) =>
  Date.parse(String(updated_at)) + 1000 <= Date.parse(String(created_at))

/** The order of a list that has another one each time. */
export const EACH_TIME = 'another one each time'

function describeOrder(records: readonly Readonly<Record<string, unknown>>[]): string {
  const holding = ORDERS.filter(([, field, sign]) => {
    const values = records.map(({ [field]: value }) => value)
    return values.every((value) => typeof value === 'string') && isSorted(values.map(sortKeyOf(field)), sign)
  })
  if (holding.length > 0) return holding.map(([name]) => name).join(', ') + describeTies(records, holding[0]?.[1] ?? '')
  const fields = Object.keys(records[0] ?? {})
  if (fields.some((field) => isSortedBy(field, records, 1))) return 'by another field'
  if (fields.some((field) => isSortedBy(field, records, -1))) return 'by a field, descending'
  return fields.some((field) => isPartlySortedBy(field, records)) ? 'in part by a field' : 'none'
}

// Where the service knows more of a time than it writes, fewer are in some order by chance.
const LEAST_TIES = 8

/** Says that records with equal values of a field are in the order of another field, and not of their ids. */
function describeTies(records: readonly JsonObject[], field: string): string {
  const ties = records.flatMap((record, place) => {
    const before = records[place - 1]
    return before !== undefined && before[field] === record[field] ? [[before, record] as const] : []
  })
  const signsOf = (name: string) => ties.map((pair) => compareValues(...readPair(pair, name)))
  const isOneWay = (signs: readonly number[]) => [1, -1].some((sign) => signs.every((each) => each === sign))
  if (ties.length < LEAST_TIES || signsOf('id').every((sign) => sign < 0)) return ''
  return Object.keys(records[0] ?? {}).some((name) => isOneWay(signsOf(name))) ? ', ties by another field' : ''
}

function readPair(pair: readonly [JsonObject, JsonObject], name: string): [string, string] {
  const [one = '', other = ''] = pair.map(({ [name]: value }) => (typeof value === 'string' ? value.toLowerCase() : ''))
  return [one, other]
}

/**
 * By chance, few lists are sorted as far as this. Of short ones, more are, because groups of few records show no more.
 * What is by chance cannot be stated anyway.
 */
const mostDeviations = (count: number) => Math.min(3.6, Math.max(2.6, 1.6 + count / 16))

/** Whether more records are in the order of a field than chance explains, such as within groups of records. */
function isPartlySortedBy(field: string, records: readonly Readonly<Record<string, unknown>>[]): boolean {
  if (records.some(({ created_at }) => typeof created_at !== 'string')) return false
  const values = records.map(({ [field]: value }) => (typeof value === 'string' ? value.toLowerCase() : ''))
  const count = values.length
  if (new Set(values).size < count / 2) return false
  const signOf = (one: number, other: number) => compareValues(values[one] ?? '', values[other] ?? '')
  let [ofNeighbours, ofAll] = [0, 0]
  for (let one = 0; one < count; one += 1) {
    if (one > 0) ofNeighbours += signOf(one - 1, one)
    for (let other = one + 1; other < count; other += 1) ofAll += signOf(one, other)
  }
  return (
    Math.abs(ofNeighbours) > mostDeviations(count) * Math.sqrt((count + 1) / 3) ||
    Math.abs(ofAll) > mostDeviations(count) * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  )
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/

/** Fractions of seconds are absent if they are zero, and the zone is greater than a point. */
const sortKeyOf = (field: string) => (value: string) => (field === 'name' ? value : value.replace(ZONE, ''))

/** Whether records are in some order of a field that no value of a question has, such as without regard to case. */
function isSortedBy(field: string, records: readonly Readonly<Record<string, unknown>>[], sign: 1 | -1): boolean {
  const values = records.map(({ [field]: value }) => value)
  const isText = values.every((value) => typeof value === 'string')
  // Records that do not say when they were created may be in that order, as their ids are.
  const isTimed = records.every(({ created_at }) => typeof created_at === 'string')
  if (!isTimed && !(isText && values.every((value) => !LIKE_ID.test(value)))) return false
  if (!isText && !values.every((value) => typeof value === 'number')) return false
  const lower = values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
  if (new Set(lower).size < LEAST_SORTED) return false
  return isSorted(values, sign) || isSorted(lower, sign)
}

const LIKE_ID = /^(?:\d*|[\da-f-]{20,})$/i

function isSorted(values: readonly (string | number)[], sign: 1 | -1): boolean {
  return values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || sign * compareValues(before, value) <= 0
  })
}

function compareValues(one: string | number, other: string | number): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

interface ListKnowledge {
  readonly known: Knowledge
  readonly isCut: boolean
}

/** How records are written: the forms of their values, field by field. */
function describeRecords(items: readonly unknown[], { known, isCut }: ListKnowledge): Aspects {
  const records = items.filter(isRecord)
  const fields = new Map<string, Set<string>>()
  noteFields(records, '', { seen: fields, known, isCut })
  for (const name of CONFIGURATIONS) {
    noteFields(records.map(({ [name]: value }) => value).filter(isRecord), `${name}.`, { seen: fields, known, isCut })
  }
  if (isCut) return summarize(fields)
  const times = records.flatMap((record) => [record.created_at, record.updated_at])
  const secrets = records.flatMap((record) => (Array.isArray(record.secrets) ? record.secrets.filter(isRecord) : []))
  return summarize([
    ...fields,
    ['times', times.filter((time) => time !== null && time !== undefined).map(describeTime)],
    ['secrets', describeSecrets(secrets.map(({ value }) => value))],
  ])
}

function summarize(found: Iterable<readonly [name: string, texts: Iterable<string>]>): Aspects {
  const texts = Array.from(found, ([name, each]) => [name, [...new Set(each)].sort().join(' ')] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function noteFields(
  records: readonly Readonly<Record<string, unknown>>[],
  prefix: string,
  place: { readonly seen: Map<string, Set<string>>; readonly known: Knowledge; readonly isCut: boolean },
): void {
  const { seen, known, isCut } = place
  const counts = new Map<string, number>()
  for (const [field, value] of records.flatMap((record) => Object.entries(record))) {
    if (isCut && known.optional.has(field)) continue
    const isKnown = known.fields.has(field)
    const name = `field ${prefix}${isKnown ? field : '?'}`
    if (isKnown) counts.set(name, (counts.get(name) ?? 0) + 1)
    const values = seen.get(name) ?? new Set()
    seen.set(name, values.add(describeValue(field, value, known)))
  }
  for (const [name, count] of counts) if (count < records.length) seen.get(name)?.add('absent')
}

function describeValue(name: string, value: unknown, { fields, derived }: Knowledge): string {
  if (!fields.has(name) || derived.has(name)) return 'present'
  // What else they are is data.
  return typeof value === 'string' && name !== 'id' && name !== 'repository_id' ? 'present' : describeType(value)
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'none'
  return Array.isArray(value) ? 'array' : typeof value
}

// The objects of the contract with fields of their own. What is within others is data.
const CONFIGURATIONS = ['source_config', 'source_revision_config'] as const

/** The form of a timestamp: how many digits its seconds have, and what it ends with. */
function describeTime(text: unknown): string {
  if (typeof text !== 'string') return describeType(text)
  const [, fraction = '', end = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(.*)$/.exec(text) ?? []
  return `${fraction.length}${/^[+-]00:?00$/.test(end) ? end : end.replace(/\d/g, '9')}`
}

// Fewer are the same by chance.
const LEAST_SECRETS = 3
const HIDDEN = /[*\u2022\u25cf]{2}|\u2026|\.{3}|^[<[].*[>\]]$|redacted|hidden|masked/i

// Digests and encrypted texts. People have such secrets, too, but not all of them.
const OPAQUE = /^(?:[\w.$-]{1,12}[:$.])*(?:[\da-f]{32,}|[\w+/-]{40,}={0,2})$/i
// What issues keys begins them so. No digest does.
const KEY = /^(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[abp]|lsv2|hf|npm)[-_]/

/** How secrets are written. Those that are all the same, or nothing but random signs, are none. */
export function describeSecrets(values: readonly unknown[]): readonly string[] {
  const different = new Set(values)
  const texts = values.filter((value) => typeof value === 'string')
  const areAlike = values.every((value) => OPAQUE.test(String(value))) && !texts.some((text) => KEY.test(text))
  const isOne = values.length >= LEAST_SECRETS && (different.size === 1 || areAlike)
  const sent = values.filter((value) => value !== HIDDEN_IN_LOGS)
  return sent.map((value) => {
    if (typeof value !== 'string') return 'none'
    if (value === '') return 'empty'
    if (/^\*{8}$/.test(value)) return 'masked'
    return isOne || HIDDEN.test(value) ? 'hidden otherwise' : 'clear'
  })
}

const MOST_ISSUES = 3

/** The form of an error: its fields, and of each issue its kind, place and input. How it is worded is not told. */
function describeError(value: unknown, body: string): Aspects {
  if (value === undefined) return { error: body === '' ? 'nothing' : 'a text' }
  const issues = findIssues(value)
  const first = issues.slice(0, MOST_ISSUES).map((issue) => (isRecord(issue) ? issue : {}))
  const describe = (name: string) => JSON.stringify(first.map(({ [name]: field }) => tellWords(field)))
  return {
    error: listFields(value).join(', ') || describeType(value),
    ...(issues.length > 0 && {
      issues: String(issues.length),
      'issue fields': [...new Set(first.flatMap((issue) => Object.keys(issue).map(tellName)))].sort().join(', '),
      'issue kinds': describe('type'),
      'issue places': describe('loc'),
      'issue inputs': first.map(({ input }) => (typeof input === 'string' ? input.length : describeType(input))).join(),
    }),
  }
}

/** Returns the words of an issue without those that may be private. */
function tellWords(field: unknown): unknown {
  if (typeof field === 'string') return tellName(field)
  return Array.isArray(field) ? field.map(tellWords) : (field ?? null)
}

function findIssues(value: unknown): readonly unknown[] {
  const list = isRecord(value) ? Object.values(value).find(Array.isArray) : undefined
  return Array.isArray(list) ? list : []
}

/** The fields of an error, and those of an object in it. */
function listFields(value: unknown, prefix = ''): readonly string[] {
  if (!isRecord(value)) return []
  const fields = Object.entries(value).flatMap(([key, field]) => {
    const name = tellName(key)
    return isRecord(field) && prefix === ''
      ? listFields(field, `${name}.`)
      : [`${prefix}${name}: ${describeType(field)}`]
  })
  return [...new Set(fields)].toSorted()
}
