// Reads a whole list, page by page.

import { countOf } from '../../../engine/input/text/words.ts'
import { isDenied, isLost, type Unanswered } from './answer.ts'
import { type AskedOperation, type Asker, type JsonObject, recordsOfBody } from './ask.ts'

interface Gap {
  readonly problem: string
  /** Whether the service may well have them. */
  readonly isLost?: boolean
  /** Whether the service says that it has none, or shows none. */
  readonly isDenied?: boolean
}

const toGap = (answer: Unanswered): Gap => ({
  problem: answer.problem,
  isLost: isLost(answer),
  isDenied: isDenied(answer),
})

/** The records of a list, and why some are missing. */
export interface ReadList extends Partial<Gap> {
  readonly records: readonly JsonObject[]
  /** How many records a page has at most, if that is less than was asked for. */
  readonly longest?: number
  /** Whether pages are shorter than others although more follow. */
  readonly hasShortPages?: true
}

/** What a request of a page leads to. */
type PageResult = ReadPage | Gap | { readonly hasChanged: true }

interface ReadPage {
  readonly page: readonly JsonObject[]
  /** Whether the service refused one of the length that was asked for. */
  readonly isRefused: boolean
}

/** How many records are asked for. */
export const PAGE_LENGTH = 100
/** How many records every service returns if it has them and no limit is asked for. */
export const SURELY_MORE = 20
// Longer ones may only be as long as the service allows.
const LEAST_LENGTH = 5
const MOST_STARTS = 3
// Services that allow no page of this length refuse the request. Then their own default applies.
const REFUSED_LIMIT = [400, 422]

/**
 * Reads the first records of a list. If it has pages, each of them begins with the last record of the one before.
 * Otherwise, the list has changed meanwhile, and it is read again.
 */
export async function readPages(asker: Asker, asked: AskedOperation, length: ListLength): Promise<ReadList> {
  const { most } = length
  if (asker.parametersOf(asked.operation).offset === undefined) return readWhole(asker, asked, most)
  const all: JsonObject[] = []
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const { records, hasChanged, ...rest } = await readOnce(asker, asked, length)
    if (hasChanged === undefined) return { records: first(records, most), ...rest }
    all.push(...records)
  }
  const problem = `${asked.operation}: the list changed whenever it was read, so some of its records may be missing`
  return { records: first(all, most), problem }
}

function first(records: readonly JsonObject[], most: number): readonly JsonObject[] {
  return withoutRepeated(records).slice(0, most)
}

async function readWhole({ ask }: Asker, asked: AskedOperation, most: number): Promise<ReadList> {
  const answer = await ask(asked)
  if ('problem' in answer) return { records: [], ...toGap(answer) }
  const list = recordsOfBody(answer.body)
  if (list === undefined) return { records: [], problem: `${asked.operation}: the response contains no list` }
  return { records: first(list, most) }
}

/** How many records of a list are read at most, and with how many at least a first page may not be the only one. */
export interface ListLength {
  readonly most: number
  readonly least?: number | undefined
}

async function readOnce(
  asker: Asker,
  asked: AskedOperation,
  { most, least = LEAST_LENGTH }: ListLength,
): Promise<ReadList & { hasChanged?: true }> {
  const records: JsonObject[] = []
  const length = Math.min(PAGE_LENGTH, Math.max(1, most))
  const askPage = createPages(asker, asked, length)
  const lengths: number[] = []
  for (;;) {
    const step = await askPage(records)
    if ('problem' in step) return { records, ...step }
    if ('hasChanged' in step) return { records, hasChanged: true }
    records.push(...step.page.slice(lengths.length === 0 ? 0 : 1))
    lengths.push(step.page.length)
    // A page after the first one may have only the record that it overlaps with.
    const [longest = 0, ...others] = lengths
    const surely = others.length === 0 ? least : Math.min(SURELY_MORE, longest)
    const isLast = step.page.length < surely || records.length >= most
    if (isLast) return { records, ...describeLength(lengths, { length, count: records.length, ...step }) }
  }
}

interface LastPage {
  readonly length: number
  readonly count: number
  readonly isRefused: boolean
}

type Length = Pick<ReadList, 'longest' | 'hasShortPages'>

/** How long pages are at most, as far as that shows. */
function describeLength(lengths: readonly number[], { length, count, isRefused }: LastPage): Length {
  const [first = 0, ...others] = lengths
  // A page that only has the record that it overlaps with shows that the one before was the last.
  const end = others.at(-1) === 1 ? -2 : -1
  if (others.some((each) => each > first) || others.slice(0, end).some((each) => each < first))
    return { hasShortPages: true }
  const longest = isRefused ? Math.max(first, SURELY_MORE) : first
  return longest < length && (isRefused || first < count) ? { longest } : {}
}

/** Creates what requests the page that begins with the last of the records that were read. */
function createPages({ ask }: Asker, asked: AskedOperation, length: number) {
  let limit: string | undefined = String(length)
  const request = (offset: number) =>
    ask({ ...asked, query: { ...asked.query, ...(limit !== undefined && { limit }), offset: String(offset) } })
  return async (before: readonly JsonObject[]): Promise<PageResult> => {
    const offset = Math.max(0, before.length - 1)
    let answer = await request(offset)
    if (before.length === 0 && 'problem' in answer && REFUSED_LIMIT.includes(answer.status ?? 0)) {
      limit = undefined
      answer = await request(offset)
    }
    if ('problem' in answer) return before.length > 0 ? { problem: answer.problem, isLost: true } : toGap(answer)
    const page = recordsOfBody(answer.body)
    if (page === undefined) return { problem: `${asked.operation}: the response contains no list` }
    const isRefused = limit === undefined
    return before.length === 0 ? { page, isRefused } : compare(before, { page, isRefused }, asked)
  }
}

function compare(before: readonly JsonObject[], step: ReadPage, { operation }: AskedOperation): PageResult {
  const id = step.page[0]?.id
  if (id !== undefined && id === before.at(-1)?.id) return step
  if (id === undefined || id !== before[0]?.id) return { hasChanged: true }
  return {
    problem: `${operation}: the service ignores "offset", so only ${countOf(before.length, 'record')} of it could be read`,
  }
}

function withoutRepeated(records: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(records.map((record, place) => [record.id ?? place, record])).values()]
}
