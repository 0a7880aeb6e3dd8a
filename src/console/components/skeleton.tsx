// What stands for data that is loading. It is invisible for 150 ms.

import type { JSX } from 'preact'

/** Lines that stand for data. */
export function Skeleton({ lines = 3, label }: { lines?: number | undefined; label: string }): JSX.Element {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="skeleton" style={{ width: `${90 - ((index * 17) % 40)}%` }} />
      ))}
    </div>
  )
}
