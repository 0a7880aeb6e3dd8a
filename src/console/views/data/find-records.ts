// Finds records for the palette, by their id or their name.

import type { Console } from '../../app/console.ts'
import type { Command } from '../../app/palette/commands.ts'
import type { ResourceDescription, Simulator } from '../../store/api.ts'
import { listParameters } from './list/list-filter.ts'
import { readPage } from './list/list-page.ts'
import { buildListRequest } from './list/list-request.ts'
import { type AnyRecord, findRecord, nameBriefly, nameRecord, recordsOf } from './record.ts'

const ID = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{6,20})$/
const LEAST_LETTERS = 2
// Of each resource.
const MOST_FOUND = 5
// Lists that the service cannot search are short.
const MOST_READ = 200

/** Asks the server for the records with an id, or with a text in their name. @returns a command that opens each */
export async function findRecordCommands(
  { world, connection: { simulator }, router }: Console,
  text: string,
): Promise<readonly Command[]> {
  if (text.length < LEAST_LETTERS || text.includes('=')) return []
  const id = text.toLowerCase()
  const isId = ID.test(id)
  const find = (resource: ResourceDescription) =>
    isId ? findById(simulator, resource, id) : findByName(simulator, resource, text)
  const searches = (world.schemas.data.peek()?.resources ?? []).map(async (resource) => {
    const records = await find(resource).catch(() => [])
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

async function findById(
  simulator: Simulator,
  { name }: ResourceDescription,
  id: string,
): Promise<readonly AnyRecord[]> {
  const record = await findRecord(simulator, name, id)
  return record === undefined ? [] : [record]
}

async function findByName(
  simulator: Simulator,
  resource: ResourceDescription,
  text: string,
): Promise<readonly AnyRecord[]> {
  const parameter = listParameters(resource).find(({ filters }) => filters === 'name')
  if (parameter !== undefined) {
    const filter = { text, fields: { [parameter.name]: text, limit: String(MOST_FOUND) }, ignored: [] }
    return (await readPage({ simulator, resource, filter, request: buildListRequest(resource, filter, 0) })).rows
  }
  if (resource.schema.properties?.name === undefined) return []
  const { records } = await recordsOf(simulator, resource.name).page({ limit: MOST_READ })
  return records.filter((record) => nameRecord(record).toLowerCase().includes(text.toLowerCase()))
}
