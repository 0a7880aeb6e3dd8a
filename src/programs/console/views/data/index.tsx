import { useState } from 'preact/hooks'
import { recordsOf } from '../../../../entries/client/remote/records-of.ts'
import { Button } from '../../components/controls/button.tsx'
import { Menu } from '../../components/controls/menu.tsx'
import { EmptyState, ErrorBoundary, RemotePanel } from '../../components/panels.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { type Command, type Console, useConsole } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import type { ResourceDescription, Simulator } from '../../store/api.ts'
import { RecordDetails } from './details/record-details.tsx'
import { NewRecord } from './editing/record-editor.tsx'
import { buildListRequest, listFilterParameters, readPage, useListRoute } from './list/list-request.ts'
import { RecordList } from './list/record-list.tsx'
import { findRecord, hrefOf, nameBriefly, nameMany, nameRecord } from './record.ts'

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

interface ResourcesProps {
  readonly resources: readonly ResourceDescription[]
}

function Resources({ resources }: ResourcesProps) {
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

interface RecordsProps {
  readonly resource: ResourceDescription
}

function Records({ resource }: RecordsProps) {
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

interface ResourceNavProps {
  readonly current: ResourceDescription
}

function ResourceNav({ current }: ResourceNavProps) {
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

/** Lists the commands that open the records of a resource, create one, and search for a name. */
function listDataCommands({ router, world }: Console, text: string): readonly Command[] {
  const resources = sortByUse(world.schemas.data.value?.resources ?? [])
  const open = (name: string, query: Record<string, string> = {}) =>
    router.navigate({ view: 'data', path: [name], query })
  const search = text.trim()
  // Not a filter or the number of a request.
  const isName = search !== '' && !/[=#]/.test(search)
  return resources.flatMap((resource) => {
    const { name, singular, description } = resource
    const canSearch = isName && listFilterParameters(resource).some(({ filters }) => filters === 'name')
    const find = { title: `Find ${nameMany(resource)} named ${search}` }
    return [
      { title: `Show ${nameMany(resource)}`, words: description, run: () => open(name) },
      { title: `Create a new ${singular}`, words: 'add', run: () => open(name, { new: 'yes' }) },
      ...(canSearch ? [{ ...find, fit: 'any' as const, run: () => open(name, { q: search }) }] : []),
    ]
  })
}

/** Sorts resources. The one that can be filtered best is what people look at most. */
function sortByUse(resources: readonly ResourceDescription[]): readonly ResourceDescription[] {
  const size = ({ list }: ResourceDescription) => list?.parameters.length ?? 0
  return resources.toSorted((one, other) => size(other) - size(one))
}

const ID = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{6,20})$/
const LEAST_LETTERS = 2
// Of each resource.
const MOST_FOUND = 5
// Lists that the service cannot search are short.
const MOST_READ = 200

/** Asks the server for the records with an id, or with a text in their name. @returns a command that opens each */
async function findRecordCommands({ world, connection, router }: Console, text: string) {
  const { simulator } = connection
  if (text.length < LEAST_LETTERS || text.includes('=')) return []
  const id = text.toLowerCase()
  const isId = ID.test(id)
  const searches = (world.schemas.data.peek()?.resources ?? []).map(async (resource) => {
    const find = isId ? findRecord(simulator, resource.name, id) : findByName(simulator, resource, text)
    const records = [await find.catch(() => undefined)].flat().filter((each) => each !== undefined)
    return records.slice(0, MOST_FOUND).map((record) => ({
      id: `${resource.name}:${record.id}`,
      title: `Open ${resource.singular} ${nameBriefly(record)}`,
      words: text,
      ...(isId && { fit: 'sure' as const }),
      run: () => router.navigate({ view: 'data', path: [resource.name, String(record.id)] }),
    }))
  })
  return (await Promise.all(searches)).flat()
}

async function findByName(simulator: Simulator, resource: ResourceDescription, text: string) {
  const parameter = listFilterParameters(resource).find(({ filters }) => filters === 'name')
  if (parameter !== undefined) {
    const filter = { text, fields: { [parameter.name]: text, limit: String(MOST_FOUND) }, ignored: [] }
    return (await readPage({ simulator, resource, filter, request: buildListRequest(resource, filter, 0) })).rows
  }
  if (resource.schema.properties?.name === undefined) return []
  const { records } = await recordsOf(simulator, resource.name).page({ limit: MOST_READ })
  return records.filter((record) => nameRecord(record).toLowerCase().includes(text.toLowerCase()))
}
