/** Finds what all operations of a document have in common: pages, envelopes, errors, credentials. */

import { type Code, call, lambda, object, print, property, text } from './code.ts'
import { type Known, type Leaf, writeLike } from './like.ts'
import { toSnake } from './names.ts'
import type { Operation, Parameter } from './operations.ts'
import { type OpenApiDocument, read, toList, toObject, toText } from './read-document.ts'
import type { Recognised } from './recognise.ts'
import { readLimit, type Shape } from './shape.ts'

type ShapeOf = (schema: unknown) => Shape

export interface Paging {
  readonly by: 'page' | 'offset' | 'after'
  /** The parameter that says where a page begins. */
  readonly start: string
  readonly before?: string | undefined
  readonly size: string
  readonly usual: number
  readonly most: number
}

const SIZES = /^(page_)?(per_page|page_size|limit|size|count|max_results|take|top|results_per_page|max_items)$/
const STARTS: readonly (readonly [Paging['by'], RegExp])[] = [
  ['after', /^(page_token|next_token|continuation_token)$/],
  ['page', /^(page|page_number|page_num|page_no|page_index)$/],
  ['offset', /^(page_)?(offset|skip|start_index)$/],
  ['after', /^(page_)?(starting_after|after|cursor|next_cursor|start_cursor|after_id)$/],
]
const BEFORE = /^(page_)?(ending_before|before|before_id|previous_cursor)$/

/** Finds how a list is cut; undefined if no parameter says it. */
export function findPaging({ query }: Operation, shapeOf: ShapeOf): Paging | undefined {
  const isTime = ({ schema }: Parameter) => /date/.test(toText(shapeOf(schema).keywords.format))
  const find = (pattern: RegExp) => query.find((each) => pattern.test(toSnake(each.name)) && !isTime(each))
  const size = find(SIZES)
  for (const [by, pattern] of STARTS) {
    const start = find(pattern)
    if (start === undefined) continue
    const shape = shapeOf(size?.schema)
    const most = readNumber(shape, 'maximum') ?? Math.max(100, readNumber(shape, 'default') ?? 0)
    const usual = Math.min(readNumber(shape, 'default') ?? 20, most)
    const before = by === 'after' ? find(BEFORE)?.name : undefined
    return { by, start: start.name, before, size: size?.name ?? 'limit', usual, most }
  }
  return undefined
}

const readNumber = (shape: Shape, name: string): number | undefined => readLimit(shape, name) || undefined

/** Whether a parameter is about pages or orders, and not about records. */
export const isAboutPages = (name: string): boolean =>
  [SIZES, BEFORE, ...STARTS.map(([, pattern]) => pattern)].some((pattern) => pattern.test(toSnake(name)))

