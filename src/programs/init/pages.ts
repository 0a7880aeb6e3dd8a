/** How lists are cut and written: most of them, and those that are different. */

import { findUsual } from './conventions.ts'
import { type Known, type Leaf, type Meanings, readMeaning, writeLike } from './like.ts'
import { toSnake } from './names.ts'
import type { Operation } from './operations.ts'
import { toText } from './read-document.ts'
import type { Recognised } from './recognise.ts'
import { readLimit } from './shape.ts'
import { block, listUsed, object, property, text, type } from './source.ts'
import type { WrittenFile } from './written-file.ts'

interface Paging {
  /** The size of a page if nobody says it. */
  readonly usual: number
  /** The parameter for it. */
  readonly size: string
  /** As a declaration has it. */
  readonly code: string
}

const SIZES = /^(page_)?(per_page|page_size|limit|size|count|max_results|take|top|results_per_page|max_items)$/
const STARTS: readonly (readonly [by: 'page' | 'offset' | 'after', name: RegExp])[] = [
  ['after', /^(page_token|next_token|continuation_token)$/],
  ['page', /^(page|page_number|page_num|page_no|page_index)$/],
  ['offset', /^(page_)?(offset|skip|start_index)$/],
  ['after', /^(page_)?(starting_after|after|cursor|next_cursor|start_cursor|after_id)$/],
]
const BEFORE = /^(page_)?(ending_before|before|before_id|previous_cursor)$/

/** Whether a parameter is about pages, and not about records. */
export const isAboutPages = (name: string): boolean =>
  [SIZES, BEFORE, ...STARTS.map(([, pattern]) => pattern)].some((pattern) => pattern.test(toSnake(name)))

/** Finds how a list is cut; undefined if no parameter says it. */
function findPaging({ query }: Operation): Paging | undefined {
  const find = (pattern: RegExp) =>
    query.find(({ name, shape }) => pattern.test(toSnake(name)) && !/date/.test(toText(shape.keywords.format)))
  const [by, start] = STARTS.map(([each, pattern]) => [each, find(pattern)] as const).find((each) => each[1]) ?? []
  if (by === undefined || start === undefined) return undefined
  const size = find(SIZES)
  const read = (name: string) => (size && readLimit(size.shape, name)) || undefined
  const most = read('maximum') ?? Math.max(100, read('default') ?? 0)
  return writePaging({
    [by]: start.name,
    before: by === 'after' ? find(BEFORE)?.name : undefined,
    size: size?.name ?? 'limit',
    usual: Math.min(read('default') ?? 20, most),
    most,
  })
}

type Sized = { readonly size: string; readonly usual: number; readonly most: number }

function writePaging(parts: Sized & Readonly<Record<string, string | number | undefined>>): Paging {
  const properties = Object.entries(parts).map(([name, value]) => {
    return value !== undefined && property(name, typeof value === 'number' ? String(value) : text(value))
  })
  return { size: parts.size, usual: parts.usual, code: object(properties) }
}

/** Of a document without pages: its lists are whole. */
const WHOLE: Paging = writePaging({ offset: 'offset', size: 'limit', usual: 1000, most: 1000 })

/** Writes the object that a list is written as; undefined for an array. */
function writeEnvelope({ operation, inside }: Recognised, { size, usual }: Paging): string | undefined {
  if (inside === undefined || inside.path.length === 0 || operation.success.shape === undefined) return undefined
  const given = `Number(new URL(url(0)).searchParams.get(${text(size)}) ?? ${usual})`
  const known: Known = (leaf, path) => {
    if (path.join('\n') === inside.path.join('\n')) return 'records'
    const [, toward] = /^(next|prev)(?:ious)?(?=_|$)/.exec(leaf.name) ?? []
    if (toward !== undefined) return writeTurn(toward === 'next' ? 'next' : 'previous', leaf)
    return readMeaning(ENVELOPE, leaf)?.replaceAll('SIZE', given)
  }
  return writeLike(operation.success.shape, known)
}

