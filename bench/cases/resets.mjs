import assert from 'node:assert/strict'
import { createSimulator } from '../../dist/src/index.js'
import { formatNumber, formatSpread } from '../report.mjs'
import { medianOf } from '../statistics.mjs'

const CASES = [
  { name: 'default world', options: {}, rounds: 30 },
  { name: '1,000 deployments', options: { deployments: 1000 }, rounds: 10 },
  { name: '10,000 deployments', options: { deployments: 10_000 }, rounds: 4 },
  { name: '100,000 deployments', options: { deployments: 100_000 }, rounds: 2 },
]

/** Creates simulators, writes three records to each, and resets it: milliseconds for both. */
export async function measureResets() {
  // The first round is a warm-up and is not counted.
  for (let round = 0; round < 10; round += 1) await measureOnce({})
  const results = []
  for (const { name, options, rounds } of CASES) {
    const result = { name, creations: [], resets: [] }
    for (let round = 0; round < rounds; round += 1) {
      const { creation, reset } = await measureOnce(options)
      result.creations.push(creation)
      result.resets.push(reset)
    }
    results.push(result)
  }
  return results
}

async function measureOnce(options) {
  const begin = performance.now()
  const simulator = createSimulator(options)
  const creation = performance.now() - begin
  const readPage = async () => (await simulator.fetch('/v2/deployments')).text()
  const before = await readPage()
  writeThreeRecords(simulator.db.deployments, JSON.parse(before).resources)
  assert.notEqual(await readPage(), before)
  const beginReset = performance.now()
  simulator.reset()
  const reset = performance.now() - beginReset
  assert.equal(await readPage(), before)
  return { creation, reset }
}

function writeThreeRecords(deployments, [first, second]) {
  deployments.create({ name: 'written-by-a-test' })
  deployments.update(first.id, { name: 'renamed-by-a-test' })
  deployments.delete(second.id)
}

export function tabulateResets(results) {
  return {
    title:
      'In the process: `createSimulator()`, and `reset()` after a test that wrote three records: ms, median (least to most)',
    columns: ['world', 'createSimulator()', 'reset()', 'of creating'],
    rows: results.map(({ name, creations, resets }) => [
      name,
      formatSpread(creations),
      formatSpread(resets),
      formatNumber(medianOf(resets) / medianOf(creations)),
    ]),
  }
}
