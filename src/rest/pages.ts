// How lists are cut, and what a page says about itself.

import * as z from 'zod'
import type { Operation } from '../engine/contract/operation/operation.ts'
import type { Parameters } from '../engine/contract/operation/value.ts'
import type { CommonAnswers } from './common-questions.ts'

/** How lists are cut: by number of the page, by offset, or after a record. `above` says what more than `most` gets. */
export type Pages = {
  /** The parameter for the size of a page. */
  readonly size: string
  /** The size of a page if a request does not say it. */
  readonly usual: number
  /** The largest size of a page. */
  readonly most: number
  /** What a larger size than the largest gets. Default: `cut`. */
  readonly above?: 'cut' | 'refuse'
} & (
  | {
      /** The parameter for the number of the page, from 1. */
      readonly page: string
    }
  | {
      /** The parameter for how many records are skipped. */
      readonly offset: string
    }
  | {
      /** The parameter for the id of the record that the page follows. */
      readonly after: string
      /** The parameter for the id of the record that the page precedes. */
      readonly before?: string
    }
)

export const USUAL_PAGES: Pages = { offset: 'offset', size: 'limit', usual: 20, most: 100 }

/** A page before it is written. `url(n)` is this request's URL with other paging parameters. */
export interface Page {
  /** The records, as responses contain them. */
  readonly records: readonly unknown[]
  /** How many records match on all pages. Reading it may take time. */
  readonly total: number
  /** Whether more records follow. */
  readonly hasMore: boolean
  /** The value of the paging parameter for the next and the previous page; undefined if there is none. */
  readonly next: number | string | undefined
  /** The value of the paging parameter for the previous page; undefined if there is none. */
  readonly previous: number | string | undefined
  /** The value of the paging parameter for this page: its number, how many records it skips, or the id beside it. */
  readonly current: number | string | undefined
  /** How many records a page of this size has, as far as there are so many. */
  readonly size: number
  /** The path of the request. */
  readonly path: string
  /** The URL of this request with another page. */
  url(value: number | string): string
}

/** The part of a list that a request asks for. */
export type Range = { readonly size: number } & (
  | { readonly offset: bigint }
  /** After a record, or before it: its id, and the parameter that names it. */
  | { readonly side: 'after' | 'before'; readonly id: string; readonly parameter: string }
)

const MOST_OFFSET = Number.MAX_SAFE_INTEGER

/** Builds the parameters that select a page. If its size is an open question, any integer is read. */
export function buildPageParameters(pages: Pages, isSizeOpen: boolean): Parameters {
  const size = isSizeOpen ? z.int() : z.int().min(1)
  const inQuery = (schema: z.ZodType, description: string) =>
    ({ in: 'query', kind: 'schema', schema, description }) as const
  const texts = z.string().optional()
  return {
    [pages.size]: inQuery(
      (pages.above === 'refuse' && !isSizeOpen ? size.max(pages.most) : size).default(pages.usual),
      `How many records a page has, at most ${pages.most}.`,
    ),
    ...('page' in pages && {
      [pages.page]: inQuery(z.int().min(1).max(MOST_OFFSET).default(1), 'The number of the page, from 1.'),
    }),
    ...('offset' in pages && {
      [pages.offset]: inQuery(z.int().min(0).max(MOST_OFFSET).default(0), 'How many records are skipped.'),
    }),
    ...('after' in pages && { [pages.after]: inQuery(texts, 'The id of the record that the page follows.') }),
    ...('before' in pages &&
      pages.before !== undefined && { [pages.before]: inQuery(texts, 'The id of the record that the page precedes.') }),
  }
}

/** Returns the names of the parameters that select which page it is, without that of its size. */
export function listPositions(pages: Pages): readonly string[] {
  if ('page' in pages) return [pages.page]
  if ('offset' in pages) return [pages.offset]
  return pages.before === undefined ? [pages.after] : [pages.after, pages.before]
}

