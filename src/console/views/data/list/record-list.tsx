// The list of a resource: its filter, the request, the table and the pages.

import { useState } from 'preact/hooks'
import { useConsole, useKeys, useRemote } from '../../../app/console.ts'
import { FaultSummary } from '../../../app/layout/top-bar.tsx'
import { Button } from '../../../components/controls/button.tsx'
import { FilterField } from '../../../components/forms/filter-field.tsx'
import { RemotePanel } from '../../../components/panels.tsx'
import { Text } from '../../../components/text/text.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { nameMany } from '../record.ts'
import { RequestLine } from '../request-line.tsx'
import { EmptyPage } from './empty-page.tsx'
import { type ListPage, readPage, type SteadyPage, useSteadyPage } from './list-page.ts'
import {
  buildListRequest,
  type ListFilter,
  listMistyped,
  listParameters,
  readFilter,
  suggestFilters,
} from './list-request.ts'
import { Pager } from './pager.tsx'
import { chooseColumns, RecordRows } from './record-rows.tsx'
import { type ListRoute, useListRoute } from './use-list-route.ts'

export interface RecordListProps {
  resource: ResourceDescription
  /** The id of the open record. */
  open: string | undefined
}

/** The records of a resource, page by page. */
export function RecordList({ resource, open }: RecordListProps) {
  const { connection, router, undo } = useConsole()
  const route = useListRoute(resource)
  const filter = readFilter(resource, router.route.value.query)
  const request = buildListRequest(resource, filter, route.offset)
  const remote = useRemote(() => readPage({ simulator: connection.simulator, resource, filter, request }), {
    on: [resource.name],
    inputs: [resource, request.path, request.query],
  })
  const [isHeld, setHeld] = useState(false)
  const steady = useSteadyPage(remote.data.value, { resource: resource.name, isHeld, action: undo.stack.value[0] })
  useKeys([{ keys: 'n', title: `New ${resource.singular}`, run: route.create }], [resource])
  return (
    <div class="record-list">
      <ListHead resource={resource} filter={filter} route={route} steady={steady} />
      {steady.page === undefined ? (
        <RemotePanel remote={remote} what={nameMany(resource)}>
          {() => null}
        </RemotePanel>
      ) : (
        <ListBody {...{ resource, route, open, steady }} page={steady.page} onHold={setHeld} />
      )}
    </div>
  )
}

type ListHeadProps = { resource: ResourceDescription; filter: ListFilter; route: ListRoute; steady: SteadyPage }

function ListHead({ resource, filter, route, steady }: ListHeadProps) {
  const hasFilters = listParameters(resource).length > 0
  return (
    <div class="stack list-head">
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
      {listMistyped(resource, filter).map(({ name, known }) => (
        <p key={name} class="field-issue" role="status">
          Known values of {name}: {known.join(', ')}.
        </p>
      ))}
      <Faulted />
      {steady.page !== undefined && <RequestOf resource={resource} page={steady.page} />}
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

function RequestOf({ resource, page }: { resource: ResourceDescription; page: ListPage }) {
  const { offset, limit } = page.request
  const code = `await simulator.db.${resource.name}.page({ offset: ${offset}, limit: ${limit} })`
  return (
    <>
      <RequestLine
        request={page.request}
        status={page.status}
        milliseconds={page.milliseconds}
        {...(page.request.isService ? {} : { code })}
      />
      <p class="muted">{describeSource(resource, page)}</p>
    </>
  )
}

function describeSource(resource: ResourceDescription, { request, returned }: ListPage): string {
  const many = nameMany(resource)
  if (!request.isService) return `No operation lists all ${many}: this is what the simulator stores.`
  const isPartial = chooseColumns(resource, returned).some(({ note }) => note !== undefined)
  return `The ${many} as the service lists them.${isPartial ? ' Responses leave out the columns in italics.' : ''}`
}

function IgnoredParts({ filter, resource }: { filter: ListFilter; resource: ResourceDescription }) {
  if (filter.ignored.length === 0) return null
  const names = listParameters(resource).map(({ name }) => name)
  return (
    <p class="field-issue" role="status">
      Not sent: <Text>{filter.ignored.join(' ')}</Text>. Filters are written as name=value. Names: {names.join(', ')}.
    </p>
  )
}

interface ListBodyProps extends RecordListProps {
  page: ListPage
  steady: SteadyPage
  route: ListRoute
  onHold: (isHeld: boolean) => void
}

function ListBody({ resource, page, steady, route, open, onHold }: ListBodyProps) {
  if (page.rows.length === 0)
    return (
      <EmptyPage
        {...{ resource, page }}
        onDrop={route.drop}
        onFirstPage={() => route.goTo(0)}
        onCreate={route.create}
      />
    )
  return (
    <>
      <RecordRows resource={resource} page={page} open={open} onOpen={route.open} onHold={onHold} />
      <Pager resource={resource} page={page} steady={steady} onOffset={route.goTo} onLimit={route.resize} />
    </>
  )
}

function buildExample(resource: ResourceDescription): string {
  const suggestions = suggestFilters(resource)
  const first = suggestions.find((each) => !each.endsWith('=')) ?? `${suggestions[0] ?? ''}…`
  const name = listParameters(resource).find(({ filters }) => filters === 'name')?.name
  return `Filter, e.g. ${first}${name === undefined ? '' : ` ${name}=shop`}`
}
