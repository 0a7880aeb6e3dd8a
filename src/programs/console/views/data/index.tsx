import { useState } from 'preact/hooks'
import { Button } from '../../components/controls/button.tsx'
import { Menu } from '../../components/controls/menu.tsx'
import { EmptyState, ErrorBoundary, RemotePanel } from '../../components/panels.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { ResourceDescription } from '../../store/api.ts'
import { findRecordCommands, listDataCommands, sortByUse } from './commands.ts'
import { RecordDetails } from './details/record-details.tsx'
import { NewRecord } from './editing/record-editor.tsx'
import { RecordList } from './list/record-list.tsx'
import { useListRoute } from './list/use-list-route.ts'
import { hrefOf } from './record.ts'

/** Shows the records, and edits them. */
export const dataView: View = {
  id: 'data',
  title: 'Data',
  key: 'd',
  render: Data,
  commands: listDataCommands,
  findCommands: findRecordCommands,
}

function Data() {
  const { world } = useConsole()
  return (
    <RemotePanel remote={world.schemas} what="the resources">
      {({ resources }) => <Resources resources={resources} />}
    </RemotePanel>
  )
}

function Resources({ resources }: { resources: readonly ResourceDescription[] }) {
  const { router } = useConsole()
  const [name] = router.route.value.path
  const [first] = sortByUse(resources)
  const current = name === undefined ? first : resources.find((each) => each.name === name)
  if (current === undefined)
    return (
      <EmptyState
        title="There is no such resource"
        choices={<Button onClick={() => router.navigate({ view: 'data' })}>Show {first?.name ?? 'the data'}</Button>}
      >
        This version has no such view.
      </EmptyState>
    )
  return <Records key={current.name} resource={current} />
}

function Records({ resource }: { resource: ResourceDescription }) {
  const { router } = useConsole()
  const { path, query } = router.route.value
  const route = useListRoute(resource)
  const [, id] = path
  const isNew = id === undefined && query.new === 'yes'
  const [created, setCreated] = useState('')
  const openCreated = (record: string) => {
    setCreated(record)
    route.open(record)
  }
  return (
    <div class="column split">
      <div class="column split-list">
        <ResourceNav current={resource} />
        <ErrorBoundary what="the list">
          <RecordList resource={resource} open={id} />
        </ErrorBoundary>
      </div>
      {id !== undefined && (
        <RecordDetails
          key={id}
          resource={resource}
          id={id}
          isCreated={id === created || query.new === 'yes'}
          onClose={route.close}
        />
      )}
      {isNew && <NewRecord resource={resource} onClose={route.close} onCreated={openCreated} />}
    </div>
  )
}

function ResourceNav({ current }: { current: ResourceDescription }) {
  const { router, world } = useConsole()
  const resources = world.schemas.data.value?.resources ?? []
  const counts: Readonly<Record<string, number>> = world.state.data.value?.counts ?? {}
  const shown = resources.filter((each) => !each.isMinor || each === current)
  const others = resources.filter((each) => each.isMinor)
  return (
    <nav class="row resource-nav" aria-label="Resources">
      {shown.map((each) => (
        <a
          key={each.name}
          href={hrefOf(each.name)}
          class="resource-link"
          aria-current={each === current ? 'page' : undefined}
          title={each.description}
        >
          {each.title} <span class="badge">{formatNumber(counts[each.name] ?? 0)}</span>
        </a>
      ))}
      {others.length > 0 && (
        <Menu
          kind="quiet"
          label="More"
          name="More resources"
          items={others.map((each) => ({
            title: `${each.title} (${formatNumber(counts[each.name] ?? 0)})`,
            isCurrent: each === current,
            run: () => router.navigate({ view: 'data', path: [each.name] }),
          }))}
        />
      )}
    </nav>
  )
}
