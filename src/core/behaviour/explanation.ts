import type { ListEvidence, Outcome } from '../contract/messages.ts'
import type { Assumptions } from '../contract/register/assumptions.ts'
import type { AssumptionId } from '../contract/register/register.ts'
import { joinFilters } from '../data/filter.ts'
import type { Fault } from './fault.ts'

/** How an answer came about. */
export interface Explanation {
  /** The same as the rest, in sentences. */
  readonly words: readonly string[]
  /** The filters in the order of the interface, each with how many deployments it removed of those that the ones before had left. */
  readonly filters: readonly { parameter: string; value: unknown; removed: number; left: number }[]
  /** The page of a list of deployments: of how many in the world how many matched, and which of those are on it. */
  readonly page: { total: number; matching: number; offset: number; limit: number; returned: number } | null
  /** The assumptions that were looked at on the way, with their values. */
  readonly assumptions: { readonly [Id in AssumptionId]?: string }
  /** The faults that applied. */
  readonly faults: readonly { id: string; effect: string }[]
}

/** What there is to explain. */
export interface Explained {
  method: string
  path: string
  outcome: Outcome
  assumptions: Assumptions
  faults: readonly Fault[]
}

/** Explains an answer; of a list, it counts the deployments as they were then. */
export function explain({ method, path, outcome, assumptions, faults }: Explained): Explanation {
  const { evidence, dependsOn } = outcome
  const filters = evidence === undefined ? [] : countFilters(evidence, outcome.values ?? {})
  const page = evidence === undefined ? null : describePage(evidence, filters)
  const rest = {
    filters,
    page,
    assumptions: Object.fromEntries([...dependsOn].sort().map((id) => [id, assumptions[id]])),
    faults: faults.map(({ id, effect }) => ({ id, effect: effect.kind })),
  }
  const words = [
    describeOperation(method, path, outcome),
    ...describeList(rest),
    ...rest.faults.map(({ id, effect }) => `The fault "${id}" applied: ${effect}.`),
    describeAssumptions(rest.assumptions),
  ]
  return { words, ...rest }
}

function countFilters(
  { filters, view }: ListEvidence,
  values: Readonly<Record<string, unknown>>,
): Explanation['filters'] {
  let left = view.size
  return filters.map(({ parameter }, index) => {
    const joined = joinFilters(filters.slice(0, index + 1))
    const remaining = joined === 'nothing' ? 0 : view.find(joined).count()
    const removed = left - remaining
    left = remaining
    return { parameter, value: values[parameter], removed, left }
  })
}

function describePage(
  { view, offset, limit, returned }: ListEvidence,
  filters: Explanation['filters'],
): Explanation['page'] {
  return { total: view.size, matching: filters.at(-1)?.left ?? view.size, offset: Number(offset), limit, returned }
}

function describeOperation(method: string, path: string, outcome: Outcome): string {
  const { operation, values, response, hasLeft } = outcome
  const { status } = response
  if (hasLeft === true) return `${method} ${path} was never answered: its client left while it waited.`
  if (operation === undefined) return `${method} ${path} leads to no operation and got ${status}.`
  if (values === undefined) return `${method} ${path} is ${operation}, was refused before it ran, and got ${status}.`
  return `${method} ${path} is ${operation} and got ${status}.`
}

function describeList({ filters, page }: Pick<Explanation, 'filters' | 'page'>): string[] {
  if (page === null) return []
  const { total, matching, offset, limit, returned } = page
  const steps = filters.map(
    ({ parameter, value, removed, left }) => `${parameter}=${String(value)} removed ${removed} and left ${left}.`,
  )
  const end = Math.max(offset, offset + returned - 1)
  const window =
    returned > 0
      ? `Of ${matching} that matched, the page has ${returned}: from place ${offset} to ${end}, at most ${limit}.`
      : describeEmptyPage(matching, offset)
  return [`There were ${total} deployments.`, ...steps, window]
}

function describeEmptyPage(matching: number, offset: number): string {
  if (matching === 0) return 'None matched, so the page is empty.'
  return `The page is empty: it begins at place ${offset}, and the last of ${matching} that matched has place ${matching - 1}.`
}

function describeAssumptions(assumptions: Explanation['assumptions']): string {
  const named = Object.entries(assumptions).map(([id, value]) => `${id}=${value}`)
  if (named.length === 0) return 'The interface alone decides this.'
  return `The interface leaves open, and here it was assumed: ${named.join(', ')}.`
}
