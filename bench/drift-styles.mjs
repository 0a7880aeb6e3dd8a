// node bench/drift-styles.mjs [--runs 30] [--changes 40] [--own 20] [--seed 1]
// Looks for drift of services of other styles: of those that are unchanged, with or without a way of their own, and of
// those that leave a question since they were learned, or do not leave it any more, and of those that a team has changed.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { formatSpread } from './report.mjs'
import { CHANGES } from './styles/changes.mjs'
import { serve } from './styles/serve.mjs'
import { applies, buildService, DEVIATIONS, STYLES } from './styles/try-ways.mjs'
import { buildWorld, createDraw } from './styles/world.mjs'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '30' },
    changes: { type: 'string', default: '40' },
    own: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})

const { learnStyle } = await bundle('styles/learn-style.ts')
const { compareStyle } = await bundle('styles/drift-style.ts')
const seed = Number(values.seed)
const draw = createDraw(seed)
// What is below another path or refused everywhere cannot be read.
const usable = DEVIATIONS.filter(({ question }) => !['versionPrefix', 'authenticationFailure'].includes(question))

async function withService(style, ways, worldSeed, use) {
  const isOfTeam = ways.some((way) => CHANGES.includes(way))
  const service = isOfTeam ? { ...style, plan: ways[0].change(style.plan) } : buildService(style, ways, seed)
  const { url, stop } = await serve(service, buildWorld(worldSeed, 16))
  try {
    return await use(url)
  } finally {
    stop()
  }
}

function pickWay(style) {
  const way = draw.pick(usable)
  return applies(style, way) ? way : pickWay(style)
}

/** Learns a service with some ways, and compares it with one that has others. */
async function look(style, before, after, worldSeed = seed) {
  const learned = await withService(style, before, seed, learnStyle)
  return withService(style, after, worldSeed, (url) => compareStyle(url, learned))
}

const nameAll = ({ changed, differences }) => [
  ...changed.map(({ id, learned, now }) => `${id}: ${learned || 'own'} -> ${now.join(' or ') || 'own'}`),
  ...differences.map(({ operation, aspect, value }) => `${operation}: ${aspect}: ${value}`),
]

let [alarms, named] = [0, 0]
const sent = { quiet: [], changed: [] }
for (let run = 0; run < Number(values.runs); run += 1) {
  const style = STYLES[run % STYLES.length]
  // Three styles as they are, and three with a way of their own.
  const ways = run % 2 === 0 ? [] : [pickWay(style)]
  // The same records, others, and those of a service that was learned with fewer.
  const drift = await look(style, ways, ways, seed + (run % 3))
  sent.quiet.push(drift.sent)
  const all = nameAll(drift)
  if (all.length === 0) continue
  alarms += 1
  console.log(`False alarm: ${style.style}, ${ways.map(({ title }) => title)}: ${all.join('; ')}`)
}
for (let change = 0; change < Number(values.changes); change += 1) {
  const style = draw.pick(STYLES)
  const way = pickWay(style)
  const drift = await look(style, ...(change % 2 === 0 ? [[], [way]] : [[way], []]))
  sent.changed.push(drift.sent)
  const all = nameAll(drift)
  const isNamed = drift.changed.some(({ id }) => id === way.question)
  // What no question is about is named by what differs.
  const isTold = isNamed || (drift.changed.length === 0 && drift.differences.length > 0)
  if (isTold) named += 1
  console.log(
    `${isTold ? 'named ' : 'MISSED'} ${style.style}, ${way.question}: ${way.title} ${change % 2 === 0 ? 'came' : 'went'}: ${all.slice(0, 4).join('; ')} (${all.length})`,
  )
}
let told = 0
const team = CHANGES.slice(0, Number(values.own))
for (const [place, change] of team.entries()) {
  const style = STYLES[(place + seed) % STYLES.length]
  const drift = await look(style, ...(place % 2 === 0 ? [[], [change]] : [[change], []]))
  sent.changed.push(drift.sent)
  const all = nameAll(drift)
  const isOther = drift.changed.some(({ id }) => !change.questions.includes(id))
  const isTold = !isOther && (drift.changed.length > 0 || all.some((text) => change.told.test(text)))
  if (isTold) told += 1
  console.log(
    `${isTold ? 'named ' : 'MISSED'} ${style.style}, ${change.title} ${place % 2 === 0 ? 'came' : 'went'}: ${all.slice(0, 4).join('; ')} (${all.length})`,
  )
}
console.log(
  `${alarms} false alarms in ${values.runs} looks (${formatSpread(sent.quiet)} requests), ${named} of ${values.changes} changes named, ${told} of ${team.length} of a team (${formatSpread(sent.changed)})`,
)
process.exitCode = alarms > 0 || named < Number(values.changes) || told < team.length ? 1 : 0
