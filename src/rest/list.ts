// Lists of a declared API: a page of the records that a request selects.

import * as z from 'zod'
import { placeOf } from '../engine/contract/base-url.ts'
import { findPage, findPageBeside } from '../engine/contract/list-page.ts'
import {
  defineOperation,
  type Operation as EngineOperation,
  type OperationContext,
  type OperationRequest,
} from '../engine/contract/operation/operation.ts'
import type { FoundPage, ListEvidence, ServiceShape } from '../engine/contract/operation/responses.ts'
import type { Parameter } from '../engine/contract/operation/value.ts'
import type { View, ViewedBy } from '../engine/contract/views.ts'
import type { ResponseBody } from '../engine/http/body.ts'
import { replyWith } from '../engine/http/operation-declaration.ts'
import { listPlaceholders } from '../engine/http/route-table.ts'
import type { CommonAnswers } from './common-questions.ts'
import { assertParents, type Context, readSelected, viewedBy } from './context.ts'
import { createExample } from './examples.ts'
import { assertOneOf, orInstead, refuseWith } from './failure.ts'
import { buildFilterParameter, completeFilters, type FilterOf, indexOf, readFilter, selectWithin } from './filters.ts'
import {
  type OperationDefaults,
  type PathValues,
  pathParameters,
  pickQuery,
  queryParameters,
  telling,
} from './operation.ts'
import {
  buildPageParameters,
  describePages,
  findNeighbours,
  isLaterPage,
  isRefusedSize,
  isTwoSided,
  listPositions,
  type Page,
  type Pages,
  type Range,
  readRange,
  writePageUrl,
} from './pages.ts'
import type { RecordOf, Resource } from './records.ts'
import { cleanHeaders, type Headers } from './reply.ts'
import { type DeclaredResource, SHUFFLED, shuffleEqual, usualOrderOf } from './resource.ts'
import { openContext, showPage } from './view.ts'
import { listPageHeaders, pageSchemaOf, writeEnvelope } from './written.ts'

export interface ListOptions<R extends Resource, Path extends string, Q> {
  /** A sentence that describes it, for documents. */
  readonly summary?: string
  /** Parameters that select. A name alone filters the field of that name. */
  readonly filters?: Readonly<Record<string, FilterOf<R, Q>>>
  /** The schema of further parameters, such as one that a view reads. Texts become what it takes. */
  readonly query?: z.ZodObject
  /** One of the resource's orders, a function that tells which, or the parameter with which a client chooses one. */
  readonly order?:
    | (keyof R['orders'] & string)
    | ((context: Context<Q>) => keyof R['orders'] & string)
    | { readonly parameter: string; readonly usual: keyof R['orders'] & string }
  /** How it is cut. Default: as the API says. */
  readonly pages?: Pages
  /** How it is written. Default: as the API says. */
  envelope?(page: Page): unknown
  /** What the path selects. Below a record that `belongsTo` names and that does not exist, it is refused with 404. */
  within?(path: PathValues<Path>, context: Context<Q>): Partial<RecordOf<R>>
}

/** The options of any list. */
export type AnyListOptions = ListOptions<Resource, string, never>

/** How all lists of an API are cut and written. */
export interface ListDefaults extends OperationDefaults {
  /** Whether the API asks a common question. */
  asks(question: keyof CommonAnswers): boolean
  readonly pages: Pages
  envelope?(page: Page): unknown
  pageHeaders?(page: Page): Headers
}

interface DeclaredList {
  readonly name: string
  readonly path: string
  readonly of: DeclaredResource
  readonly options: AnyListOptions
}

type ListRequest = OperationRequest<Readonly<Record<string, unknown>>>

