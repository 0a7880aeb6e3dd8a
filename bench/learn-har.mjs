// node bench/learn-har.mjs [--seeds 200] [--from 1] [--preset spec] [--har requests.har] [-- COMMAND]
// Learns what services do from the traffic of random clients, and compares that with what they were made to do. With a
// command, the clients are the tests that it runs, with DEPLOYMOCK_VARY set to each seed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { formatSpread, printTable } from './report.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    preset: { type: 'string', multiple: true, default: ['spec', 'langsmith'] },
    har: { type: 'string', multiple: true },
  },
})

const { learnRecorded, learnSaved, learnTraffic } = await bundle('learn/har-loop.ts')
const runs = []
// Files are those of one server.
const seeds = values.har === undefined ? Number(values.seeds) : 1
for (let seed = Number(values.from); seed < Number(values.from) + seeds; seed += 1) {
  if (positionals.length > 0) {
    for (const run of await learnTests(seed)) note(`seed ${seed}`, run)
    continue
  }
  for (const preset of values.preset) {
    const run = values.har === undefined ? await learnTraffic(seed, preset) : await learnSaved(values.har, seed, preset)
    note(`seed ${seed}, ${preset}`, run)
  }
}

function note(who, run) {
  runs.push(run)
  const { decided, compared, sent, unexplained, wrong, milliseconds } = run
  const found = `${Object.keys(decided).length} decided, ${compared} of ${sent} requests, ${Math.round(milliseconds)} ms`
  const more = [...wrong.map((text) => `WRONG ${text}`), ...(unexplained > 0 ? [`${unexplained} unexplained`] : [])]
  console.log(`${who}: ${[found, ...more].join('; ')}`)
}

async function learnTests(seed) {
  const folder = mkdtempSync(join(tmpdir(), 'traffic-'))
  const [command, ...args] = positionals
  const recorder = new URL('learn/record-traffic.mjs', import.meta.url)
  const env = { ...process.env, TRAFFIC: folder, DEPLOYMOCK_VARY: seed, NODE_OPTIONS: `--import ${recorder}` }
  // Tests that rely on a value fail, and the requests until then count.
  spawnSync(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const learned = await learnRecorded(folder)
  rmSync(folder, { recursive: true })
  return learned
}

const wrong = runs.reduce((sum, run) => sum + run.wrong.length, 0)
const decided = runs.flatMap((run) => Object.keys(run.decided))
printTable({
  title: `What the traffic of ${runs.length} clients says`,
  columns: ['', ''],
  rows: [
    ['Wrong values', wrong],
    ['Responses that no value explains', runs.reduce((sum, run) => sum + run.unexplained, 0)],
    ['Questions that are decided', formatSpread(runs.map((run) => Object.keys(run.decided).length))],
    ['Requests', formatSpread(runs.map((run) => run.sent))],
    ['Of these, compared', formatSpread(runs.map((run) => run.compared))],
    ['CPU time to learn in ms', formatSpread(runs.map((run) => run.milliseconds))],
  ],
})
const ids = [...new Set(decided)].sort()
printTable({
  title: 'In how many files each question is decided',
  columns: ['', ''],
  rows: ids.map((id) => [id, decided.filter((each) => each === id).length]),
})
process.exitCode = wrong > 0 ? 1 : 0
