import { recordsOf } from '../../../../entries/client/remote/records-of.ts'
import type { Command } from '../../page/commands.ts'
import type { Console } from '../../page/console.ts'
import type { ResourceDescription, Simulator } from '../../store/api.ts'
import { readPage } from './list/list-page.ts'
import { buildListRequest, listFilterParameters } from './list/list-request.ts'
import { findRecord, nameBriefly, nameMany, nameRecord } from './record.ts'

/** Lists the commands that open the records of a resource, create one, and search for a name. */
export function listDataCommands({ router, world }: Console, text: string): readonly Command[] {
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
export function sortByUse(resources: readonly ResourceDescription[]): readonly ResourceDescription[] {
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
export async function findRecordCommands({ world, connection, router }: Console, text: string) {
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
