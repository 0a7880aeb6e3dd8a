// How long ago something was.

import type { JSX } from 'preact'

const UNITS = [
  { unit: 'h', milliseconds: 3_600_000 },
  { unit: 'min', milliseconds: 60_000 },
  { unit: 's', milliseconds: 1000 },
] as const

/** How long ago a time was when it was rendered, on the clock of the machine: `3 min ago`. */
export function Ago({ at }: { at: string }): JSX.Element {
  const age = Date.now() - Date.parse(at)
  const found = UNITS.find(({ milliseconds }) => age >= milliseconds)
  return (
    <time dateTime={at} title={at}>
      {found === undefined ? 'just now' : `${Math.floor(age / found.milliseconds)} ${found.unit} ago`}
    </time>
  )
}
