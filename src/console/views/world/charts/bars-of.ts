// The bars of a field: in the declared order of its values, each with a link to its records.

import { buildHref } from '../../../app/routes.ts'
import type { Bar } from '../../../components/charts/bars.tsx'
import type { ResourceDescription } from '../../../store/api.ts'

/** A field, and how many records have each of its values. */
export interface CountedField {
  resource: ResourceDescription | undefined
  name: string
  field: string
  values: Readonly<Record<string, number>>
}

const MOST_BARS = 8

/** Lists the bars of a field. */
export function listBars({ resource, name, field, values }: CountedField): readonly Bar[] {
  const order = field === 'status' ? (resource?.states ?? []) : []
  const rank = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
  const sorted = Object.entries(values).sort(([one, many], [other, more]) => rank(one) - rank(other) || more - many)
  const filter = resource?.list?.parameters.find(({ filters }) => filters === field)?.name
  const bars = sorted.slice(0, MOST_BARS).map(([value, count]) => ({
    label: value === 'null' ? 'none' : value,
    value: count,
    ...(filter === undefined || value === 'null'
      ? {}
      : { href: buildHref({ view: 'data', path: [name], query: { [filter]: value } }) }),
  }))
  const rest = sorted.slice(MOST_BARS).reduce((sum, [, count]) => sum + count, 0)
  return rest === 0 ? bars : [...bars, { label: `${sorted.length - MOST_BARS} others`, value: rest }]
}
