import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, Vitest } from 'vitest/node'
import { formatCoverage } from '../core/coverage/format-coverage.ts'
import { findShortfall, isThreshold } from '../core/coverage/threshold.ts'
import { assertKnownOptions, type OptionNames } from '../core/known-options.ts'
import { OptionError } from '../core/option-error.ts'
import { FOLDER_VARIABLE } from '../coverage/collection.ts'
import { clearCoverage, listFiles, readCoverage } from '../coverage/files.ts'
import { summarizeCoverage } from '../coverage/summary.ts'

export interface CoverageReporterOptions {
  /** How many percent of the contract tests have to exercise, or the run fails. Default: 0. */
  threshold?: number
  /** Where the files of coverage stay, for `deploymock coverage`. Default: they do not. */
  folder?: string
}

const OPTIONS: OptionNames<CoverageReporterOptions> = { threshold: true, folder: true }

// Beside this file, as built: nobody loads the sources as a reporter.
const SETUP = fileURLToPath(new URL('./coverage-setup.js', import.meta.url))

/**
 * A vitest reporter that prints which parts of the contract the tests exercised, and lets the
 * run fail below a threshold. Vitest calls it with `new`.
 *
 * @throws when an option cannot be used, naming it and what is allowed
 * @example
 * reporters: ['default', ['deploymock/vitest-reporter', { threshold: 80 }]]
 */
export default function createCoverageReporter(options: CoverageReporterOptions = {}): Reporter {
  assertOptions(options)
  const { threshold = 0 } = options
  const folder = options.folder === undefined ? mkdtempSync(join(tmpdir(), 'deploymock-')) : resolve(options.folder)
  if (options.folder === undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  let print: (text: string) => void = () => undefined

  return {
    onInit(vitest) {
      print = (text) => vitest.logger.log(text)
      collectInWorkers(vitest, folder)
    },
    onTestRunStart: () => clearCoverage(folder),
    onTestRunEnd() {
      const report = summarizeCoverage(readCoverage(listFiles(folder)))
      print(`\n${formatCoverage(report)}\n`)
      const shortfall = findShortfall(report, threshold)
      if (shortfall === undefined) return
      print(`${shortfall}\n`)
      process.exitCode = 1
    },
  }
}

// What runs in a page has no files to write.
function collectInWorkers({ projects }: Vitest, folder: string): void {
  for (const { config } of projects.filter((project) => !project.config.browser?.enabled)) {
    config.env = { ...config.env, [FOLDER_VARIABLE]: folder }
    if (!config.setupFiles.includes(SETUP)) config.setupFiles.unshift(SETUP)
  }
}

function assertOptions(options: CoverageReporterOptions): void {
  assertKnownOptions('create the coverage reporter', options, OPTIONS)
  const { threshold = 0, folder } = options
  const start = 'Failed to create the coverage reporter'
  if (!isThreshold(threshold)) {
    throw new OptionError(`${start}: "threshold" is ${JSON.stringify(threshold)}. Allowed: a number from 0 to 100.`)
  }
  if (folder !== undefined && (typeof folder !== 'string' || folder === '')) {
    throw new OptionError(`${start}: "folder" is ${JSON.stringify(folder)}. Give the path of a folder.`)
  }
}
