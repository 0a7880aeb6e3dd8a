import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { formatSpread, printTable } from './report.mjs'

const LEAST_DECIDED = 0.95

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    preset: { type: 'string', multiple: true, default: ['spec', 'langsmith'] },
    deployments: { type: 'string' },
    changing: { type: 'boolean', default: false },
    failing: { type: 'boolean', default: false },
  },
})

const world = {
  isChanging: values.changing,
  isFailing: values.failing,
  ...(values.deployments === undefined ? {} : { deployments: Number(values.deployments) }),
}
const { learnSeed } = await bundle('learn/closed-loop.ts')
const runs = []
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.seeds); seed += 1) {
  for (const preset of values.preset) {
    const run = await learnSeed(seed, preset, world)
    runs.push(run)
    console.log(`seed ${seed}, ${preset}: ${describe(run)}`)
  }
}
const sum = (count) => runs.reduce((all, run) => all + count(run), 0)
const shown = sum((run) => run.shown.length)
const missed = sum((run) => run.missed.length)
const wrong = sum((run) => run.wrong.length)
const share = 1 - missed / shown
printQuestions()
printTable({
  title: `What ${runs.length} services do`,
  columns: ['', ''],
  rows: [
    ['Wrong values', wrong],
    ['Responses that no value explains', sum((run) => run.unexplained)],
    ['Questions that the data shows', shown],
    ['Of these, decided', `${(100 * share).toFixed(1)} %`],
    ['Requests to read the records', formatSpread(runs.map((run) => run.reading))],
    ['Requests to learn', formatSpread(runs.map((run) => run.learning))],
    ['CPU time to learn in ms', formatSpread(runs.map((run) => run.milliseconds))],
  ],
})
process.exitCode = wrong > 0 || share < LEAST_DECIDED ? 1 : 0

function describe({ shown, missed, wrong, unexplained, reading, learning, milliseconds }) {
  const found = [
    ...wrong.map((text) => `WRONG ${text}`),
    ...missed.map((text) => `missed ${text}`),
    ...(unexplained > 0 ? [`${unexplained} unexplained`] : []),
  ]
  const count = `${shown.length - missed.length} of ${shown.length} questions, ${reading} + ${learning} requests`
  return [`${count}, ${Math.round(milliseconds)} ms`, ...found].join('; ')
}

/** Prints each question that was not always decided when the bytes of responses showed it, and those never decided. */
function printQuestions() {
  const ids = [...new Set(runs.flatMap((run) => run.ids))]
  const count = (id, listOf) => runs.filter((run) => listOf(run).includes(id)).length
  const rows = ids.map((id) => [
    id,
    count(id, (run) => run.shown),
    count(id, (run) => run.missed.map((text) => text.split('=')[0])),
    count(id, (run) => run.decided),
  ])
  printTable({
    title: 'Questions that were shown and not decided, or never decided',
    columns: ['', 'shown', 'missed', 'decided'],
    rows: rows.filter(([, , missed, decided]) => missed > 0 || decided === 0),
  })
}
