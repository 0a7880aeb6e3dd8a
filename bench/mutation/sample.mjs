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
const isDone = (status) => status !== undefined && status !== 'Survived' && status !== 'NoCoverage'

/**
 * Runs mutants that are drawn from each part. Parts with the same adapter share a run, because starting
 * Stryker and finding out which tests reach a mutant takes as long as many mutants. What survived is run
 * again, because tests may have been added.
 */
export async function runSample(names, { seed, count }) {
  const files = listPartFiles()
  const parts = []
  for (const name of names) parts.push({ name, ...(await drawMutants(files[name], { seed, count })) })
  const path = `.stryker/sample-${seed}.json`
  const adapterOf = ({ name }) => PARTS[name].adapter ?? 'simulator.fetch'
  for (const [adapter, group] of groupBy(parts, adapterOf)) await runGroup(group, { adapter, path })
  printScores(parts, openResults(path))
}

async function runGroup(group, { adapter, path }) {
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

function groupBy(list, keyOf) {
  const groups = new Map()
  for (const each of list) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each])
  return groups
}