/** Returns what most have, compared by how it is written. */
export function findUsual<Value>(values: readonly Value[], write: (value: Value) => string): Value | undefined {
  const counts = new Map<string, number>()
  for (const each of values) counts.set(write(each), (counts.get(write(each)) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return values.find((each) => counts.get(write(each)) === most)
}

/** Writes the object that a list is written as; undefined for an array. */
export function writeEnvelope({ operation, inside }: Recognised, paging: Paging, shapeOf: ShapeOf): Code | undefined {
  if (inside === undefined || inside.path.length === 0) return undefined
  const size = `Number(new URL(url(0)).searchParams.get(${text(paging.size)}) ?? ${paging.usual})`
  const known: Known = (leaf, path) => {
    if (path.join('\n') === inside.path.join('\n')) return 'records'
    const [, toward] = /^(next|previous|prev)(?=_|$)/.exec(leaf.name) ?? []
    if (toward !== undefined) return writeTurn(toward === 'next' ? 'next' : 'previous', leaf)
    return readRow(ENVELOPE, leaf)?.replaceAll('SIZE', size)
  }
  return writeLike(operation.success.schema, shapeOf, known)
}

// The fields that have a meaning by their type and their name, and the code of their values.
type Row = readonly [type: 'string' | 'number' | 'boolean', name: RegExp, code: string]

function readRow(rows: readonly Row[], { name, shape, nothing }: Leaf): string | undefined {
  const type = shape.type === 'integer' ? 'number' : shape.type
  if (shape.choices !== undefined) return undefined
  return rows.find((row) => row[0] === type && row[1].test(name))?.[2].replaceAll('NOTHING', nothing)
}

const ENVELOPE: readonly Row[] = [
  ['number', /^(total|count|total_?(count|items|results|records|elements|size)|item_count)$/, 'total'],
  ['number', /^(page_size|per_page|limit|size)$/, 'SIZE'],
  ['number', /^(total_pages|pages|page_count|last_page)$/, 'Math.ceil(total / SIZE)'],
  ['number', /^(page|current_page|page_number)$/, 'Number(previous ?? 0) + 1'],
  ['number', /^offset$/, 'Number(next ?? total) - records.length'],
  ['boolean', /^(has_)?(more|next)(_|$)/, 'hasMore'],
  ['string', /^(cursor|page_token)$/, 'next === undefined ? NOTHING : String(next)'],
  ['string', /^(first|ur[il]|self|path|href)(_|$)/, 'path'],
]

/** Lists what an envelope uses of a page. */
export const listPageUses = (body: Code): string =>
  listUsed(body, ['records', 'total', 'hasMore', 'next', 'previous', 'path', 'url'])

function listUsed(code: Code, names: readonly string[]): string {
  const words = new Set(
    print(code, 0)
      .replace(/\w+:|'(\\.|[^'\\])*'|"(\\.|[^"\\])*"/g, '')
      .match(/\w+/g),
  )
  return names.filter((name) => words.has(name)).join(', ')
}

function writeTurn(toward: string, { name, nothing, shape: { type, keywords } }: Leaf): string {
  if (type === 'integer' || type === 'number') return `${toward} ?? ${nothing}`
  const isLink = /ur[il]/.test(toText(keywords.format)) || /(ur[il]|href|link)$|^(next|previous|prev)$/.test(name)
  return `${toward} === undefined ? ${nothing} : ${isLink ? `url(${toward})` : `String(${toward})`}`
}

/** Writes the headers of lists; undefined if the document has none that are known. */
export function writePageHeaders(lists: readonly Operation[]): Code | undefined {
  const has = (name: string) => lists.some(({ success }) => success.headers.some((each) => each.toLowerCase() === name))
  const known: readonly (readonly [string, string])[] = [
    ['x-total-count', 'String(total)'],
    ['link', 'next === undefined ? undefined : `<$' + '{url(next)}>; rel="next"`'],
  ]
  const headers = known.filter(([name]) => has(name)).map(([name, code]) => property(name, code))
  return headers.length === 0 ? undefined : lambda(`({ ${listPageUses(object(headers))} })`, object(headers))
}

/** Writes the function that writes errors, like the failures of most operations. */
export function writeError(operations: readonly Operation[], shapeOf: ShapeOf): Code | undefined {
  const schemas = operations.flatMap(({ failures }) =>
    failures.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  )
  const usual = findUsual(schemas, (schema) => JSON.stringify(schema).slice(0, 500))
  const body = usual === undefined ? undefined : writeLike(usual, shapeOf, knownOfError(shapeOf))
  if (body === undefined || !/\bmessage\b/.test(listUsed(body, ['message']))) return undefined
  return lambda(`({ ${listUsed(body, ['status', 'message', 'issues'])} })`, body)
}

const MESSAGE = /^(message|msg|detail|error_description|error_message|description|title|reason|error)$/

const ERROR: readonly Row[] = [
  ['string', MESSAGE, 'message'],
  ['string', /^(param|field|property)$/, 'issues[0]?.field ?? NOTHING'],
  ['string', /^(status|status_code|code|http_status)$/, 'String(status)'],
  ['number', /^(status|status_code|code|http_status)$/, 'status'],
]
const ISSUE: readonly Row[] = [
  ['string', /^(field|path|loc|param|property|pointer|name|resource)$/, 'each.field'],
  ['string', /^(code|type|kind)$/, 'each.code'],
  ['string', MESSAGE, 'each.message'],
]

const knownOfError =
  (shapeOf: ShapeOf): Known =>
  (leaf) => {
    const { name, shape } = leaf
    if (shape.type !== 'array') return readRow(ERROR, leaf)
    if (!/^(errors|issues|details|violations|fields)$/.test(name)) return undefined
    if (shapeOf(shape.items).type === 'string') return 'issues.map((each) => each.message)'
    const each = writeLike(shape.items, shapeOf, (inner) => readRow(ISSUE, inner))
    return each && call('issues.map', lambda('(each)', each))
  }

/** Writes which credentials requests need; undefined if they need none that a header could have. */
export function writeCredentials({ root, follow }: OpenApiDocument, operations: readonly Operation[]) {
  const schemes = toObject(toObject(root.components).securitySchemes)
  const needs = ({ security }: Operation) => toList(security).some((each) => Object.keys(toObject(each)).length > 0)
  const isOpen = ({ security }: Operation) => toList(security).some((each) => Object.keys(toObject(each)).length === 0)
  const secured = operations.filter((each) => needs(each) && !isOpen(each))
  const names = secured.flatMap(({ security }) => toList(security).flatMap((each) => Object.keys(toObject(each))))
  const header = findUsual(
    names.flatMap((name) => readScheme(toObject(follow(read(schemes, name))))),
    (each) => each.join(' '),
  )
  if (header === undefined) return undefined
  const [name, scheme] = header
  const isOnlyWrites =
    operations.some(({ method }) => method === 'GET') && secured.every(({ method }) => method !== 'GET')
  const code = object([
    property('header', text(name)),
    ...(scheme === undefined ? [] : [property('scheme', text(scheme))]),
    property('for', isOnlyWrites ? "'writes'" : "'all'"),
  ])
  return { code, example: print(object([property(name, text(scheme === undefined ? 'any' : `${scheme} any`))]), 0) }
}

function readScheme({
  type,
  in: place,
  name,
  scheme,
}: Readonly<Record<string, unknown>>): (readonly [string, string?])[] {
  if (type === 'apiKey') return place === 'header' && /^[\w-]+$/.test(toText(name)) ? [[toText(name)]] : []
  if (type === 'http')
    return /^basic$/i.test(toText(scheme)) ? [['Authorization', 'Basic']] : [['Authorization', 'Bearer']]
  return type === 'oauth2' || type === 'openIdConnect' ? [['Authorization', 'Bearer']] : []
}

/** Reads below which path all operations are, from the first server. */
export function readBasePath({ root }: OpenApiDocument): string {
  const [server] = toList(root.servers).map(toObject)
  const variables = toObject(server?.variables)
  const url = toText(server?.url).replace(/\{(\w+)\}/g, (_, name: string) =>
    toText(toObject(read(variables, name)).default),
  )
  try {
    return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
  } catch {
    return ''
  }
}

/** The status that most writes have for invalid input. */
export function findInvalidStatus(operations: readonly Operation[]): number | undefined {
  const statuses = operations
    .filter(({ body }) => body !== undefined)
    .flatMap(({ failures }) => failures.flatMap(({ status }) => (status === 400 || status === 422 ? [status] : [])))
  const usual = findUsual(statuses, String)
  return usual === 422 ? undefined : usual
}

/** Writes the header that makes a request happen once, if the document has one. */
export function writeIdempotencyKey(operations: readonly Operation[]): string | undefined {
  const key = /^(x-)?idempotency-(key|token)$/i
  const name = operations.flatMap(({ headers }) => headers).find((each) => key.test(each))
  return name && text(name)
}
