// Pages of a resource.

import { finish, type Steps } from '../../work/steps.ts'
import { type Changing, createFollower, type Follower, type Measured } from '../follower.ts'
import type { ComparedValue, Condition, Filter, IndexedFields, Replacement, Summary } from './filter.ts'
import type { ListingIndex, Side } from './listing-index.ts'
import type { Ordering } from './ordering.ts'

export interface ListDeclaration<OrderingName extends string = string> {
  /** The fields that lists are often filtered by. They can be filtered by all others, too. */
  readonly fields: IndexedFields
  readonly orderings: Readonly<Record<OrderingName, Ordering>>
}

interface ListedKind {
  readonly name: string
  readonly list?: ListDeclaration
}

/** Returns an ordering that a resource declares. @throws Error for any other name */
export function orderingNamed({ name, list }: ListedKind, ordering: string): Ordering {
  const found = list?.orderings[ordering]
  if (found === undefined) throw new Error(`Failed to sort the ${name}: there is no ordering "${ordering}".`)
  return found
}

interface PageRequest {
  /** Every record of the page matches all of them. */
  readonly filters: readonly { readonly filter: Filter }[]
  /** The name of one of the declared orderings. */
  readonly ordering: string
  /** How many records to skip, any number from 0. */
  readonly offset: bigint
  readonly limit: number
}

/** A page that begins after a record, or that ends before it, by its id. The record need not match the filters. */
export type NeighbourRequest = Omit<PageRequest, 'offset'> & ({ readonly after: string } | { readonly before: string })

export interface ListingPage {
  readonly found: readonly Summary[]
  readonly hasMore: boolean
  /** How many records there are. */
  readonly total: number
  /** How many are left after each filter; absent if there are too many records to count them for each request. */
  readonly left?: readonly number[]
  /** How many matches come before the page, if it begins or ends at a record and there are few enough to count. */
  readonly skipped?: number
  /** Counts the matches of the filters on all pages. This may take time. */
  countAll(): number
}

/** The list of a resource's records: filtered, ordered and paginated. */
export interface Listing {
  page(request: PageRequest): ListingPage
  /** Finds the records of a page in steps, so that `page` need not search as long as the data stays the same. */
  search(request: PageRequest): Steps<void>
  /** Returns a page beside a record, and whether there are more on that side; undefined if there is no such record. */
  pageBeside(request: NeighbourRequest): ListingPage | undefined
  /** Finds the records of such a page in steps, as `search` does. */
  searchBeside(request: NeighbourRequest): Steps<void>
  /** Forgets its lists if they keep too much of the past. */
  forgetPast(): void
  /** Forgets them in any case. They are derived again from those of the seeded records. */
  forget(): void
}

/** Returns the summary of the record with an id. */
type GetSummary = (id: string) => Summary | undefined

/** What a list reads. */
interface ListedRecords<Rows extends Measured> {
  readonly rows: Changing<Rows, Replacement<Summary>>
  getSummary: GetSummary
  findSeeded(ordering: string): ListingIndex
}

/** In how many records the matches of each filter are counted, so that a response can be explained later. */
const MOST_COUNTED = 2000

/** Creates the listing of a resource: an index of the seeded records, which worlds share, and what has changed. */
export function createListing<Rows extends Measured>({ rows, getSummary, findSeeded }: ListedRecords<Rows>): Listing {
  const views = new Map<string, Follower<ListingIndex>>()
  const catchUp = (ordering: string): Steps<ListingIndex> => {
    const begin = () => findSeeded(ordering)
    const view = views.get(ordering) ?? createFollower(rows, begin, (index, changes) => index.follow(changes))
    views.set(ordering, view)
    return view.catchUp()
  }
  return {
    forgetPast() {
      for (const view of views.values()) view.forgetPast()
    },
    forget: () => views.clear(),
    *search({ filters, ordering, offset, limit }) {
      const index = yield* catchUp(ordering)
      const isCounted = index.size <= MOST_COUNTED
      for (const filter of isCounted ? listSteps(filters) : [joinFilters(filters)])
        yield* index.find(filter, getSummary).find(isCounted ? index.size : Number(offset) + limit + 1)
    },
    *searchBeside(request) {
      const side = findSide(request, getSummary)
      if (side === undefined) return
      const index = yield* catchUp(request.ordering)
      yield* index.find(joinFilters(request.filters), undefined, side).find(request.limit + 1)
    },
    pageBeside(request) {
      const side = findSide(request, getSummary)
      return side === undefined ? undefined : cutBeside(finish(catchUp(request.ordering)), request, side, getSummary)
    },
    page: (request) => cutPage(finish(catchUp(request.ordering)), request, getSummary),
  }
}

