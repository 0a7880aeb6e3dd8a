// How long ago something was, kept up to date.

import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'

const STEP = 5000
const UNITS = [
  { unit: 'd', milliseconds: 86_400_000 },
  { unit: 'h', milliseconds: 3_600_000 },
  { unit: 'min', milliseconds: 60_000 },
] as const

/** How long ago a time was, on the clock of the machine: `3 min ago`. */
export function Ago({ at }: { at: string }): JSX.Element {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={at}>
      {describeAge(now - Date.parse(at))}
    </time>
  )
}

/** Describes an age in its largest unit. */
export function describeAge(milliseconds: number): string {
  const found = UNITS.find((each) => milliseconds >= each.milliseconds)
  if (found !== undefined) return `${Math.floor(milliseconds / found.milliseconds)} ${found.unit} ago`
  return milliseconds < STEP * 2 ? 'just now' : `${Math.floor(milliseconds / 1000)} s ago`
}
