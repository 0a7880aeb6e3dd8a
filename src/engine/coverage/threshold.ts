// Compares a report with the threshold.

import type { CoverageReport } from './report.ts'

/** Whether a value is a valid threshold in percent. */
export function isThreshold(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Returns the error message if the coverage does not reach a threshold. */
export function findShortfall({ percent, covered, total }: CoverageReport, threshold: number): string | undefined {
  const wanted = (threshold / 100) * total
  if (covered >= wanted) return undefined
  return (
    `Failed to reach the threshold of the contract coverage: it is ${percent} %, but ${threshold} % are required. ` +
    `Test ${Math.ceil(wanted) - covered} more of the cases that never happened, or lower the threshold.`
  )
}
