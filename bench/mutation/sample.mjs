import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { drawMutants } from './draw.mjs'
import { rangeOf } from './key.mjs'
import { listPartFiles } from './part-files.mjs'
import { PARTS } from './parts.mjs'
import { openResults } from './results.mjs'
import { printScores } from './scores.mjs'

const PLUGIN = fileURLToPath(new URL('stryker-plugin.mjs', import.meta.url))
// What a group shares is lost if it is interrupted before its first mutant.
const MOST_PARTS = 7
const isAlive = (status) => status === 'Survived' || status === 'NoCoverage'

// The tests that can run within one process. `vitest.config.ts` leaves out some that take long.
const ALL_TESTS = [
  'test/{adapters,behaviour,control,control-plane,core,data,files,openapi,server,sessions}/**/*.test.ts',
  ...PARTS.coverage.tests,
]

/**
 * Runs mutants that are drawn from each part. Several parts share a run, because starting Stryker and
 * finding out which tests reach a mutant takes as long as many mutants. What survives the tests of its part
 * is run with all other tests. What survived an earlier run is run again, because tests may have been added.
 */
export async function runSample(names, { seed, count }) {
  const files = listPartFiles()
  const parts = []
  for (const name of names) parts.push({ name, ...(await drawMutants(files[name], { seed, count })) })
  const path = `.stryker/sample-${seed}.json`
  for (const group of groupParts(parts)) await runGroup(group, path)
  printScores(parts, openResults(path), 'the tests of its part')
  for (const group of groupByAdapter(parts)) await runSurvivors(group, path)
  printScores(parts, openResults(path), 'all tests')
}

async function runGroup(group, path) {
  const { get } = openResults(path)
  const mutants = group.flatMap(({ drawn }) => drawn).filter(({ key }) => get(key) === undefined || isAlive(get(key)))
  const tests = [...new Set(group.flatMap(({ name }) => PARTS[name].tests))]
  await runMutants(mutants, { path, adapter: adapterOf(group[0]), tests, ofPart: 'only' })
}

async function runSurvivors(group, path) {
  const { get } = openResults(path)
  const mutants = group.flatMap(({ drawn }) => drawn).filter(({ key }) => isAlive(get(key)))
  await runMutants(mutants, { path, adapter: adapterOf(group[0]), tests: ALL_TESTS, ofPart: 'none' })
}

/** Runs mutants with `tests`: only with those of their part, or with none of these. */
async function runMutants(mutants, { path, adapter, tests, ofPart }) {
  if (mutants.length === 0) return
  const sample = path.replace('.json', '-drawn.json')
  mkdirSync('.stryker', { recursive: true })
  writeFileSync(sample, JSON.stringify(mutants.map(({ key }) => key)))
  Object.assign(process.env, {
    MUTATION_SAMPLE: fileURLToPath(new URL(`../../${sample}`, import.meta.url)),
    MUTATION_RESULTS: path,
    MUTATION_TESTS_OF_PART: ofPart,
  })
  if (adapter === 'all') delete process.env.TEST_ADAPTER
  else process.env.TEST_ADAPTER = adapter
  const stryker = new Stryker({
    configFile: 'bench/mutation/stryker.config.json',
    mutate: mutants.map(rangeOf),
    testFiles: tests,
    testRunner: 'sample',
    reporters: ['sample', 'progress-append-only'],
    plugins: ['@stryker-mutator/vitest-runner', PLUGIN],
    incremental: false,
    tempDirName: '.stryker/sample-sandbox',
  })
  await stryker.runMutationTest()
}

const adapterOf = ({ name }) => PARTS[name].adapter ?? 'simulator.fetch'

const groupByAdapter = (parts) =>
  [...new Set(parts.map(adapterOf))].map((adapter) => parts.filter((part) => adapterOf(part) === adapter))

/** Groups consecutive parts with the same adapter. */
function groupParts(parts) {
  const groups = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last !== undefined && last.length < MOST_PARTS && adapterOf(last[0]) === adapterOf(part)) last.push(part)
    else groups.push([part])
  }
  return groups
}
