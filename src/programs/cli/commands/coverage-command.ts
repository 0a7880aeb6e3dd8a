import { Command, InvalidArgumentError } from 'commander'
import { ProblemError } from '../../../engine/input/options/option-error.ts'
import { formatCoverage } from '../../../engine/reports/coverage/format-coverage.ts'
import { findShortfall, isThreshold } from '../../../engine/reports/coverage/report.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { readCoverage, summarizeCoverage } from '../../../entries/coverage/files.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'

const FOLDER = 'deploymock-coverage'

interface CoverageCommandOptions {
  threshold: number
  json?: true
}

/** Defines `deploymock coverage`, which shows which parts of the contract your tests cover. */
export function defineCoverageCommand(io: Io, declared: ServiceDeclarations): Command {
  return addServiceOption(new Command('coverage'))
    .summary('show which parts of the contract your tests cover')
    .description('Shows which parts of the contract your tests cover, from the coverage files that they wrote.')
    .argument('[path...]', `coverage files, or folders that contain them (default: ${FOLDER})`)
    .option('--threshold <percent>', 'fail if the coverage is lower than this', parsePercent, 0)
    .option('--json', 'print the report as JSON')
    .action((paths: string[], { threshold, json }: CoverageCommandOptions) => {
      const report = summarizeCoverage(declared, readCoverage(declared, paths.length === 0 ? [FOLDER] : paths))
      io.out(json ? JSON.stringify(report, null, 2) : formatCoverage(report, io.columns))
      const shortfall = findShortfall(report, threshold)
      if (shortfall !== undefined) throw new ProblemError(shortfall)
    })
}

function parsePercent(text: string): number {
  const percent = Number(text)
  if (text.trim() !== '' && isThreshold(percent)) return percent
  throw new InvalidArgumentError('Allowed: a number from 0 to 100.')
}
