// What of a response the service decides, without what its data decides.

import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { parseJson, type Reply, type SentRequest } from '../reader/messages.ts'

/** Aspects of a response, each as a text. Services that behave alike have equal aspects, whatever their data says. */
export type Aspects = Readonly<Record<string, string>>

/** What is known about a service beside its values. */
export interface Knowledge {
  /** The fields that its records can have. All others are summed up. */
  readonly fields: ReadonlySet<string>
  /** Those of them that some records have and others do not. */
  readonly optional: ReadonlySet<string>
  /** The paths whose records were read. Of others, only the form of the response is an aspect. */
  readonly paths: ReadonlySet<string>
}

// A shuffled list of fewer records is sorted by chance too often: one of eight in 8! is.
const LEAST_SORTED = 8
const ORDERS: readonly (readonly [name: string, field: string, sign: 1 | -1])[] = [
  ['oldest first', 'created_at', 1],
  ['newest first', 'created_at', -1],
  ['last changed first', 'updated_at', -1],
  ['by name', 'name', 1],
]

/** Reduces a response to its aspects. */
export function findAspects(request: SentRequest, { status, headers, body }: Reply, known: Knowledge): Aspects {
  const header = (name: string) => headers.find(([each]) => each === name)?.[1]
  const location = header('location')
  const isAllowed = header('access-control-allow-origin') !== undefined
  // Whatever answers preflight requests does so in its own way.
  if (request.headers?.['access-control-request-method'] !== undefined && isAllowed) return { origin: 'allowed' }
  return {
    status: String(status),
    type: body === '' ? 'none' : (header('content-type')?.split(';')[0]?.trim() ?? 'none'),
    ...(location === undefined ? {} : { location: describeLocation(request, location) }),
    ...(request.headers?.origin === undefined ? {} : { origin: isAllowed ? 'allowed' : 'refused' }),
    ...describeBody(request, status, body, known),
  }
}

/** Whether two responses differ in an aspect. */
export function areDifferent(one: Aspects, other: Aspects): boolean {
  return one !== other && listDifferent(one, other).length > 0
}

/** Lists the names of the aspects in which two responses differ. */
export function listDifferent(one: Aspects, other: Aspects): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name])
}

function describeLocation({ path }: SentRequest, location: string): string {
  const target = new URL(location, 'http://service').pathname
  return target.endsWith(path.replace(/\/+$/, '')) ? 'the path without its slash' : 'elsewhere'
}

function describeBody(request: SentRequest, status: number, body: string, known: Knowledge): Aspects {
  if (body === '') return { body: 'empty' }
  const value = parseJson(body)
  if (value === undefined) return { body: 'text' }
  if (status >= 400) return { body: JSON.stringify(outline(value)) }
  const list = findList(value)
  const form = { body: list === undefined ? 'record' : (list.name ?? 'array') }
  if (!known.paths.has(request.path.replace(/\/$/, ''))) return form
  if (list === undefined) return { ...form, ...describeRecords([value], { known, isCut: false }) }
  const isCut = isPage(value) && !isWhole(request, list.items.length)
  return {
    ...form,
    ...describePage(value, list.name),
    ...describeList(list.items, isCut),
    ...describeRecords(list.items, { known, isCut }),
  }
}

function isPage(value: unknown): boolean {
  return isRecord(value) && ('offset' in value || typeof value.next_cursor === 'string')
}

/** Whether a page is the whole list. Which records a part of it has depends on the order, which is an aspect of its own. */
function isWhole({ query = '' }: SentRequest, count: number): boolean {
  const parameters = new URLSearchParams(query)
  // Nobody knows which of several limits is used.
  const limits = parameters.getAll('limit').map(Number)
  return limits.length > 0 && count < Math.min(...limits) && !parameters.has('offset')
}

/** Finds the list in a body: the body itself, or the only list in its fields. */
function findList(value: unknown): { name?: string; items: readonly unknown[] } | undefined {
  if (Array.isArray(value)) return { items: value }
  if (!isRecord(value) || 'id' in value) return undefined
  const lists = Object.entries(value).filter(([, field]) => Array.isArray(field))
  const [[name, items] = []] = lists
  return lists.length === 1 && name !== undefined ? { name, items: items as readonly unknown[] } : undefined
}

/** What a page says beside its list. */
function describePage(value: unknown, listName: string | undefined): Aspects {
  if (!isRecord(value) || listName === undefined) return {}
  const { offset, next_cursor: cursor } = value
  return {
    ...(offset === undefined ? {} : { offset: JSON.stringify(offset) }),
    ...(cursor === undefined ? {} : { cursor: cursor === null ? 'null' : typeof cursor }),
  }
}

