import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '../../app/console.ts'
import { defineView } from '../../app/view.ts'
import { Button } from '../../components/controls/button.tsx'
import { EmptyState } from '../../components/panels/empty-state.tsx'
import { Boundary } from '../../components/panels/panel.tsx'
import { RemotePanel } from '../../components/panels/remote-panel.tsx'
import type { ResourceDescription } from '../../store/api.ts'
import { listDataCommands, sortByUse } from './data-commands.ts'
import { RecordDetails } from './details/record-details.tsx'
import { NewRecord } from './editing/new-record.tsx'
import { findRecordCommands } from './find-records.ts'
import { RecordList } from './list/record-list.tsx'
import { useListRoute } from './list/use-list-route.ts'
import { ResourceNav } from './resource-nav.tsx'

/** Shows the records, and edits them. */
export const dataView = defineView({
  id: 'data',
  title: 'Data',
  key: 'd',
  render: Data,
  commands: listDataCommands,
  findCommands: findRecordCommands,
})

function Data(): JSX.Element {
  const { world } = useConsole()
  return (
    <RemotePanel remote={world.schemas} what="the resources">
      {({ resources }) => <Resources resources={resources} />}
    </RemotePanel>
  )
}

function Resources({ resources }: { resources: readonly ResourceDescription[] }): JSX.Element {
  const { router } = useConsole()
  const [name] = router.route.value.path
  const [first] = sortByUse(resources)
  const current = name === undefined ? first : resources.find((each) => each.name === name)
  if (current === undefined)
    return (
      <EmptyState
        title="There is no such resource"
        choices={
          <Button onClick={() => router.navigate({ view: 'data' })}>
            Show {first === undefined ? 'the data' : first.name}
          </Button>
        }
      >
        This version has no such view.
      </EmptyState>
    )
  return <Records key={current.name} resource={current} />
}

function Records({ resource }: { resource: ResourceDescription }): JSX.Element {
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
    <div class="split">
      <div class="split-list">
        <ResourceNav current={resource} />
        <Boundary what="the list">
          <RecordList resource={resource} open={id} />
        </Boundary>
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
