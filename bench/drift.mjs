// node bench/drift.mjs [--runs 50] [--preset spec] [--fields all] [--together 25]
// Learns a service, and looks for drift: while only its data changes, and after each change of one value or one field.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { printTable } from './report.mjs'

const LEAST_NAMED = 0.95

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    preset: { type: 'string', default: 'spec' },
    // How many values and fields are changed, and how many fields at once.
    values: { type: 'string', default: 'all' },
    fields: { type: 'string', default: 'all' },
    together: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
})
const { preset } = values
const countOf = (text) => (text === 'all' ? Number.POSITIVE_INFINITY : Number(text))

const { learnService, listChanges, lookAtChange, lookAtData } = await bundle('drift/one-change.ts')
const { learnFields, drawChanges, groupChanges, lookAtFields } = await bundle('drift/one-field.ts')
const assumptions = await learnService(preset)

let falseAlarms = 0
for (let seed = 1; seed <= Number(values.runs); seed += 1) {
  const drift = await lookAtData(preset, assumptions, seed)
  if (drift.changed.length + drift.differences.length === 0) continue
  falseAlarms += 1
  console.log(`False alarm with seed ${seed}: ${JSON.stringify(drift)}`)
}

const looks = []
for (const change of listChanges(assumptions).slice(0, countOf(values.values))) {
  const look = await lookAtChange(preset, assumptions, change).catch(({ message }) => ({ ...change, message }))
  looks.push(look)
  if (look.isNamed) continue
  const told = look.message ?? JSON.stringify(look.drift).slice(0, 300)
  console.log(`${look.id}: ${look.before} became ${look.after}: ${told}`)
}
const ofFields = await lookAtAllFields()

// A service whose credentials are refused, or which cannot have this data, is an error and no drift.
const seen = looks.filter(({ drift }) => drift !== undefined)
const count = (list, key) => list.filter((look) => look[key]).length
const named = count(seen, 'isNamed')
printTable({
  title: `Drift of a service with the preset ${preset}`,
  columns: ['', ''],
  rows: [
    ['Questions that were learned', Object.keys(assumptions).length],
    ['False alarms with other data', `${falseAlarms} of ${values.runs}`],
    ['Changes of one value', seen.length],
    ['Of these, reported', count(seen, 'isReported')],
    ['Of these, named with the new value', named],
    ['Changes that end with an error', looks.length - seen.length],
  ],
})
const kinds = [...new Set(ofFields.map(({ kind }) => kind))].sort()
printTable({
  title: `Changes of one field, ${values.together} at once`,
  columns: ['', 'shown', 'reported', 'the field is named', 'with its operation'],
  rows: [...kinds, 'all'].map((kind) => {
    const some = ofFields.filter((look) => kind === 'all' || look.kind === kind)
    return [kind, some.length, ...['isReported', 'isNamed', 'isPlaced'].map((key) => count(some, key))]
  }),
})
const isGood = (found, all) => all.length === 0 || found / all.length >= LEAST_NAMED
process.exitCode = falseAlarms === 0 && isGood(named, seen) && isGood(count(ofFields, 'isNamed'), ofFields) ? 0 : 1

async function lookAtAllFields() {
  const most = countOf(values.fields)
  if (most === 0) return []
  const known = await learnFields(preset)
  const changes = drawChanges(known.changes, most, Number(values.seed))
  const found = []
  for (const group of groupChanges(changes, Number(values.together))) {
    const shown = (await lookAtFields(preset, known, group)).filter(({ isShown }) => isShown)
    found.push(...shown)
    for (const { operation, path, kind, isPlaced, drift } of shown) {
      if (isPlaced) continue
      console.log(`${operation}, ${path} ${kind}: ${JSON.stringify(drift).slice(0, 600)}`)
    }
  }
  return found
}
