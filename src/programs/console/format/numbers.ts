// Numbers as text.

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
