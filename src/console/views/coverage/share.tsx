// How many of some cases are covered, as a bar with its numbers.

import type { JSX } from 'preact'

/** A bar with its numbers as text: `11 of 51`. */
export function Share({ covered, total, unit }: { covered: number; total: number; unit?: string }): JSX.Element {
  return (
    <span class="covered-share">
      <span class="covered-track" aria-hidden="true">
        {covered > 0 && <span class="bar" style={{ width: `${(covered / total) * 100}%` }} />}
      </span>
      <span class="number">
        {covered} of {total}
        {unit !== undefined && ` ${unit}`}
      </span>
    </span>
  )
}