const ENVELOPE: Meanings = [
  ['number', /^(total|count|total_?(count|items|results|records|elements|size)|item_count)$/, 'total'],
  ['number', /^(page_size|per_page|limit|size)$/, 'SIZE'],
  ['number', /^(total_pages|pages|page_count|last_page)$/, 'Math.ceil(total / SIZE)'],
  ['number', /^(page|current_page|page_number)$/, 'Number(previous ?? 0) + 1'],
  ['number', /^offset$/, 'Number(next ?? total) - records.length'],
  ['boolean', /^(has_)?(more|next)(_|$)/, 'hasMore'],
  ['string', /^(cursor|page_token)$/, 'next === undefined ? NOTHING : String(next)'],
  ['string', /^(first|ur[il]|self|path|href)(_|$)/, 'path'],
]

function writeTurn(toward: string, { name, nothing, shape: { type, keywords } }: Leaf): string {
  if (type === 'integer' || type === 'number') return `${toward} ?? ${nothing}`
  const isLink = /ur[il]/.test(toText(keywords.format)) || /(ur[il]|href|link)$|^(next|previous|prev)$/.test(name)
  return `${toward} === undefined ? ${nothing} : ${isLink ? `url(${toward})` : `String(${toward})`}`
}

const PAGE = ['records', 'total', 'hasMore', 'next', 'previous', 'path', 'url']

/** Names what an envelope uses of a page. */
const listPageUses = (body: string): string => listUsed(body, PAGE)

/** Writes the headers of lists; undefined if the document has none that are known. */
function writePageHeaders(lists: readonly Operation[]): string | undefined {
  const declared = new Set(lists.flatMap(({ success }) => success.headers.map((each) => each.toLowerCase())))
  const headers = [
    declared.has('x-total-count') && property('x-total-count', 'String(total)'),
    declared.has('link') && property('link', 'next === undefined ? undefined : `<$' + '{url(next)}>; rel="next"`'),
  ]
  const uses = listPageUses(object(headers).replace(/`.*`/, 'url(next)'))
  return uses === '' ? undefined : `({ ${uses} }) => (${object(headers)})`
}

export interface ListWriter {
  /** What most lists have in common, as the declaration of the API has it. */
  readonly common: readonly (string | undefined)[]
  /** Writes what is different about a list. */
  writeOptions(found: Recognised): readonly (string | undefined)[]
}

/** Finds how most lists are cut and written. */
export function createListWriter(lists: readonly Recognised[], file: WrittenFile): ListWriter {
  const usual =
    findUsual(
      lists.flatMap(({ operation }) => findPaging(operation) ?? []),
      ({ code }) => code,
    ) ?? WHOLE
  const pagingOf = ({ operation }: Recognised) => findPaging(operation) ?? usual
  const bodyOf = (found: Recognised) => writeEnvelope(found, pagingOf(found))
  const [first, ...others] = new Set(lists.map(bodyOf))
  const write = (body: string) => `({ ${listPageUses(body)} }) => (${body})`
  const writeOwn = (body: string) => {
    const [, quoted, name = quoted] = RECORDS.exec(body) ?? []
    if (body.length < SHORT || name === undefined) return write(body)
    const common = body.replace(RECORDS, '[key]: records')
    const returned = `return ({ ${listPageUses(common)} }${type(': Page')}) => (${common})`
    const declare = (own: string) => `function ${own}(key${type(': string')}) ${block(returned)}`
    return `${file.once(common, 'envelope', declare)}(${quoted ?? text(name)})`
  }
  const headers = writePageHeaders(lists.map(({ operation }) => operation))
  return {
    common: [
      property('pages', usual.code),
      others.length === 0 && first !== undefined ? property('envelope', write(first)) : undefined,
      headers && property('pageHeaders', headers),
    ],
    writeOptions(found) {
      const [body, { code }] = [bodyOf(found), pagingOf(found)]
      return [
        code === usual.code ? undefined : property('pages', code),
        others.length === 0 || body === undefined ? undefined : property('envelope', writeOwn(body)),
      ]
    },
  }
}

const SHORT = 60
// The field of an envelope that has the records.
const RECORDS = /(?:('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|\b(\w+)): records\b/
