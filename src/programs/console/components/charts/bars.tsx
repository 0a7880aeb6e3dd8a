// Bars with their numbers as text.

import { formatNumber } from '../../format/numbers.ts'

/** A bar, and where a click on its label leads. */
export type Bar = { readonly label: string; readonly value: number; readonly href?: string }

export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <ul class="column bars" aria-label={label}>
      {bars.map(({ label: name, value, href }) => (
        <li key={name}>
          <span class="bar-label" title={name}>
            {href === undefined ? name : <a href={href}>{name}</a>}
          </span>
          <span class="track" aria-hidden="true">
            {value > 0 && <span class="bar" style={{ width: `${(value / most) * 100}%` }} />}
          </span>
          <span class={`number${value === 0 ? ' bar-zero' : ''}`}>{formatNumber(value)}</span>
        </li>
      ))}
    </ul>
  )
}