/** Builds an operation of the engine that responds with pages of a resource. */
export function buildList({ name, path, of, options }: DeclaredList, usual: ListDefaults): EngineOperation {
  const { pages = usual.pages, envelope = usual.envelope } = options
  const defaults: ListDefaults = { ...usual, pages, ...(envelope && { envelope }) }
  const filters = completeFilters(options.filters ?? {})
  for (const filter of filters) {
    const index = indexOf(of, filter)
    if (index !== undefined) of.indexed[filter.field] ??= index
  }
  const sorting = typeof options.order === 'object' ? options.order : undefined
  const find = createFinder({ path, of, options, filters, sorting, defaults })
  const respond = (context: OperationContext, request: ListRequest) => {
    const by = viewedBy(context, request)
    const { found, original } = find(context, request, by)
    const views = showPage(context, { of, records: found.records, by })
    const isLast = context.assumptions.fullLastPage !== 'more' || views.length < original.range.size
    const hasMore = original.hasMore || !isLast
    const page = buildPage(request, { pages, views, original: { ...original, hasMore } })
    const around = defaults.envelope === undefined ? page.records : defaults.envelope(page)
    const body = writeEnvelope(around, { records: page.records, views })
    return replyWith(200, { body, evidence: found.evidence }, cleanHeaders(defaults.pageHeaders?.(page) ?? {}))
  }
  return defineOperation({
    name,
    method: 'GET',
    template: path,
    summary: options.summary ?? `Lists ${of.name}.`,
    parameters: {
      ...pathParameters(path),
      ...Object.fromEntries(filters.map((each) => [each.parameter, buildFilterParameter(of, each)])),
      ...queryParameters(options.query),
      ...(sorting !== undefined && { [sorting.parameter]: buildOrderParameter(of, sorting.usual) }),
      ...buildPageParameters(pages, defaults.asks('pageSize')),
    },
    ...(defaults.isOpen('GET') && { isOpen: true as const }),
    takesHints: ['list'],
    mayChange: true,
    example: createExample({
      name,
      path,
      of,
      resources: defaults.resources,
      within: (values) => options.within?.(values as never, {} as never),
    }),
    pages: describePages(pages),
    isLaterPage: (query: string) => isLaterPage(pages, query),
    responses: { 200: buildShape(of, defaults) },
    resultHeaders: listPageHeaders(defaults.pageHeaders),
    run: telling(name, respond),
  }) as unknown as EngineOperation
}

interface FoundRange extends FoundPage<unknown> {
  readonly range: Range
}

interface FinderParts {
  readonly path: string
  readonly of: DeclaredResource
  readonly options: AnyListOptions
  readonly filters: ReturnType<typeof completeFilters>
  readonly defaults: ListDefaults
  readonly sorting: { readonly parameter: string; readonly usual: string } | undefined
}

// No record has an id that is not known.
const NOTHING = { id: undefined }

/** What effects of faults tell a list: that it is empty, or by how many places its records are shifted. */
interface ListHint {
  readonly isEmpty?: boolean
  readonly shift?: number
}

/** Creates what finds the page of a request: as it is, and as a fault lets it be. */
function createFinder({ path, of, options, filters, sorting, defaults: { pages, invalidStatusOf } }: FinderParts) {
  const placeholders = listPlaceholders(path)
  const usual = typeof options.order === 'string' ? options.order : usualOrderOf(of.orders)
  const chooseOrder = ({ query, values }: ListRequest, own: () => never, answers: CommonAnswers): string => {
    const isChosen = sorting !== undefined && query.has(sorting.parameter)
    if (!isChosen && answers.listOrder === 'shuffled') return SHUFFLED
    const chosen = sorting === undefined ? usual : String(values[sorting.parameter])
    const order = typeof options.order === 'function' ? options.order(own()) : chosen
    if (typeof options.order === 'function') assertOneOf('an order', order, Object.keys(of.orders))
    return answers.equalRecords === 'shuffled' ? shuffleEqual(order) : order
  }
  return (
    context: OperationContext,
    request: ListRequest,
    by: ViewedBy,
  ): { found: FoundRange; original: FoundRange } => {
    const { values } = request
    const answers: CommonAnswers = context.assumptions
    const own = () => openContext(context, by) as never
    const texts = Object.fromEntries(placeholders.map((name) => [name, String(values[name])]))
    const within = orInstead(
      () => assertParents(of, readSelected(of, options.within, texts, own()), own()),
      answers,
      () => (answers.unknownParents === 'empty' ? NOTHING : undefined),
    )
    const selected = [
      ...selectWithin(within, placeholders.at(-1)),
      ...filters.flatMap((each) => readFilter(of, each, values, { answers: context.assumptions, own })),
    ]
    const ordering = chooseOrder(request, own, answers)
    const findAt = (range: Range) => findRange(context, of, { filters: selected, ordering, range, invalidStatusOf })
    const isRefused = isRefusedSize(pages, values, answers)
    if (isRefused && (answers.pageSize === 'refused' || answers.invalidParameter !== 'ignored'))
      refuseWith(invalidStatusOf(answers), 'No page has this size', [{ in: 'query', field: pages.size }])
    refuseTwoSided(pages, values, answers, invalidStatusOf)
    const range = readRange(pages, isRefused ? { ...values, [pages.size]: pages.usual } : values)
    pickQuery(values, options.query, () => invalidStatusOf(answers))
    const original = findAt(range)
    if (original.records.length === 0) refuseBeyond(original, answers, invalidStatusOf)
    const { isEmpty = false, shift = 0 } = (context.hints.list ?? {}) as ListHint
    if (isEmpty)
      return {
        found: { ...original, records: [], evidence: { ...original.evidence, returned: 0 } },
        original: { ...original, hasMore: false, records: [], countAll: () => 0 },
      }
    if (shift === 0) return { found: original, original }
    const offset = original.evidence.offset + BigInt(shift)
    return { found: offset < 0n ? original : findAt({ size: range.size, offset }), original }
  }
}

