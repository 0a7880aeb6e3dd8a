// What a client probably did wrong, as far as a response does not say it.

import { findNearestRoutes } from '../../../engine/contract/routing.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { OperationName, ResourceName } from '../../../service/types.ts'
import type { ControlSchemas, DetailedEntry, RemoteSimulator } from '../../client/index.ts'
import { recordsOf } from '../../client/remote/records-of.ts'
import { listIgnored, listOtherValues } from '../../mistakes/mistyped.ts'
import { compareSegments as compareWords, findSimilar } from '../../mistakes/nearest-operations.ts'
import { listFirst } from './cut.ts'

// All values of a field can be many, and all requests.
const MOST_READ = 500

/** What a filter does without the others, in the present world. */
export interface FilterAlone {
  readonly matching: number | undefined
  readonly total: number | undefined
  /** If it leaves nothing: which values there are. */
  readonly known: string
}

/** Finds out what a client probably did wrong: a path or a parameter that does not exist, filters that leave nothing. */
export async function findReasons(simulator: RemoteSimulator, entry: DetailedEntry) {
  const { page, filters } = entry.explanation
  const isOpen = page !== null && page.total > 0 && (filters.length > 1 || page.matching === 0)
  const [unhandled, repeated, alone] = await Promise.all([
    describeUnhandled(simulator, entry),
    describeOverlap(simulator, entry),
    isOpen ? Promise.all(filters.map((filter) => tryAlone(simulator, entry, filter))) : [],
  ])
  const ignored = listIgnored(entry).map(
    ({ name, similar }) =>
      `${name} is unknown and was ignored.${similar === undefined ? '' : ` Did you mean ${similar}?`}`,
  )
  return { reasons: [...unhandled, ...ignored, ...repeated, ...describeEmptiness(entry)], alone }
}

async function describeUnhandled(
  { schemas }: RemoteSimulator,
  { operation, method, path, faults }: DetailedEntry,
): Promise<readonly string[]> {
  if (operation !== null || faults.length > 0) return []
  const { operations } = await schemas()
  const routes = operations.map((each) => ({ ...each, template: each.path }))
  const nearest = findNearestRoutes(method, path, routes).map((each) => `${each.method} ${each.path} (${each.name})`)
  return [`No operation has this method and path. Nearest: ${listFirst(nearest, 3)}.`]
}

// One from the same offset on is a retry.
async function describeOverlap(
  { requests }: RemoteSimulator,
  { id, operation, query, explanation: { page } }: DetailedEntry,
): Promise<readonly string[]> {
  if (page === null || operation === null) return []
  const earlier = await requests.list({ operation: operation as OperationName, before: id, limit: MOST_READ })
  for (const other of earlier.toReversed()) {
    const from = Number(other.parameters?.offset)
    const to = from + (other.page?.returned ?? 0)
    const repeated = Math.min(page.offset + page.returned, to) - Math.max(page.offset, from)
    if (from === page.offset || !(repeated > 0) || withoutOffset(other.query) !== withoutOffset(query)) continue
    const next = from < page.offset ? ` The page after that one begins at offset ${to}.` : ''
    return [
      `${countOf(repeated, 'record')} of it came with #${other.id} already, which began at offset ${from}.${next}`,
    ]
  }
  return []
}

function withoutOffset(query: string): string {
  return String(new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => name !== 'offset').toSorted()))
}

// What people ask most is why a list is empty.
function describeEmptiness({ explanation: { page } }: DetailedEntry): readonly string[] {
  if (page === null || page.returned > 0) return []
  const { total, matching, offset } = page
  if (total === 0)
    return ['The list is empty because the world has no such records. Create some, or load another scenario.']
  if (matching === 0 || offset < matching) return []
  return [`The list is empty because offset ${offset} is behind the last of ${matching} matching records.`]
}

type Filter = DetailedEntry['explanation']['filters'][number]

/** Asks for what a filter leaves without the others, and if that is nothing, which values there are. */
async function tryAlone(
  simulator: RemoteSimulator,
  { path, query, operation }: DetailedEntry,
  filter: Filter,
): Promise<FilterAlone> {
  const own = [...new URLSearchParams(query)].filter(([name]) => name === filter.parameter)
  const { page } = (await simulator.ask({ path, query: String(new URLSearchParams(own)) })).explanation
  const { matching, total } = page ?? {}
  if (matching !== 0) return { matching, total, known: '' }
  const { resources } = await simulator.schemas()
  const resource = resources.find(({ list }) => list?.operation === operation)
  const known = resource === undefined ? '' : await describeKnown(simulator, resource, filter)
  return { matching, total, known }
}

const MOST_VALUES = 10

async function describeKnown(
  simulator: RemoteSimulator,
  { name, singular, list }: ControlSchemas['resources'][number],
  { parameter, value }: Filter,
): Promise<string> {
  const field = list?.parameters.find((each) => each.name === parameter)?.filters
  if (field == null) return ''
  // The schemas name only resources that exist.
  const { by } = await simulator.totals(name as ResourceName)
  const word = String(value)
  const others = listOtherValues(value, by[field])
  if (others.length === 0) {
    const { records } = await recordsOf(simulator, name).page({ limit: MOST_READ })
    const values = records.map((record) => record[field]).filter((each) => typeof each === 'string')
    return describeNearest(word, [...new Set(values)], singular)
  }
  const counts = others
    .toSorted(([, one], [, other]) => other - one)
    .map(([each, count]) => `${count} ${count === 1 ? 'has' : 'have'} ${each}`)
  const values = others.map(([each]) => each)
  const similar = findSimilar(word, values)
  return ` No ${singular} has ${word}; ${listFirst(counts, MOST_VALUES)}.${similar === undefined ? '' : ` Did you mean ${similar}?`}`
}

const MOST_NEAREST = 5
// Values that are less like a word are no help.
const LEAST_LIKENESS = 0.35

/** Names the values that are most like a word, and the one that was probably meant. */
function describeNearest(word: string, values: readonly string[], singular: string): string {
  const partsOf = (value: string): readonly string[] => [value, ...value.split(/[^A-Za-z0-9]+/)].filter(Boolean)
  const likeness = (value: string): number => Math.max(...partsOf(value).map((part) => compareWords(word, part)))
  const near = values.filter((value) => likeness(value) > LEAST_LIKENESS)
  const nearest = near.toSorted((one, other) => likeness(other) - likeness(one)).slice(0, MOST_NEAREST)
  if (nearest.length === 0) return values.length === 0 ? '' : ` No ${singular} has ${word} or anything like it.`
  // Few words are alike by chance if they are longer.
  const meant = word.length < 4 ? '' : suggestWord(word, nearest.flatMap(partsOf))
  return ` No ${singular} has ${word}; the nearest are ${nearest.join(', ')}.${meant}`
}
