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
      const start = performance.now()
      const result = await runner.dryRun(options)
      if (result.mutantCoverage === undefined) return result
      chooseTests(result.mutantCoverage, options.files)
      return { ...result, tests: spreadTime(result.tests, performance.now() - start) }
    },
    mutantRun: async (options) =>
      sample.has(keyOf(options.activeMutant))
        ? runner.mutantRun(options)
        : { status: 'error', errorMessage: 'not in the sample' },
  }
}
createSampleRunner.inject = [commonTokens.injector]

/**
 * Chooses among the tests that reach a mutant: those of its part, or the others if no test of its part
 * reaches it; or, after these have run, those of all other parts.
 */
function chooseTests({ perTest }, files) {
  const partOf = new Map(files.flatMap((file) => idsIn(file).map((id) => [id, findPart(file)])))
  const entries = Object.entries(perTest).map(([test, hits]) => {
    const file = relative(process.cwd(), test.slice(0, test.indexOf('#')))
    const isOwn = (id) => partOf.get(id).tests.some((glob) => matchesGlob(file, glob))
    return { hits, own: new Set(Object.keys(hits).filter(isOwn)) }
  })
  const reached = new Set(entries.flatMap(({ own }) => [...own]))
  for (const { hits, own } of entries) {
    for (const id of Object.keys(hits)) if (reached.has(id) && own.has(id) !== isOwnWanted()) delete hits[id]
  }
}

const isOwnWanted = () => process.env.MUTATION_TESTS_OF_PART === 'only'

/**
 * Counts the time between tests as time of the tests. Stryker would allow every mutant all of it, so that
 * one that hangs would take minutes.
 */
function spreadTime(tests, total) {
  const net = tests.reduce((sum, { timeSpentMs }) => sum + timeSpentMs, 0)
  return tests.map((test) => ({ ...test, timeSpentMs: (test.timeSpentMs * total) / net }))
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
      // Without tests of other parts, the result is that of the tests of its part.
      const isResult = status !== 'NoCoverage' || isOwnWanted()
      if (sample.has(key) && isResult) results.add(key, status)
    },
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'sample', createSampleRunner),
  declareFactoryPlugin(PluginKind.Reporter, 'sample', createSampleReporter),
]
