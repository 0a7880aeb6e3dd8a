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
const isDone = (status) => status !== undefined && status !== 'Survived' && status !== 'NoCoverage'

/**
 * Runs mutants that are drawn from each part. Several parts share a run, because starting Stryker and
 * finding out which tests reach a mutant takes as long as many mutants. What survived is run
 * again, because tests may have been added.
 */
export async function runSample(names, { seed, count }) {
  const files = listPartFiles()
  const parts = []
  for (const name of names) parts.push({ name, ...(await drawMutants(files[name], { seed, count })) })
  const path = `.stryker/sample-${seed}.json`
  for (const group of groupParts(parts)) await runGroup(group, path)
  printScores(parts, openResults(path))
}

async function runGroup(group, path) {
  const adapter = adapterOf(group[0])
  const { get } = openResults(path)
  const open = group.flatMap(({ drawn }) => drawn).filter(({ key }) => !isDone(get(key)))
  if (open.length === 0) return
  const sample = path.replace('.json', '-drawn.json')
  mkdirSync('.stryker', { recursive: true })
  writeFileSync(sample, JSON.stringify(open.map(({ key }) => key)))
  Object.assign(process.env, {
    MUTATION_SAMPLE: fileURLToPath(new URL(`../../${sample}`, import.meta.url)),
    MUTATION_RESULTS: path,
  })
  if (adapter === 'all') delete process.env.TEST_ADAPTER
  else process.env.TEST_ADAPTER = adapter
  const stryker = new Stryker({
    mutate: open.map(rangeOf),
    testFiles: [...new Set(group.flatMap(({ name }) => PARTS[name].tests))],
    testRunner: 'sample',
    reporters: ['sample', 'progress-append-only'],
    plugins: ['@stryker-mutator/vitest-runner', PLUGIN],
    incremental: false,
    tempDirName: '.stryker/sample-sandbox',
  })
  await stryker.runMutationTest()
}

const adapterOf = ({ name }) => PARTS[name].adapter ?? 'simulator.fetch'

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
