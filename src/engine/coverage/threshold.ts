// Compares a report with the threshold.

import type { Problem } from '../input/options/option-error.ts'
import type { CoverageReport } from './report.ts'

export function isThreshold(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100
}

/** Says that the coverage does not reach a threshold; undefined if it does. */
export function findShortfall({ percent, covered, total }: CoverageReport, threshold: number): Problem | undefined {
  const required = (threshold / 100) * total
  if (covered >= required) return undefined
  return {
    attempt: 'reach the threshold of the contract coverage',
    received: `it is ${percent} %, but ${threshold} % are required`,
    advice: `Test ${Math.ceil(required) - covered} more of the cases that never happened, or lower the threshold.`,
  }
}