interface Window {
  readonly filters: ListEvidence['filters']
  readonly ordering: string
  readonly range: Range
  invalidStatusOf(answers: CommonAnswers): number
}

function findRange(
  { world, assumptions }: OperationContext,
  of: DeclaredResource,
  { filters, ordering, range, invalidStatusOf }: Window,
): FoundRange {
  const { size } = range
  const window = { filters, ordering: ordering as never, limit: size }
  if ('offset' in range) return { ...findPage(world, of, { ...window, offset: range.offset }), range }
  const { side, id, parameter } = range
  const beside = side === 'after' ? { ...window, after: id } : { ...window, before: id }
  const found = findPageBeside(world, of, beside)
  if (found !== undefined) return { ...found, range }
  const answers: CommonAnswers = assumptions
  if (answers.invalidParameter === 'ignored') {
    const first = { size, offset: 0n }
    return { ...findPage(world, of, { ...window, offset: 0n }), range: first }
  }
  const issue = { in: 'query', field: parameter, code: 'invalid' } as const
  return refuseWith(invalidStatusOf(answers), `No ${of.singular} has the id ${id}`, [issue])
}

function refuseTwoSided(
  pages: Pages,
  values: ListRequest['values'],
  answers: CommonAnswers,
  invalidStatusOf: ListDefaults['invalidStatusOf'],
): void {
  if (!isTwoSided(pages, values) || answers.invalidParameter === 'ignored') return
  const issues = listPositions(pages).map((field) => ({ in: 'query', field }) as const)
  refuseWith(invalidStatusOf(answers), 'A page follows a record or precedes one', issues)
}

function refuseBeyond(
  { range, countAll }: FoundRange,
  answers: CommonAnswers,
  invalidStatusOf: ListDefaults['invalidStatusOf'],
): void {
  if ('offset' in range && range.offset === 0n) return
  // A last page that is full has said that there is one more.
  const isNext = !('offset' in range) || range.offset === BigInt(countAll())
  if (isNext && answers.fullLastPage === 'more') return
  const { beyondTheEnd } = answers
  if (beyondTheEnd === 'notFound') refuseWith(404, 'There is no such page')
  if (beyondTheEnd === 'refused') refuseWith(invalidStatusOf(answers), 'The page is past the last record')
}

interface ViewedPage {
  readonly pages: Pages
  readonly views: readonly View[]
  readonly original: FoundRange
}

function buildPage({ sent, findOrigin }: ListRequest, { pages, views, original }: ViewedPage): Page {
  const ids = original.records.map((record) => Reflect.get(record as object, 'id') as string | number)
  const { range, hasMore, countAll } = original
  const neighbours = findNeighbours(pages, { range, hasMore, ids })
  return {
    records: views.map(({ value }) => value),
    get total() {
      return countAll()
    },
    hasMore,
    ...neighbours,
    size: range.size,
    path: sent.path,
    url(value) {
      // The response depends on where the client reaches the service.
      findOrigin()
      return `${placeOf(sent)}${sent.path}?${writePageUrl(pages, sent.query, { value, ...neighbours })}`
    },
  }
}

function buildOrderParameter({ orders }: DeclaredResource, usual: string): Parameter {
  return {
    in: 'query',
    kind: 'schema',
    schema: z.enum(Object.keys(orders)).default(usual),
    description: 'How records are sorted.',
  }
}

function buildShape(resource: DeclaredResource, { envelope }: ListDefaults): ServiceShape {
  return {
    kind: 'page',
    resource,
    schemaWith: (record, example) => pageSchemaOf(record, envelope, example),
    write: (page) => (page as unknown as { body: ResponseBody }).body,
  }
}
