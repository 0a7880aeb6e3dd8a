// node bench/styles.mjs [--seed 1] [--whole] [--style plain-node] [--only nameMatching] [--every 1] [--pairs 0] [--verbose]
// Learns services that leave the questions of the register, one way at a time, and pairs of ways.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { printTable } from './report.mjs'
import { applies, DEVIATIONS, drawPairs, STYLES, tryWays } from './styles/try-ways.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    style: { type: 'string', multiple: true, default: STYLES.map(({ style }) => style) },
    only: { type: 'string', multiple: true },
    every: { type: 'string', default: '1' },
    whole: { type: 'boolean', default: false },
    pairs: { type: 'string', default: '0' },
    verbose: { type: 'boolean', default: false },
  },
})

const LEAST_KEPT = 0.95
const { learnStyle: learn } = await bundle('styles/learn-style.ts')
const styles = STYLES.filter(({ style }) => values.style.includes(style))
const seed = Number(values.seed)
const plain = new Map()
for (const style of styles) {
  const run = await tryWays(style, [], { seed, learn })
  plain.set(style, run)
  const open = Object.keys(style.truths).filter((id) => run.learned.assumptions[id] === undefined)
  console.log(
    `${style.style}: ${run.right.length} right, ${run.wrong.length} wrong ${run.wrong}, ${run.learned.sent} requests`,
  )
  console.log(
    `  open: ${open.map((id) => (values.verbose ? `${id} (${run.learned.undecided[id]?.because})` : id)).join(', ')}`,
  )
  if (values.verbose) console.log(run.learned.unexplained)
}
const single = DEVIATIONS.filter(
  ({ question }, place) => (values.only?.includes(question) ?? true) && place % Number(values.every) === 0,
)
// Unless all of it is asked for, each way is tried with one of the styles.
const isChosen = (way, style) => values.whole || styles[(DEVIATIONS.indexOf(way) + seed) % styles.length] === style
const cases = [
  ...styles.flatMap((style) =>
    single.filter((way) => applies(style, way) && isChosen(way, style)).map((way) => [style, [way]]),
  ),
  ...drawPairs(Number(values.pairs), seed).filter(([style]) => plain.has(style)),
]
const rows = new Map()
let wrong = 0
let expected = 0
let kept = 0
for (const [style, ways] of cases) {
  const run = await tryWays(style, ways, { seed, learn })
  const untouched = plain
    .get(style)
    .right.filter(
      (id) => !run.service.mutes.has(id) && !run.service.either.has(id) && run.service.truths[id] === style.truths[id],
    )
  const lost = untouched.filter((id) => !run.right.includes(id))
  const title = `${style.style}, ${ways.map(({ question, title }) => `${question}: ${title}`).join(' + ')}`
  if (run.wrong.length > 0) console.log(`FALSE ${title}: ${run.wrong.join(', ')}`)
  if (lost.length > 0)
    console.log(`lost  ${title}: ${lost.map((id) => `${id} (${run.learned.undecided[id]?.because})`).join(', ')}`)
  if (values.verbose)
    console.log(`${title}: ${run.learned.unexplained.length} unexplained, ${run.learned.sent} requests`)
  wrong += run.wrong.length > 0 ? 1 : 0
  expected += untouched.length
  kept += untouched.length - lost.length
  for (const { question } of ways) {
    const row = rows.get(question) ?? [question, 0, 0, 0, 0]
    row[1] += 1
    row[2] += run.wrong.length > 0 ? 1 : 0
    row[3] += untouched.length
    row[4] += untouched.length - lost.length
    rows.set(question, row)
  }
}
printTable({
  title: 'Ways in which services leave the questions',
  columns: ['', 'services', 'with a false statement', 'decided without the way', 'and with it'],
  rows: [...rows.values()],
})
const share = kept / expected
console.log(
  `${cases.length} services, ${wrong} with a false statement, ${(100 * share).toFixed(1)} % of what is untouched stays decided`,
)
process.exitCode = wrong > 0 || share < LEAST_KEPT ? 1 : 0
