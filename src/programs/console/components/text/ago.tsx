import { useEffect, useState } from 'preact/hooks'

const UNITS = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

interface AgoProps {
  readonly at: string
}

/** How long ago a time was when it was rendered, on the clock of the machine: `3 min ago`. */
export function Ago({ at }: AgoProps) {
  const age = Date.now() - Date.parse(at)
  const [unit, milliseconds] = UNITS.find(([, least]) => age >= least) ?? []
  return (
    <time dateTime={at} title={at}>
      {unit === undefined ? 'just now' : `${Math.floor(age / milliseconds)} ${unit} ago`}
    </time>
  )
}

/** Returns the time of the machine in milliseconds, every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
