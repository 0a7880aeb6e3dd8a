// The list of a resource: its filter, the request, the table and the pages.

import { useState } from 'preact/hooks'
import { Button } from '../../../components/controls/button.tsx'
import { FilterField } from '../../../components/forms/filter-field.tsx'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import { formatNumber } from '../../../format/numbers.ts'
import { useConsole, useKeys, useRemote } from '../../../page/console.ts'
import type { ResourceDescription } from '../../../store/api.ts'
import { FaultSummary } from '../../faults/fault-summary.tsx'
import { nameMany } from '../record.ts'
import { RequestLine } from '../request-line.tsx'
import {
  buildListRequest,
  type ListFilter,
  type ListPage,
  type ListRoute,
  listFilterParameters,
  listPageSizes,
  readListFilter,
  readPage,
  type SteadyPage,
  suggestFilters,
  useListRoute,
  useSteadyPage,
} from './list-request.ts'
import { chooseColumns, RecordRows } from './record-rows.tsx'

interface RecordListProps {
  readonly resource: ResourceDescription
  readonly open: string | undefined
}

/** The records of a resource, page by page. @param props `open`: the id of the open record */
export function RecordList({ resource, open }: RecordListProps) {
  const { connection, router, undo } = useConsole()
  const route = useListRoute(resource)
  const filter = readListFilter(resource, router.route.value.query)
  const request = buildListRequest(resource, filter, route.offset)
  const remote = useRemote(() => readPage({ simulator: connection.simulator, resource, filter, request }), {
    on: [resource.name],
    inputs: [resource, request.path, request.query],
  })
  const [isHeld, setHeld] = useState(false)
  const steady = useSteadyPage(remote.data.value, { resource: resource.name, isHeld, action: undo.stack.value[0] })
  const { page } = steady
  useKeys([{ keys: 'n', title: `New ${resource.singular}`, run: route.create }])
  return (
    <div class="column record-list">
      <ListHead resource={resource} filter={filter} route={route} page={page} />
      {page === undefined ? (
        <RemotePanel remote={remote} what={nameMany(resource)}>
          {() => null}
        </RemotePanel>
      ) : page.rows.length === 0 ? (
        <EmptyPage {...{ resource, page, route }} />
      ) : (
        <>
          <RecordRows {...{ resource, page, open }} onOpen={route.open} onHold={setHeld} />
          <Pager {...{ resource, page, steady, route }} />
        </>
      )}
    </div>
  )
}

type ListParts<Page = ListPage> = { resource: ResourceDescription; route: ListRoute; page: Page }

interface ListHeadProps extends ListParts<ListPage | undefined> {
  readonly filter: ListFilter
}

function ListHead({ resource, filter, route, page }: ListHeadProps) {
  const hasFilters = listFilterParameters(resource).length > 0
  return (
    <div class="stack head">
      <div class="row">
        {hasFilters && (
          <FilterField
            label={`Filter ${nameMany(resource)}`}
            value={filter.text}
            onChange={route.filter}
            suggestions={suggestFilters(resource)}
            placeholder={buildExample(resource)}
          />
        )}
        <Button kind="primary" keys="n" data-adds onClick={route.create}>
          New {resource.singular}
        </Button>
      </div>
      <IgnoredParts filter={filter} resource={resource} />
      <Faulted />
      {page !== undefined && <RequestOf resource={resource} page={page} />}
    </div>
  )
}

/** The list is what the service would say. */
function Faulted() {
  const { faults = 0, chaos } = useConsole().world.state.data.value ?? {}
  if (faults === 0 && !chaos?.level) return null
  return (
    <p class="row" role="status">
      <FaultSummary /> Your application may get other responses than this list.
    </p>
  )
}

interface RequestOfProps {
  readonly resource: ResourceDescription
  readonly page: ListPage
}

function RequestOf({ resource, page }: RequestOfProps) {
  const { request, status, milliseconds } = page
  const code = `await simulator.db.${resource.name}.page({ offset: ${request.offset}, limit: ${request.limit} })`
  return (
    <>
      <RequestLine {...{ request, status, milliseconds }} {...(request.isService ? {} : { code })} />
      <p class="muted">{describeSource(resource, page)}</p>
    </>
  )
}

function describeSource(resource: ResourceDescription, { request, returned }: ListPage): string {
  const many = nameMany(resource)
  if (!request.isService)
    return `No list of all ${many} takes an offset or a page number, so this is what the simulator stores.`
  const isPartial = chooseColumns(resource, returned).some(({ note }) => note !== undefined)
  return `The ${many} as the service lists them.${isPartial ? ' Responses leave out the columns in italics.' : ''}`
}

interface IgnoredPartsProps {
  readonly filter: ListFilter
  readonly resource: ResourceDescription
}

function IgnoredParts({ filter, resource }: IgnoredPartsProps) {
  if (filter.ignored.length === 0) return null
  const names = listFilterParameters(resource).map(({ name }) => name)
  return (
    <p class="field-issue" role="status">
      Not sent: <Text>{filter.ignored.join(' ')}</Text>. Filters are written as name=value. Names: {names.join(', ')}.
    </p>
  )
}

