// Bars with their numbers as text.

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

/** Formats a number with separators: 1,201. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en')
}

/** Formats a number of things: 1 request, 1,201 requests. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** Writes a share from 0 to 1 as a number of percent: `0.07` as `7`. */
export function toPercent(share: number): number {
  return Number((share * 100).toPrecision(6))
}
