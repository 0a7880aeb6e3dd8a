// node bench/drift.mjs [--runs 50] [--deployments 25]
// Learns a service, and then looks for drift: while only its data changes, and after each single change of a value.

import { parseArgs } from 'node:util'
import { createSimulator } from '../build/src/index.js'
import { findDrift } from '../build/src/real-service/drift/drift.js'
import { learn } from '../build/src/real-service/learn/learn.js'
import { prepare } from '../build/src/real-service/learn/prepare.js'
import { readRecords } from '../build/src/real-service/records/records.js'
import { questions } from '../build/src/service/assumptions/questions.js'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    deployments: { type: 'string', default: '25' },
    preset: { type: 'string', default: 'spec' },
  },
})
const [runs, deployments] = [Number(values.runs), Number(values.deployments)]
const { preset } = values
const scenarioOf = (seed) => ({ name: 'real', seed, deployments: deployments + (seed % 7), now: '2026-03-02T09:00:00Z' })

const before = open(1)
const learned = await learn(before, prepare(before, await readRecords(before, { preset })))
const { assumptions } = learned
console.log(`${Object.keys(assumptions).length} questions decided with ${before.sent} requests.`)

let falseAlarms = 0
for (let seed = 1; seed <= runs; seed += 1) {
  const drift = await findDrift(open(seed), { preset, assumptions })
  if (drift.changed.length + drift.differences.length === 0) continue
  falseAlarms += 1
  console.log(`false alarm with seed ${seed}: ${JSON.stringify(drift)}`)
}
console.log(`${falseAlarms} false alarms in ${runs} runs with other data.`)

const found = { named: 0, only: 0, missed: 0, impossible: 0 }
for (const [id, value] of Object.entries(assumptions)) {
  for (const other of Object.keys(questions.register[id].values).filter((each) => each !== String(value))) {
    const reader = open(1, { [id]: other })
    if (reader === undefined) {
      found.impossible += 1
      continue
    }
    const { changed, differences } = await findDrift(reader, { preset, assumptions })
    const isNamed = changed.some((each) => each.id === id && each.now.includes(other))
    if (isNamed) found.named += 1
    if (isNamed && changed.length === 1 && differences.length === 0) found.only += 1
    if (isNamed) continue
    found.missed += 1
    const rest = JSON.stringify({ changed, differences }).slice(0, 300)
    console.log(`${id}: ${value} became ${other}, reported ${rest}`)
  }
}
const all = found.named + found.missed
console.log(`${found.named} of ${all} changes of a value named (${((100 * found.named) / all).toFixed(1)} %),`)
console.log(`${found.only} of them alone. ${found.impossible} changes are impossible.`)
process.exitCode = falseAlarms === 0 && found.named / all >= 0.95 ? 0 : 1

function open(seed, changes = {}) {
  try {
    const simulator = createSimulator({ preset, scenario: scenarioOf(seed), assumptions: { crossOrigin: 'none', ...changes } })
    return readerOf(simulator)
  } catch {
    return undefined
  }
}

function readerOf(simulator) {
  let sent = 0
  return {
    url: 'https://service.example',
    credentials: { names: ['x-api-key'], hide: (text) => text, hideSecrets: (text) => text },
    get sent() {
      return sent
    },
    async read({ method, path, query = '', headers = {}, isAnonymous }) {
      sent += 1
      const response = await simulator.fetch(query === '' ? path : `${path}?${query}`, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(isAnonymous ? {} : { 'x-api-key': 'any' }) },
      })
      return { status: response.status, headers: [...response.headers], body: await response.text() }
    },
  }
}
