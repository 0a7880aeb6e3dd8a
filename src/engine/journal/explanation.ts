import type { Outcome } from '../contract/operation/messages.ts'
import type { LargeList, ListEvidence } from '../contract/operation/responses.ts'
import { realTime } from '../store/time/world-time.ts'
import { createChanges } from '../world/database.ts'
import { resourceNamed } from '../world/next-step.ts'
import { createWorld } from '../world/world.ts'
import type { Explanation, RequestWait } from './entry.ts'
import type { JournalRecord } from './journal-store.ts'
import { describeWait } from './request-state.ts'
import { readStatus } from './sent-response.ts'

/** What `explain` needs to know about a request. */
export type Explained = Pick<JournalRecord, 'method' | 'path' | 'waitsFor' | 'outcome' | 'assumptions' | 'faults'>

/** An explanation before its sentences. */
type Figures = Omit<Explanation, 'words' | 'summary'>

/** Explains a response. Records are counted as they were at the time of the request. */
export function explain(explained: Explained): Explanation {
  const { waitsFor, outcome, assumptions, faults } = explained
  const { evidence, dependsOn } = outcome
  const filters = evidence === undefined ? [] : countFilters(evidence, outcome.values ?? {})
  const page = evidence === undefined ? null : describePage(evidence, filters)
  const rest: Figures = {
    filters,
    page,
    assumptions: Object.fromEntries([...dependsOn].sort().map((id) => [id, String(assumptions[id])])),
    decided: dependsOn.length === 0 ? [] : null,
    basis: faults.length > 0 || outcome.overriddenBy !== undefined ? null : (outcome.findBasis?.() ?? null),
    faults,
    handler: outcome.overriddenBy ?? null,
    hasNotRun: outcome.hasNotRun === true,
  }
  const start = [
    waitsFor === null ? describeOperation(explained) : describePending(explained, waitsFor),
    ...describeAccess(outcome, faults),
    ...(outcome.refusal === undefined || faults.length > 0 ? [] : [`It was refused: ${outcome.refusal}.`]),
  ]
  const { resource = '', singular = '' } = evidence ?? {}
  const nounFor: NounFor = (count) => (count === 1 ? singular : resource)
  const end = [
    ...describeWindow(nounFor, rest),
    ...(evidence?.next === undefined ? [] : [`The "offset" in it is ${evidence.next}.`]),
    ...(rest.handler === null ? [] : [`A handler of simulator.use answered: ${rest.handler}.`]),
    ...rest.faults.map(({ id, effect }) => `The fault "${id}" applied: ${effect}.`),
  ]
  const guess = rest.basis === 'guessed' ? ['It is a guess: nothing public says that this is the response.'] : []
  const words = [...start, ...describeFilters(nounFor, rest), ...end, ...guess, describeAssumptions(rest.assumptions)]
  return { words, summary: [...start, ...end], ...rest }
}

/** What asks for `decided` in an explanation. */
export const DECIDED =
  'Whether to find out which assumptions decided something: the request is asked again under each other value of them, without a trace.'

/** Adds which assumptions decided something, if that was found out. */
export function addDecided(explanation: Explanation, decided: Explanation['decided'] = null): Explanation {
  const count = Object.keys(explanation.assumptions).length
  if (decided === null || count === 0) return explanation
  const words =
    decided.length === 0
      ? 'None of them decided anything: with any other value, the response would be the same.'
      : `Of these, ${decided.join(', ')} decided something: with another value, the response would differ.`
  return { ...explanation, decided, words: [...explanation.words, words] }
}

function countFilters(evidence: ListEvidence, values: Readonly<Record<string, unknown>>): Explanation['filters'] {
  const { filters, total } = evidence
  const left = 'ordering' in evidence.left ? countAgain(evidence, evidence.left) : evidence.left
  return filters.map(({ parameter }, index) => {
    const remaining = left[index] as number
    const removed = (index === 0 ? total : (left[index - 1] as number)) - remaining
    return { parameter, value: values[parameter], removed, left: remaining }
  })
}

/** Counts the matches in a large list as it was then. */
function countAgain({ resource, filters }: ListEvidence, { ordering, baseline, records }: LargeList): number[] {
  const from = { changes: { ...createChanges(), records }, elapsed: 0n }
  const world = createWorld(baseline, { from, realTime, onChange: () => undefined })
  const listing = world.listingOf(resourceNamed(world.database, resource))
  const countUpTo = (end: number) =>
    listing.page({ filters: filters.slice(0, end), ordering, offset: 0n, limit: 0 }).countAll()
  const left = filters.map((_, index) => countUpTo(index + 1))
  world.end()
  return left
}

