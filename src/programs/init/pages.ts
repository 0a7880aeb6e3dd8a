/** How lists are cut and written: most of them, and those that are different. */

import { findMostCommon } from './conventions.ts'
import { type Leaf, type Meanings, readMeaning, type WriteKnown, writeLike } from './like.ts'
import { toSnake } from './names.ts'
import type { DocumentOperation } from './operations.ts'
import { toText } from './read-document.ts'
import type { Recognised } from './recognise.ts'
import { readLimit } from './shape.ts'
import { block, listUsed, object, property, text, type } from './source.ts'
import type { WrittenFile } from './written-file.ts'

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

/** Writes how a list is cut; undefined if no parameter says it. */
function writePaging({ query }: DocumentOperation): string | undefined {
  const find = (pattern: RegExp) =>
    query.find(({ name, shape }) => pattern.test(toSnake(name)) && !/date/.test(toText(shape.keywords.format)))
  const [by, start] = STARTS.map(([each, pattern]) => [each, find(pattern)] as const).find((each) => each[1]) ?? []
  if (by === undefined || start === undefined) return undefined
  const [size, before] = [find(SIZES), by === 'after' ? find(BEFORE) : undefined]
  const read = (name: string) => (size && readLimit(size.shape, name)) || undefined
  const most = read('maximum') ?? Math.max(100, read('default') ?? 0)
  return object([
    property(by, text(start.name)),
    before && property('before', text(before.name)),
    property('size', text(size?.name ?? 'limit')),
    property('usual', String(Math.min(read('default') ?? 20, most))),
    property('most', String(most)),
  ])
}

/** Of a document without pages: its lists are whole. */
const WHOLE = "{offset: 'offset', size: 'limit', usual: 1000, most: 1000}"

/** Writes the object that a list is written as; undefined for an array. */
function writeEnvelope({ operation, inside }: Recognised): string | undefined {
  if (inside === undefined || inside.path.length === 0 || operation.success.shape === undefined) return undefined
  const known: WriteKnown = (leaf, path) => {
    if (path.join('\n') === inside.path.join('\n')) return 'records'
    const [, toward] = /^(next|prev)(?:ious)?(?=_|$)/.exec(leaf.name) ?? []
    if (toward !== undefined) return writeTurn(toward === 'next' ? 'next' : 'previous', leaf)
    return readMeaning(ENVELOPE, leaf)
  }
  return writeLike(operation.success.shape, known)
}

const ENVELOPE: Meanings = [
  ['number', /^(total|count|total_?(count|items|results|records|elements|size)|item_count)$/, 'total'],
  ['number', /^(page_size|per_page|limit|size)$/, 'size'],
  ['number', /^(total_pages|pages|page_count|last_page)$/, 'Math.ceil(total / size)'],
  ['number', /^(page|current_page|page_number)$/, 'Number(current ?? 1)'],
  ['number', /^offset$/, 'Number(current ?? 0)'],
  ['boolean', /^(has_)?(more|next)(_|$)/, 'hasMore'],
  ['string', /^(cursor|page_token)$/, 'next === undefined ? NOTHING : String(next)'],
  ['string', /^(first|ur[il]|self|path|href)(_|$)/, 'path'],
]

function writeTurn(toward: string, { name, nothing, shape: { type, keywords } }: Leaf): string {
  if (type === 'integer' || type === 'number') return `${toward} ?? ${nothing}`
  const isLink = /ur[il]/.test(toText(keywords.format)) || /(ur[il]|href|link)$|^(next|previous|prev)$/.test(name)
  return `${toward} === undefined ? ${nothing} : ${isLink ? `url(${toward})` : `String(${toward})`}`
}

const PAGE = ['records', 'total', 'hasMore', 'next', 'previous', 'current', 'size', 'path', 'url']

/** Names what an envelope uses of a page. */
const listPageUses = (body: string): string => listUsed(body, PAGE)

/** Writes the headers of lists; undefined if the document has none that are known. */
function writePageHeaders(lists: readonly DocumentOperation[]): string | undefined {
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
  const cut = lists.flatMap(({ operation }) => writePaging(operation) ?? [])
  const usual = findMostCommon(cut, String) ?? WHOLE
  const [first, ...others] = new Set(lists.map(writeEnvelope))
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
      property('pages', usual),
      others.length === 0 && first !== undefined ? property('envelope', write(first)) : undefined,
      headers && property('pageHeaders', headers),
    ],
    writeOptions(found) {
      const [body, pages = usual] = [writeEnvelope(found), writePaging(found.operation)]
      return [
        pages === usual ? undefined : property('pages', pages),
        others.length === 0 || body === undefined ? undefined : property('envelope', writeOwn(body)),
      ]
    },
  }
}

const SHORT = 60
// The field of an envelope that has the records.
const RECORDS = /(?:('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|\b(\w+)): records\b/
