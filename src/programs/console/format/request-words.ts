// A request in words: its time, how long it took, how large it is.

import { formatCount } from './numbers.ts'

/** Formats a duration: `< 0.1 ms`, `0.4 ms`, `12 ms`, `1.2 s`. */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`
  if (milliseconds < 0.1) return '< 0.1 ms'
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
}

/** Formats the time of day of a machine time, as the machine of the reader shows it. */
export function formatTime(time: string | number): string {
  return new Date(time).toLocaleTimeString('en-GB')
}

export function formatBytes(bytes: number): string {
  return bytes < 1000 ? formatCount(bytes, 'byte') : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
}
