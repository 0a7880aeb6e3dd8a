// node bench/drift.mjs [--runs 50] [--preset spec]
// Learns a service, and looks for drift: while only its data changes, and after each change of one value.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { printTable } from './report.mjs'

const LEAST_NAMED = 0.95

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '50' }, preset: { type: 'string', default: 'spec' } },
})
const { preset } = values

const { learnService, listChanges, lookAtChange, lookAtData } = await bundle('drift/one-change.ts')
const assumptions = await learnService(preset)

let falseAlarms = 0
for (let seed = 1; seed <= Number(values.runs); seed += 1) {
  const drift = await lookAtData(preset, assumptions, seed)
  if (drift.changed.length + drift.differences.length === 0) continue
  falseAlarms += 1
  console.log(`False alarm with seed ${seed}: ${JSON.stringify(drift)}`)
}

const looks = []
for (const change of listChanges(assumptions)) {
  const look = await lookAtChange(preset, assumptions, change).catch(({ message }) => ({ ...change, message }))
  looks.push(look)
  if (look.isNamed) continue
  const told = look.message ?? JSON.stringify(look.drift).slice(0, 300)
  console.log(`${look.id}: ${look.before} became ${look.after}: ${told}`)
}
// A service whose credentials are refused, or which cannot have this data, is an error and no drift.
const seen = looks.filter(({ drift }) => drift !== undefined)
const [named, reported] = ['isNamed', 'isReported'].map((key) => seen.filter((look) => look[key]).length)
printTable({
  title: `Drift of a service with the preset ${preset}`,
  columns: ['', ''],
  rows: [
    ['Questions that were learned', Object.keys(assumptions).length],
    ['False alarms with other data', `${falseAlarms} of ${values.runs}`],
    ['Changes of one value', seen.length],
    ['Of these, reported', reported],
    ['Of these, named with the new value', named],
    ['Changes that end with an error', looks.length - seen.length],
  ],
})
process.exitCode = falseAlarms === 0 && named / seen.length >= LEAST_NAMED ? 0 : 1