/** Describes how a client chooses a page; null if it has to know a record for it. */
export function describePages(pages: Pages): NonNullable<Operation['pages']> | null {
  if ('page' in pages) return { size: pages.size, by: 'page', parameter: pages.page }
  return 'offset' in pages ? { size: pages.size, by: 'offset', parameter: pages.offset } : null
}

/** Reads the part of a list that valid parameters ask for. */
export function readRange(pages: Pages, values: Readonly<Record<string, unknown>>): Range {
  const size = Math.max(1, Math.min(Number(values[pages.size]), pages.most))
  if ('page' in pages) return { size, offset: (BigInt(Number(values[pages.page])) - 1n) * BigInt(size) }
  if ('offset' in pages) return { size, offset: BigInt(Number(values[pages.offset])) }
  for (const side of ['after', 'before'] as const) {
    const parameter = pages[side]
    const id = parameter === undefined ? undefined : values[parameter]
    if (parameter !== undefined && typeof id === 'string' && id !== '') return { size, side, id, parameter }
  }
  return { size, offset: 0n }
}

/** Whether a request asks for what follows a record, and for what precedes one. */
export function isTwoSided(pages: Pages, values: Readonly<Record<string, unknown>>): boolean {
  return 'after' in pages && listPositions(pages).filter((name) => (values[name] ?? '') !== '').length === 2
}

/** Whether no page has the size that a request asks for. */
export function isRefusedSize(
  pages: Pages,
  values: Readonly<Record<string, unknown>>,
  answers: CommonAnswers,
): boolean {
  const size = Number(values[pages.size])
  const isTooLarge = size > pages.most && (pages.above === 'refuse' || answers.pageSize === 'refused')
  return answers.pageSize !== 'nearest' && (size < 1 || isTooLarge)
}

/** What is known about a page that was found. */
export interface FoundAt {
  readonly range: Range
  /** Whether there are more records; of a page before a record, more before that. */
  readonly hasMore: boolean
  /** The ids of its records. */
  readonly ids: readonly (string | number)[]
}

type Neighbours = Pick<Page, 'next' | 'previous' | 'current'>

/** Returns the values of the paging parameter for this page, the next and the previous one. */
export function findNeighbours(pages: Pages, found: FoundAt): Neighbours {
  const { range, hasMore, ids } = found
  if (!('offset' in range)) return { current: range.id, ...findBeside(range.side, found) }
  const start = Number(range.offset)
  const isFirst = start === 0
  if ('page' in pages) {
    const number = start / range.size + 1
    return { current: number, next: hasMore ? number + 1 : undefined, previous: isFirst ? undefined : number - 1 }
  }
  if (!('offset' in pages)) return { current: undefined, next: hasMore ? ids.at(-1) : undefined, previous: undefined }
  const previous = isFirst ? undefined : Math.max(0, start - range.size)
  return { current: start, next: hasMore ? start + range.size : undefined, previous }
}

function findBeside(side: 'after' | 'before', { hasMore, ids }: FoundAt): Omit<Neighbours, 'current'> {
  const next = side === 'before' || hasMore ? ids.at(-1) : undefined
  const previous = side === 'after' || hasMore ? ids[0] : undefined
  // A page of one record has one id for both sides. As an object, it is another one for `url`, and the same in JSON.
  return { next, previous: previous === next && next !== undefined ? Object(previous) : previous }
}

/** Whether a query asks for another page than the first one. */
export function isLaterPage(pages: Pages, query: string): boolean {
  const params = new URLSearchParams(query)
  const first = 'page' in pages ? '1' : '0'
  return listPositions(pages).some((name) => params.has(name) && params.get(name) !== first)
}

interface PagePlace extends Omit<Neighbours, 'current'> {
  readonly value: number | string
}

/** Returns the query of this request with another page. A value of the previous page leads there. */
export function writePageUrl(pages: Pages, query: string, { value, next, previous }: PagePlace): string {
  const params = new URLSearchParams(query)
  const [first = '', second = first] = listPositions(pages)
  for (const name of [first, second]) params.delete(name)
  params.set(value === previous && value !== next ? second : first, String(value))
  return params.toString()
}
