// What pages of a declared API cost beside the same pages of our own service: ratios of CPU, in one process.
//
//     npm run build && node bench/own-api.mjs [--records 100000]

import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { createSimulator as createOwn } from '../dist/src/engine/index.js'
import { createSimulator } from '../dist/src/index.js'
import { medianOf } from './statistics.mjs'

const { values } = parseArgs({ options: { records: { type: 'string', default: '1000' } } })
const records = Number(values.records)
const ROUNDS = 15
const REQUESTS = 300

const toPath = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

// Not every version of Node runs TypeScript.
async function loadIssues() {
  const outfile = toPath('node_modules/.cache/issues.mjs')
  const engine = toPath('dist/src/engine/index.js')
  await build({
    entryPoints: [toPath('examples/own-api/issues.ts')],
    bundle: true,
    format: 'esm',
    outfile,
    external: [engine, 'zod'],
    alias: { 'deploymock/engine': engine },
    logLevel: 'error',
  })
  return await import(pathToFileURL(outfile))
}

const { service } = await loadIssues()

const issues = createOwn({
  service,
  scenarios: [{ name: 'large', repos: 1, issues: [{ count: records, record: { state: 'open' } }] }],
  scenario: 'large',
})
const deployments = createSimulator({ deployments: records })
const [repo] = issues.db.repos.list()
const path = `/repos/${repo.owner}/${repo.name}/issues`
const pages = Math.max(1, Math.floor(records / 20) - 1)

/** For each case: the query of the issues, and that of the deployments, by the number of the request. */
const CASES = {
  'the same page': [() => 'per_page=20', () => 'limit=20'],
  'pages in turn': [
    (index) => `per_page=20&page=${(index % pages) + 1}`,
    (index) => `limit=20&offset=${(index % pages) * 20}`,
  ],
  'a filter': [
    (index) => `per_page=20&state=open&since=2020-01-0${(index % 9) + 1}T00:00:00Z`,
    (index) => `limit=20&status=READY&offset=${index % 9}`,
  ],
  'pages after a change': [() => 'per_page=20', () => 'limit=20', true],
}

const change = [
  () => issues.db.issues.update(1, { title: String(Math.random()) }),
  () => {
    const [{ id }] = deployments.db.deployments.list({ limit: 1 })
    deployments.db.deployments.update(id, { name: `web-${Math.random().toString(36).slice(2)}` })
  },
]
const simulators = [
  [issues, path],
  [deployments, '/v2/deployments'],
]

async function measure(side, query, changes) {
  const [simulator, at] = simulators[side]
  const count = changes ? REQUESTS / 10 : REQUESTS
  const began = process.cpuUsage()
  for (let index = 0; index < count; index += 1) {
    if (changes) change[side]()
    const response = await simulator.fetch(`${at}?${query(index)}`)
    if (!response.ok) throw new Error(`Failed to measure: ${query(index)} got ${response.status}.`)
    await response.arrayBuffer()
  }
  const { user, system } = process.cpuUsage(began)
  return (user + system) / count
}

console.log(`| ${records} records | issues, µs | deployments, µs | ratio |\n|---|---|---|---|`)
for (const [name, [one, other, changes = false]] of Object.entries(CASES)) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await measure(0, one, changes), await measure(1, other, changes)])
  const settled = rounds.slice(3)
  const [own, usual] = [0, 1].map((side) => Math.round(medianOf(settled.map((each) => each[side]))))
  const ratio = medianOf(settled.map(([mine, theirs]) => mine / theirs))
  console.log(`| ${name} | ${own} | ${usual} | ${ratio.toFixed(2)} |`)
}
