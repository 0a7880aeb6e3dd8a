// The entry `deploymock/vitest-reporter`.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { assertKnownOptions, type OptionNames } from '../../engine/input/options/known-options.ts'
import { describeProblem, OptionError, type Problem } from '../../engine/input/options/option-error.ts'
import { formatCoverage } from '../../engine/reports/coverage/format-coverage.ts'
import { formatUsage } from '../../engine/reports/coverage/format-usage.ts'
import { findShortfall, isThreshold } from '../../engine/reports/coverage/report.ts'
import { mergeUsage } from '../../engine/reports/coverage/usage.ts'
import { chooseService, type ServiceDeclarations } from '../../engine/scenario/service.ts'
import { service } from '../../service/service.ts'
import { FOLDER_VARIABLE, type NamedCoverage } from '../coverage/collection.ts'
import { type CoverageFile, clearCoverage, listFiles, readCoverage, summarizeCoverage } from '../coverage/files.ts'

export interface CoverageReporterOptions {
  /** The percentage of the contract that the tests must cover. The run fails below it, unless it is a shard. Default: 0. */
  threshold?: number
  /** The folder in which to keep the coverage files for `deploymock coverage`. Default: they are deleted. */
  folder?: string
  /** The declared service whose contract it is about. Default: that of the package. */
  service?: ServiceDeclarations
}

const OPTIONS: OptionNames<CoverageReporterOptions> = { threshold: true, folder: true, service: true }

// The built file beside this one, because the reporter is only ever loaded from the built package.
const SETUP = new URL('./coverage-setup.js', import.meta.url)

/**
 * Creates a Vitest reporter that prints which parts of the contract the tests cover, and fails
 * the run below a threshold. Vitest calls this function with `new`.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * reporters: ['default', ['deploymock/vitest-reporter', { threshold: 80 }]]
 */
export default function createCoverageReporter(options: CoverageReporterOptions = {}): Reporter {
  const declared = chooseService('create the coverage reporter', options, service)
  assertOptions(options)
  const { threshold = 0 } = options
  const own = mkdtempSync(join(tmpdir(), 'deploymock-'))
  process.once('exit', () => rmSync(own, { recursive: true, force: true }))
  const folder = options.folder === undefined ? own : resolve(options.folder)
  let print: (text: string) => void = () => undefined
  let isMerge = false
  let isShard = false

  /** Prints what was covered. @returns why that is not enough, or cannot be read */
  const describeRun = (modules: readonly TestModule[]): Problem | undefined => {
    try {
      const files = isMerge ? readMerged(declared, modules, folder) : readCoverage(declared, listFiles(folder))
      const report = summarizeCoverage(declared, files)
      print(`\n${formatCoverage(report)}\n`)
      print(`${formatUsage(declared.questions, mergeUsage(files.map(({ usage }) => usage)))}`)
      return findShortfall(report, threshold)
    } catch (error) {
      if (error instanceof OptionError) return error
      throw error
    }
  }

  return {
    onInit(vitest) {
      print = (text) => vitest.logger.log(text)
      isMerge = vitest.config.mergeReports !== undefined
      isShard = vitest.config.shard !== undefined
      collectInWorkers(vitest, folder, writeSetup(own))
    },
    onTestRunStart() {
      // The files of other shards are in the same folder, and a merge runs no test.
      if (!isMerge && !isShard) clearCoverage(folder)
    },
    onTestRunEnd(modules) {
      const problem = describeRun(modules)
      if (problem === undefined || isShard) return
      print(`\n${describeProblem(problem)}\n`)
      // Without a threshold, only its tests fail a run.
      if (threshold > 0) process.exitCode = 1
    },
  }
}

/** Reads what is noted at merged test files, and the files that were gathered, each once. */
function readMerged(declared: ServiceDeclarations, modules: readonly TestModule[], folder: string): CoverageFile[] {
  const byName = new Map<string, CoverageFile>()
  for (const module of modules) {
    const all = Reflect.get(module.meta(), 'deploymock-coverage') as readonly NamedCoverage[] | undefined
    for (const noted of all ?? []) {
      if (noted.service !== declared.title) continue
      // Files of one worker have the same name, and later ones contain what is in earlier ones.
      const known = byName.get(noted.name)
      if (known === undefined || known.usage.requests < noted.usage.requests) byName.set(noted.name, noted)
    }
  }
  for (const content of readCoverage(declared, listFiles(folder))) byName.set(content.name, content)
  return [...byName.values()]
}

// With `--no-isolate`, Vitest runs a setup file again for each test file, but not if it is part of an
// installed package: those are loaded once for each worker.
function writeSetup(folder: string): string {
  const file = join(folder, 'setup.mjs')
  writeFileSync(file, `import { collect } from ${JSON.stringify(SETUP.href)}\ncollect()\n`)
  return file
}

// Tests in a browser page cannot write files.
function collectInWorkers({ projects }: Vitest, folder: string, setup: string): void {
  for (const { config, vite } of projects.filter((project) => !project.config.browser?.enabled)) {
    config.env = { ...config.env, [FOLDER_VARIABLE]: folder }
    if (config.setupFiles.includes(setup)) continue
    config.setupFiles.unshift(setup)
    // For jsdom and happy-dom, Vite serves modules as to a page: only from folders that are allowed.
    vite.config.server.fs.allow.push(toVitePath(setup), toVitePath(fileURLToPath(SETUP)))
  }
}

function toVitePath(file: string): string {
  return file.replaceAll('\\', '/')
}

function assertOptions(options: CoverageReporterOptions): void {
  assertKnownOptions('create the coverage reporter', options, OPTIONS)
  const { threshold = 0, folder } = options
  const attempt = 'create the coverage reporter'
  if (!isThreshold(threshold)) {
    const received = `"threshold" is ${JSON.stringify(threshold)}`
    throw new OptionError({ attempt, received, advice: 'Allowed: a number from 0 to 100.' })
  }
  if (folder !== undefined && (typeof folder !== 'string' || folder === '')) {
    const received = `"folder" is ${JSON.stringify(folder)}`
    throw new OptionError({ attempt, received, advice: 'Use the path of a folder.' })
  }
}