function describePage(
  { total, offset, limit, returned }: ListEvidence,
  filters: Explanation['filters'],
): Explanation['page'] {
  return { total, matching: filters.at(-1)?.left ?? total, offset: Number(offset), limit, returned }
}

/** Returns how many records a page contains, of how many, and how many matched: null if there are too many to count. */
export function sumUpPage({ evidence }: Outcome): { returned: number; matching: number | null; total: number } | null {
  if (evidence === undefined) return null
  const { total, left, returned } = evidence
  return { returned, matching: 'ordering' in left ? null : (left.at(-1) ?? total), total }
}

function describePending({ method, path, outcome: { operation } }: Explained, waitsFor: RequestWait): string {
  const what = operation === undefined ? 'matches no operation' : `is ${operation}`
  return `${method} ${path} ${what} and ${describeWait(waitsFor)}.`
}

function describeOperation({ method, path, outcome, faults }: Explained): string {
  const { operation, values, hasNotRun, response, hasLeft, overriddenBy, advice = '' } = outcome
  const { status } = response
  // A fault can cut the connection, and a handler can answer with a network error.
  const isAbsent = readStatus(outcome) === null
  const isOwn = overriddenBy !== undefined || faults.some(({ effect }) => effect === 'respond')
  const wasRejected = (values === undefined || hasNotRun === true) && !isOwn && status >= 400
  if (hasLeft === true) return `${method} ${path} got no response: the client disconnected while it waited.`
  if (operation === undefined) return `${method} ${path} matches no operation and got ${status}.${advice}`
  if (wasRejected)
    return `${method} ${path} is ${operation}. It was rejected before the operation ran, and got ${status}.${advice}`
  return `${method} ${path} is ${operation} and got ${isAbsent ? 'no response' : status}.`
}

// A fault may have refused it instead.
function describeAccess({ needs = [], overriddenBy }: Outcome, faults: Explained['faults']): string[] {
  if (needs.length === 0 || faults.length > 0 || overriddenBy !== undefined) return []
  return [`It needs ${needs.join(', or ')}.`]
}

/** What so many records are called. */
type NounFor = (count: number) => string

function describeFilters(nounFor: NounFor, { filters, page }: Figures): string[] {
  if (page === null) return []
  const steps = filters.map(
    ({ parameter, value, removed, left }) => `${parameter}=${String(value)} removed ${removed} and left ${left}.`,
  )
  const { total } = page
  return [`There ${total === 1 ? 'was' : 'were'} ${total} ${nounFor(total)}.`, ...steps]
}

function describeWindow(nounFor: NounFor, { page, faults }: Figures): string[] {
  if (page === null) return []
  const { matching, offset, limit, returned } = page
  if (returned === 0) return [describeEmptyPage(nounFor, page, faults)]
  const end = offset + returned - 1
  const positions = returned === 1 ? `position ${offset}` : `positions ${offset} to ${end}`
  return [`The page contains ${returned} of ${matching} matching ${nounFor(matching)}: ${positions}, limit ${limit}.`]
}

function describeEmptyPage(
  nounFor: NounFor,
  { matching, offset, limit }: NonNullable<Explanation['page']>,
  faults: Explanation['faults'],
): string {
  if (matching === 0) return 'None matched, so the page is empty.'
  const emptying = faults.find(({ effect }) => effect === 'empty')
  const without = Math.min(limit, matching - offset)
  if (emptying !== undefined && without > 0) {
    return `The fault "${emptying.id}" emptied the page. Without it, the page would contain ${without} of ${matching} matching ${nounFor(matching)}.`
  }
  const last =
    matching === 1 ? `the only matching ${nounFor(1)}` : `the last of ${matching} matching ${nounFor(matching)}`
  return `The page is empty: it starts at position ${offset}, and ${last} is at position ${matching - 1}.`
}

function describeAssumptions(assumptions: Explanation['assumptions']): string {
  const named = Object.entries(assumptions).map(([id, value]) => `${id}=${value}`)
  if (named.length === 0) return 'The response depends on no assumption.'
  return `The response depends on these assumptions: ${named.join(', ')}.`
}
