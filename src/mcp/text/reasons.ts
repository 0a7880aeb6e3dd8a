// What a client probably did wrong, as far as a response does not say it.

import type { ControlSchemas, DetailedEntry, RemoteSimulator } from '../../client/index.ts'
import { listIgnored, listOtherValues } from '../../console/views/requests/explanation/mistyped.ts'
import { findSimilar } from '../../console/views/requests/nearest-operations.ts'
import { findNearestRoutes } from '../../engine/contract/nearest-routes.ts'
import { suggestWord } from '../../engine/input/text/suggestion.ts'
import type { ResourceName } from '../../service/resources/names.ts'
import { collectionOf } from '../collections.ts'
import { listSome } from './cut.ts'

/** Lists what a client probably did wrong: a path or a parameter that does not exist, filters that leave nothing. */
export async function listReasons(simulator: RemoteSimulator, entry: DetailedEntry): Promise<readonly string[]> {
  return [
    ...(await describeUnhandled(simulator, entry)),
    ...listIgnored(entry).map(
      ({ name, similar }) =>
        `${name} is unknown and was ignored.${similar === undefined ? '' : ` Did you mean ${similar}?`}`,
    ),
    ...(await describeEmptiness(simulator, entry)),
  ]
}

async function describeUnhandled(
  { schemas }: RemoteSimulator,
  { operation, method, path, faults }: DetailedEntry,
): Promise<readonly string[]> {
  if (operation !== null || faults.length > 0) return []
  const { operations } = await schemas()
  const routes = operations.map((each) => ({ ...each, template: each.path }))
  const nearest = findNearestRoutes(method, path, routes).map((each) => `${each.method} ${each.path} (${each.name})`)
  return [`No operation has this method and path. Nearest: ${listSome(nearest, 3)}.`]
}

// What people ask most is why a list is empty.
async function describeEmptiness(simulator: RemoteSimulator, entry: DetailedEntry): Promise<readonly string[]> {
  const { page, filters } = entry.explanation
  if (page === null || page.returned > 0) return []
  if (page.total === 0)
    return ['The list is empty because the world has no such records. Create some, or load another scenario.']
  if (page.matching > 0 && page.offset < page.matching) return []
  if (page.matching > 0)
    return [`The list is empty because offset ${page.offset} is behind the last of ${page.matching} matching records.`]
  const lines = await Promise.all(filters.map((filter) => describeAlone(simulator, entry, filter)))
  const start =
    lines.length === 1
      ? 'no record passes the filter. In the present world:'
      : 'no record passes all filters. Each of them alone, in the present world:'
  return [`The list is empty because ${start}`, ...lines]
}

type Filter = DetailedEntry['explanation']['filters'][number]

/** Says what a filter leaves without the others, and if that is nothing, which values there are. */
async function describeAlone(
  simulator: RemoteSimulator,
  { path, query, operation }: DetailedEntry,
  { parameter, value }: Filter,
): Promise<string> {
  const own = [...new URLSearchParams(query)].filter(([name]) => name === parameter)
  const { page } = (await simulator.ask({ path, query: String(new URLSearchParams(own)) })).explanation
  const start = `- ${parameter}=${String(value)}`
  if (page === null) return `${start} got no list.`
  if (page.matching > 0) return `${start} leaves ${page.matching} of ${page.total}.`
  const { resources } = await simulator.schemas()
  const resource = resources.find(({ list }) => list?.operation === operation)
  const known = resource === undefined ? '' : await describeKnown(simulator, resource, { parameter, value })
  return `${start} leaves 0 of ${page.total}.${known}`
}

const MOST_VALUES = 10

async function describeKnown(
  simulator: RemoteSimulator,
  { name, singular, list }: ControlSchemas['resources'][number],
  { parameter, value }: Pick<Filter, 'parameter' | 'value'>,
): Promise<string> {
  const field = list?.parameters.find((each) => each.name === parameter)?.filters
  if (field == null) return ''
  // The schemas name only resources that exist.
  const resource = name as ResourceName
  const { by } = await simulator.totals(resource)
  const word = String(value)
  const others = listOtherValues(value, by[field])
  if (others.length === 0) return suggestPart(word, await listParts(simulator, resource, field))
  const counts = others.toSorted(([, one], [, other]) => other - one).map(([each, count]) => `${count} have ${each}`)
  const values = others.map(([each]) => each)
  const similar = findSimilar(word, values)
  return ` No ${singular} has ${word}; ${listSome(counts, MOST_VALUES)}.${similar === undefined ? '' : ` Did you mean ${similar}?`}`
}

// All values of a field can be many.
const MOST_READ = 500

/** Lists the values of a field, and the words of which they consist. */
async function listParts(simulator: RemoteSimulator, resource: ResourceName, field: string): Promise<string[]> {
  const { records } = await collectionOf(simulator, resource).page({ limit: MOST_READ })
  const values = records.map((record) => record[field]).filter((each) => typeof each === 'string')
  return [...new Set(values.flatMap((each) => [each, ...each.split(/[^A-Za-z0-9]+/)]))].filter((part) => part !== '')
}

// Few words are alike by chance if they are longer.
function suggestPart(word: string, parts: readonly string[]): string {
  return word.length < 4 ? '' : suggestWord(word, parts)
}