function describeList(items: readonly unknown[], isCut: boolean): Aspects {
  const records = items.filter(isRecord)
  const ids = records.map(({ id, provider_id }) => String(id ?? provider_id)).sort()
  return {
    count: String(items.length),
    ...(isCut ? {} : { members: ids.join(' ') }),
    ...(records.length < LEAST_SORTED ? {} : { order: describeOrder(records) }),
  }
}

function describeOrder(records: readonly Readonly<Record<string, unknown>>[]): string {
  const holding = ORDERS.filter(([, field, sign]) =>
    records.every((record, index) => {
      const before = records[index - 1]
      if (typeof record[field] !== 'string') return false
      return before === undefined || sign * compareText(String(before[field]), record[field]) <= 0
    }),
  )
  return holding.map(([name]) => name).join(', ') || 'none'
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** How records are written: which fields they have, and the forms of their values. */
function describeRecords(
  items: readonly unknown[],
  { known, isCut }: { readonly known: Knowledge; readonly isCut: boolean },
): Aspects {
  const records = items.filter(isRecord)
  const fields = new Set<string>()
  for (const record of records) noteFields(record, '', { seen: fields, known, isCut })
  if (isCut) return summarize({ fields })
  const times = records.flatMap((record) => [record.created_at, record.updated_at])
  const secrets = records.flatMap((record) => (Array.isArray(record.secrets) ? record.secrets.filter(isRecord) : []))
  return summarize({
    fields,
    times: times.filter((time) => typeof time === 'string').map(describeTime),
    secrets: secrets.map(({ value }) => describeSecret(value)),
  })
}

function summarize(found: Readonly<Record<string, Iterable<string>>>): Aspects {
  const texts = Object.entries(found).map(([name, each]) => [name, [...new Set(each)].sort().join(' ')])
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function noteFields(
  record: Readonly<Record<string, unknown>>,
  prefix: string,
  { seen, known, isCut }: { readonly seen: Set<string>; readonly known: Knowledge; readonly isCut: boolean },
): void {
  for (const [name, value] of Object.entries(record)) {
    if (!known.fields.has(name)) seen.add(`${prefix}?`)
    else if (!isCut || !known.optional.has(name)) seen.add(`${prefix}${name}${describeValue(name, value)}`)
    if (prefix === '' && CONFIGURATIONS.has(name) && isRecord(value)) {
      noteFields(value, `${name}.`, { seen, known, isCut })
    }
  }
}

function describeValue(name: string, value: unknown): string {
  if (value === null) return '=null'
  if (Array.isArray(value)) return ':array'
  return typeof value === 'string' && name !== 'id' && name !== 'repository_id' ? '' : `:${typeof value}`
}

// The objects of the contract with fields of their own. What is within others is data.
const CONFIGURATIONS = new Set(['source_config', 'source_revision_config'])

/** The form of a timestamp: how many digits its seconds have, and what it ends with. */
function describeTime(text: string): string {
  const [, fraction = '', end = ''] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(.*)$/.exec(text) ?? []
  return `${fraction.length}${end.replace(/\d/g, '9')}`
}

function describeSecret(value: unknown): string {
  if (typeof value !== 'string') return 'none'
  if (value === '') return 'empty'
  return /^\*+$/.test(value) ? 'masked' : 'clear'
}

// Texts are worded differently by every service. What kind an issue is, and where it is, is not.
const TOLD = new Set(['type', 'loc', 'status', 'code'])
const MOST_ISSUES = 3
// Errors have four. A service could nest them as deeply as it likes.
const MOST_LEVELS = 20

/** The form of an error: its fields, and the kinds and places of its issues. */
function outline(value: unknown, name = '', levels = MOST_LEVELS): unknown {
  if (levels === 0) return typeof value
  if (Array.isArray(value)) {
    if (name === 'loc') return value
    return { count: value.length, first: value.slice(0, MOST_ISSUES).map((item) => outline(item, '', levels - 1)) }
  }
  if (isRecord(value)) {
    const fields = Object.entries(value).toSorted(([one], [other]) => compareText(one, other))
    return Object.fromEntries(fields.map(([key, field]) => [key, outline(field, key, levels - 1)]))
  }
  if (TOLD.has(name)) return value
  if (name === 'input' && typeof value === 'string') return `text of ${value.length}`
  return typeof value
}
