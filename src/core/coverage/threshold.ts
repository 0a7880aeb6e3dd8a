import type { CoverageReport } from './report.ts'

/** Whether a number can be a threshold, in percent. */
export function isThreshold(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** What is wrong with a coverage that does not reach a threshold, if it does not. */
export function findShortfall({ percent, covered, total }: CoverageReport, threshold: number): string | undefined {
  const wanted = (threshold / 100) * total
  if (covered >= wanted) return undefined
  return (
    `Failed to reach the threshold of the contract coverage: it is ${percent} %, and ${threshold} % are wanted. ` +
    `Test ${Math.ceil(wanted) - covered} more of what never happened, or lower the threshold.`
  )
}
