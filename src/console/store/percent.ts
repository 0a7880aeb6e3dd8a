// Writes shares for people.

/** Writes a share from 0 to 1 as a number of percent: `0.07` as `7`. */
export function toPercent(share: number): number {
  return Number((share * 100).toPrecision(6))
}