function joinFilters(filters: readonly { readonly filter: Filter }[]): Filter {
  const conditions: Condition[] = []
  for (const { filter } of filters) {
    if (filter === 'nothing') return 'nothing'
    for (const condition of filter) conditions.push(toStored(condition))
  }
  return conditions
}

/** Returns a condition on values as rows have them: numbers are never big ones, and ids are texts. */
function toStored(condition: Condition): Condition {
  const { field, match, value } = condition
  const isId = field === 'id' && match !== 'from' && match !== 'to' && match !== 'before'
  if (isId && match === 'equals') return { field, match: 'oneOf', value: [String(value)] }
  const values = Array.isArray(value) ? (value as readonly ComparedValue[]) : [value as ComparedValue]
  if (values.every((each) => typeof each === 'string' || typeof each === 'boolean')) return condition
  const stored = values.map(isId ? String : toNumber)
  return { ...condition, value: Array.isArray(value) ? stored : stored[0] } as Condition
}

// What is infinite would be null in the key of a search.
function toNumber(value: ComparedValue): ComparedValue {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(value)))
}

function findSide(request: NeighbourRequest, find: GetSummary): Side | undefined {
  const summary = find('after' in request ? request.after : request.before)
  if (summary === undefined) return undefined
  return 'after' in request ? { after: summary } : { before: summary }
}

function cutBeside(
  view: ListingIndex,
  { filters, limit }: NeighbourRequest,
  side: Side,
  getSummary: GetSummary,
): ListingPage {
  const beside = view.find(joinFilters(filters), undefined, side)
  const found = beside.slice(0, limit + 1)
  const nearest = found.slice(0, limit)
  const countAll = () => view.find(joinFilters(filters), getSummary).count()
  const left = view.size <= MOST_COUNTED && countLeft(view, filters, getSummary)
  const skipped = left && ('after' in side ? countAll() - beside.count() : beside.count() - nearest.length)
  return {
    ...(left && { left }),
    ...(skipped !== false && { skipped }),
    found: 'after' in side ? nearest : nearest.reverse(),
    hasMore: found.length > limit,
    total: view.size,
    countAll,
  }
}

export function cutPage(
  view: ListingIndex,
  { filters, offset, limit }: Omit<PageRequest, 'ordering'>,
  getSummary?: GetSummary,
): ListingPage {
  const matches = view.find(joinFilters(filters), getSummary)
  const start = Number(offset)
  const found = start > view.size ? [] : matches.slice(start, limit + 1)
  const page = { found: found.slice(0, limit), hasMore: found.length > limit, total: view.size }
  if (view.size > MOST_COUNTED) return { ...page, countAll: matches.count }
  // The last filter leaves the matches of all.
  const left = countLeft(view, filters.slice(0, -1), getSummary)
  if (filters.length > 0) left.push(matches.count())
  return { left, ...page, countAll: matches.count }
}

/** Counts how many records each filter leaves. */
export function countLeft(view: ListingIndex, filters: PageRequest['filters'], getSummary?: GetSummary): number[] {
  return listSteps(filters).map((filter) => view.find(filter, getSummary).count())
}

/** Lists the filters of a page step by step: the first one, the first two, and so on. */
function listSteps(filters: PageRequest['filters']): Filter[] {
  return filters.map((_, index) => joinFilters(filters.slice(0, index + 1)))
}
