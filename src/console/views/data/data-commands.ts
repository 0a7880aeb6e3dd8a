import type { Console } from '../../app/console.ts'
import type { Command } from '../../app/palette/commands.ts'
import type { ResourceDescription } from '../../store/api.ts'
import { listParameters } from './list/list-filter.ts'
import { nameMany } from './record.ts'

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
    const canSearch = isName && listParameters(resource).some(({ filters }) => filters === 'name')
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
