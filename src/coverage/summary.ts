// Sums up coverage files.

import { createCoverage } from '../core/coverage/coverage.ts'
import { buildReport, type CoverageReport } from '../core/coverage/report.ts'
import { mergeTallies } from '../core/coverage/tally.ts'
import { resolveAssumptions } from '../core/register/assumptions.ts'
import type { CoverageFile } from './files.ts'

/** Sums up what was covered. Without any requests, the report lists all cases of the contract as not covered. */
export function summarizeCoverage(files: readonly Pick<CoverageFile, 'cases'>[]): CoverageReport {
  const merged = mergeTallies(files.map(({ cases }) => cases))
  return buildReport(merged.length > 0 ? merged : createCoverage(resolveAssumptions()).tally())
}
