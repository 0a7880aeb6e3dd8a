// Sums up coverage files.

import { resolveAssumptions } from '../engine/assumptions/assumptions.ts'
import { createCoverage } from '../engine/coverage/coverage.ts'
import { buildReport, type CoverageReport } from '../engine/coverage/report.ts'
import { mergeTallies } from '../engine/coverage/tally.ts'
import { questions } from '../service/assumptions/register.ts'
import { service } from '../service/service.ts'
import type { CoverageFile } from './files.ts'

/** Sums up what was covered. Without any requests, the report lists all cases of the contract as not covered. */
export function summarizeCoverage(files: readonly Pick<CoverageFile, 'cases'>[]): CoverageReport {
  const merged = mergeTallies(files.map(({ cases }) => cases))
  return buildReport(merged.length > 0 ? merged : createCoverage(service, resolveAssumptions(questions)).tally())
}
