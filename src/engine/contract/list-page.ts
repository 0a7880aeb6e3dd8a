// Pages, filters and orders of lists, for any resource.

import type { Assumptions } from '../define/assumptions/assumptions.ts'
import type { AnyResource, OrderingNameOf, RecordOf } from '../define/resource/resource.ts'
import type { Condition, Filter, Summary } from '../store/listing/filter.ts'
import { countLeft, cutPage, type ListingPage, orderingNamed } from '../store/listing/listing.ts'
import { createListingIndex } from '../store/listing/listing-index.ts'
import { createOrder, type Ordering, sortPlaced } from '../store/listing/ordering.ts'
import { finish } from '../work/steps.ts'
import type { World } from '../world/world.ts'
import type { FoundPage, ListEvidence } from './operation/responses.ts'
import type { Parameters, ParameterValues } from './operation/value.ts'

/** The parameters that select a page of a list by its offset. */
export function pageParameters(many: string) {
  return {
    limit: {
      in: 'query',
      kind: 'integer',
      description: `The maximum number of ${many} to return.`,
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    offset: {
      in: 'query',
      kind: 'integer',
      description: 'The `offset` of the previous page, to get the next page.',
      fallback: 0n,
      minimum: 0,
    },
  } as const satisfies Parameters
}

interface PageRange {
  readonly filters: ListEvidence['filters']
  readonly offset: bigint
  readonly limit: number
}

export interface PageWindow<Named> extends PageRange {
  /** One of the orderings of the resource, by its name, or another one. */
  readonly ordering: Named
}

export function findPage<Of extends AnyResource>(
  world: World,
  resource: Of,
  window: PageWindow<OrderingNameOf<Of>>,
): FoundPage<RecordOf<Of>> {
  const page = world.listingOf(resource).page(window)
  const records = page.found.map(world.database.of(resource).read)
  const large = { ordering: window.ordering, baseline: world.baseline, records: world.changes().records }
  return describePage(resource, window, { left: large, ...page }, records)
}

/** Which records a page beside another record contains. */
export type SideWindow<Named> = Omit<PageWindow<Named>, 'offset'> &
  ({ readonly after: string } | { readonly before: string })

/** Finds the page after a record or before it, and whether there are more on that side. Undefined without the record. */
export function findPageBeside<Of extends AnyResource>(
  world: World,
  resource: Of,
  window: SideWindow<OrderingNameOf<Of>>,
): FoundPage<RecordOf<Of>> | undefined {
  const page = world.listingOf(resource).pageBeside(window)
  if (page === undefined) return undefined
  const records = page.found.map(world.database.of(resource).read)
  const large = { ordering: window.ordering, baseline: world.baseline, records: world.changes().records }
  return describePage(resource, { ...window, offset: BigInt(page.skipped ?? 0) }, { left: large, ...page }, records)
}

/** Finds a page of some of the records of a resource, such as those that belong to a record. */
export function findPageAmong<Of extends AnyResource>(
  world: World,
  { name, singular, list }: Of,
  records: readonly RecordOf<Of>[],
  { ordering, ...range }: PageWindow<Exclude<Ordering, 'added'>>,
): FoundPage<RecordOf<Of>> {
  // Every record has an id.
  const items = records as readonly (RecordOf<Of> & Summary)[]
  const order = createOrder(ordering, world.baseline.plan.seed)
  const view = finish(createListingIndex(items, { order, fields: list?.fields ?? {} }))
  const page = cutPage(view, range)
  const left = countLeft(view, range.filters)
  return describePage({ name, singular }, range, { left, ...page }, page.found as RecordOf<Of>[])
}

function describePage<Item>(
  { name, singular }: Pick<AnyResource, 'name' | 'singular'>,
  { filters, offset, limit }: PageRange,
  { hasMore, countAll, total, left }: Omit<ListingPage, 'left'> & Pick<ListEvidence, 'left'>,
  records: readonly Item[],
): FoundPage<Item> {
  const evidence = { resource: name, singular, filters, total, left, offset, limit, returned: records.length }
  return { records, hasMore, countAll, evidence }
}

export function sortAs<Of extends AnyResource, Item extends Summary>(
  world: World,
  resource: Of,
  records: readonly Item[],
  ordering: OrderingNameOf<Of>,
): Item[] {
  return sortRecords(records, orderingNamed(resource, ordering), world.baseline.plan.seed)
}

/** Sorts records. `added` keeps the order in which they were added. */
function sortRecords<Item extends Summary>(items: readonly Item[], ordering: Ordering, seed: number): Item[] {
  if (ordering === 'added') return [...items]
  return sortPlaced(createOrder(ordering, seed), items).map(({ item }) => item)
}

/** Returns the filter of each given parameter that declares one, in the order of their declarations. */
export function listFilters<Declared extends Parameters>(
  parameters: Declared,
  values: ParameterValues<Declared>,
  assumptions: Assumptions,
): ListEvidence['filters'] {
  const filters: { parameter: string; filter: Filter }[] = []
  for (const parameter of Object.keys(parameters)) {
    const filter = parameters[parameter]?.filter
    const value: unknown = values[parameter]
    if (filter === undefined || value === null || value === undefined) continue
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) {
      const match = typeof filter.match === 'string' ? filter.match : filter.match(assumptions)
      // The kind of the parameter and the match fit together.
      filters.push({ parameter, filter: [{ field: filter.field, match, value } as Condition] })
    } else if (filter.emptyMatches?.(assumptions) === 'nothing') filters.push({ parameter, filter: 'nothing' })
  }
  return filters
}
