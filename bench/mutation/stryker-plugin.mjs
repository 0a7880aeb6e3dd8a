import { readFileSync } from 'node:fs'
import { matchesGlob, relative } from 'node:path'
import { commonTokens, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'
import { keyOf } from './key.mjs'
import { PARTS } from './parts.mjs'
import { openResults } from './results.mjs'

const readSample = () => new Set(JSON.parse(readFileSync(process.env.MUTATION_SAMPLE, 'utf8')))
const [{ factory: createVitestRunner }] = vitestPlugins

/**
 * Runs the mutants of a sample, each with the tests of its part. Stryker's ranges also include the mutants
 * inside of those that are drawn, and its tests are the same for all files.
 */
function createSampleRunner(injector) {
  const runner = injector.injectFunction(createVitestRunner)
  const sample = readSample()
  return {
    capabilities: () => runner.capabilities(),
    init: () => runner.init(),
    dispose: () => runner.dispose(),
    dryRun: async (options) => {
      const result = await runner.dryRun(options)
      if (result.mutantCoverage) leaveOutOtherParts(result.mutantCoverage, options.files)
      return result
    },
    mutantRun: async (options) =>
      sample.has(keyOf(options.activeMutant))
        ? runner.mutantRun(options)
        : { status: 'error', errorMessage: 'not in the sample' },
  }
}
createSampleRunner.inject = [commonTokens.injector]

/** Removes the tests of other parts from those that reach a mutant. */
function leaveOutOtherParts({ perTest }, files) {
  const partOf = new Map(files.flatMap((file) => idsIn(file).map((id) => [id, findPart(file)])))
  for (const [test, hits] of Object.entries(perTest)) {
    const file = relative(process.cwd(), test.slice(0, test.indexOf('#')))
    for (const id of Object.keys(hits)) {
      if (!partOf.get(id).tests.some((glob) => matchesGlob(file, glob))) delete hits[id]
    }
  }
}

const findPart = (file) =>
  Object.values(PARTS).find(({ files }) => files.some((glob) => matchesGlob(relative(process.cwd(), file), glob)))

/** The ids of the mutants in a file that Stryker has written. */
const idsIn = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/stryCov_\w+\(([^)]*)\)/g)].flatMap(([, ids]) => ids.match(/\d+/g) ?? [])

/** Saves each result as soon as it is there, so that an interrupted run can continue. */
function createSampleReporter() {
  const sample = readSample()
  const results = openResults(process.env.MUTATION_RESULTS)
  const zeroBased = ({ line, column }) => ({ line: line - 1, column: column - 1 })
  return {
    onMutantTested({ status, location: { start, end }, ...mutant }) {
      const key = keyOf({ ...mutant, location: { start: zeroBased(start), end: zeroBased(end) } })
      if (sample.has(key)) results.add(key, status)
    },
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'sample', createSampleRunner),
  declareFactoryPlugin(PluginKind.Reporter, 'sample', createSampleReporter),
]
