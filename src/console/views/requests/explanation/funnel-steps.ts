// From all records to those of a page, filter by filter.

import type { ExplainedEntry } from '../../../../client/index.ts'
import { decodeQuery } from '../../../store/decode.ts'

/** A bar of the funnel. */
export interface FunnelStep {
  /** `all`, `name_contains=shift` or `on this page`. */
  readonly title: string
  /** The parameter that filters; null for the first and the last step. */
  readonly parameter: string | null
  readonly left: number
  readonly removed: number
  /** The length of the bar from 0 to 1. */
  readonly share: number
}

/** Lists the steps from all records to those of the page. It is empty if the response is not a page. */
export function listFunnelSteps({ filters, page }: ExplainedEntry['explanation']): readonly FunnelStep[] {
  if (page === null) return []
  const { total, matching, returned } = page
  const share = (left: number) => left / Math.max(1, total)
  const steps = filters.map(({ parameter, value, removed, left }) => ({
    title: `${parameter}=${showValue(value)}`,
    parameter,
    left,
    removed,
    share: share(left),
  }))
  const all = { title: 'all', parameter: null, left: total, removed: 0, share: share(total) }
  if (returned === matching) return [all, ...steps]
  const onPage = { title: 'on this page', parameter: null, left: returned, removed: 0, share: share(returned) }
  return [all, ...steps, onPage]
}

/** Finds the filter that removed the remaining records. */
export function findCulprit(explanation: ExplainedEntry['explanation']): FunnelStep | undefined {
  return listFunnelSteps(explanation).find(({ left, removed }) => left === 0 && removed > 0)
}

/** Removes a parameter from a query, and leaves the others as they were encoded. */
export function dropParameter(query: string, name: string): string {
  return query
    .split('&')
    .filter((part) => part !== '' && readName(part) !== name)
    .join('&')
}

function readName(part: string): string {
  const [name = ''] = part.split('=', 1)
  return decodeQuery(name)
}

function showValue(value: unknown): string {
  return Array.isArray(value) ? value.map(showValue).join(', ') : String(value)
}