function buildExample(resource: ResourceDescription): string {
  const suggestions = suggestFilters(resource)
  const first = suggestions.find((each) => !each.endsWith('=')) ?? `${suggestions[0] ?? ''}…`
  const name = listFilterParameters(resource).find(({ filters }) => filters === 'name')?.name
  return `Filter, e.g. ${first}${name === undefined ? '' : ` ${name}=shop`}`
}

function EmptyPage({ resource, page, route }: ListParts) {
  const many = nameMany(resource)
  if (page.status >= 300) return <Rejected page={page} route={route} />
  if (page.answer !== undefined && !page.answer.isWhole)
    return <EmptyState title="The response is too large">Only responses up to 5 MiB can be shown.</EmptyState>
  if (page.request.offset > 0 && page.matching !== 0)
    return (
      <EmptyState
        title="There is nothing on this page"
        choices={<Button onClick={() => route.goTo(0)}>First page</Button>}
      >
        The list ends before {formatNumber(page.request.offset)}.
      </EmptyState>
    )
  if (page.total === 0)
    return (
      <EmptyState
        title={`No ${many} yet`}
        choices={
          <Button kind="primary" onClick={route.create}>
            New {resource.singular}
          </Button>
        }
      >
        This world has none.
      </EmptyState>
    )
  return <NoMatch {...{ resource, page, route }} />
}

function NoMatch({ resource, page, route }: ListParts) {
  const filters = page.answer?.explanation.filters ?? []
  return (
    <EmptyState
      title={`No ${nameMany(resource)} match`}
      choices={<Button onClick={() => route.drop()}>Clear the filter</Button>}
    >
      {page.total !== undefined && <p>There are {formatNumber(page.total)} without the filter.</p>}
      <ul class="stack tight">
        {filters.map(({ parameter, value, removed, left }) => (
          <li key={parameter}>
            <code>
              <Text>{`${parameter}=${String(value)}`}</Text>
            </code>{' '}
            removed {formatNumber(removed)} and left {formatNumber(left)}{' '}
            <Button onClick={() => route.drop(parameter)}>Without {parameter}</Button>
          </li>
        ))}
      </ul>
    </EmptyState>
  )
}

interface RejectedProps {
  readonly page: ListPage
  readonly route: ListRoute
}

function Rejected({ page, route }: RejectedProps) {
  return (
    <div class="view column" role="alert">
      <strong>The service answers with {page.status}</strong>
      <p>{page.answer?.explanation.words[0]}</p>
      {page.answer?.body && <JsonTree text={page.answer.body} label="Response body" />}
      <Button onClick={() => route.drop()}>Clear the filter</Button>
    </div>
  )
}

type PagerProps = { resource: ResourceDescription; page: ListPage; steady: SteadyPage; route: ListRoute }

/** Says which records are shown, and goes to other pages. */
function Pager({ resource, page, steady, route }: PagerProps) {
  const { rows, request, matching } = page
  const { offset, limit } = request
  const previous = offset > 0 ? Math.max(0, offset - limit) : undefined
  const next = hasNext(page) ? offset + rows.length : undefined
  const go = (to: number | undefined) => to !== undefined && route.goTo(to)
  useKeys([
    { keys: '[', title: 'Previous page', run: () => go(previous) },
    { keys: ']', title: 'Next page', run: () => go(next) },
    { keys: '.', title: 'Show how the list has changed', run: steady.update },
  ])
  return (
    <div class="row spread pager">
      <span role="status">
        {describeRange(page)}
        {steady.isOutdated && '. The list has changed.'}
      </span>
      {steady.isOutdated && (
        <Button keys="." onClick={steady.update}>
          Show the changes
        </Button>
      )}
      <span class="row">
        {matching !== undefined && matching > limit && (
          <label>
            Page{' '}
            <input
              type="number"
              style={{ width: '4rem' }}
              min="1"
              max={Math.ceil(matching / limit)}
              value={Math.floor(offset / limit) + 1}
              onChange={({ currentTarget: { value, max } }) =>
                go((Math.min(Number(max), Math.max(1, Math.round(Number(value)))) - 1) * limit)
              }
            />{' '}
            of {formatNumber(Math.ceil(matching / limit))}
          </label>
        )}
        <label>
          <span class="visually-hidden">Records per page</span>
          <select value={String(limit)} onChange={(event) => route.resize(Number(event.currentTarget.value))}>
            {[...new Set([...listPageSizes(resource), limit])]
              .toSorted((one, other) => one - other)
              .map((size) => (
                <option key={size} value={String(size)}>
                  {size} per page
                </option>
              ))}
          </select>
        </label>
        <Button aria-label="Previous page" keys="[" disabled={previous === undefined} onClick={() => go(previous)}>
          ‹
        </Button>
        <Button aria-label="Next page" keys="]" disabled={next === undefined} onClick={() => go(next)}>
          ›
        </Button>
      </span>
    </div>
  )
}

function hasNext({ rows, request, matching }: ListPage): boolean {
  return matching === undefined ? rows.length >= request.limit : request.offset + rows.length < matching
}

function describeRange({ rows, request, matching, total }: ListPage): string {
  const range = `${formatNumber(request.offset + 1)}–${formatNumber(request.offset + rows.length)}`
  if (matching === undefined) return range
  const all = total !== undefined && total !== matching ? `, ${formatNumber(total)} in all` : ''
  return `${range} of ${formatNumber(matching)}${all}`
}
