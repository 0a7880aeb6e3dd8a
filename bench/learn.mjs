// node bench/learn.mjs [--seeds 200] [--from 1] [--preset spec] [--deployments 20] [--changing] [--failing]
// Learns what varied services do, and compares that with what they were made to do.

import { parseArgs } from 'node:util'
import { bundle } from './bundle.mjs'
import { formatSpread, printTable } from './report.mjs'

const LEAST_DECIDED = 0.95

const ONLY_WRITES = 'only requests that write show it'
/** The questions that are not always decided when the bytes of responses show them, or not at all, and why. */
const REASONS = {
  repositoryOrdering: 'repositories have no times, so only an order by name can be told, and not of fewer than eight',
  deploymentOrdering: 'names may not show whether their case counts, and a chance order may look like one',
  nullParameter: 'all deployments may have an image version, so nothing shows whether null finds the others',
  providerOrdering: 'no order can be told of fewer than eight providers',
  freeFormObjects: 'they contain what users have stored',
  listenerConfig: 'if no deployment has one, only a creation shows it',
  previewIdle: 'it would take as long as previews last',
  statusValues: 'statuses that no deployment has are not known to exist',
  validationErrors: 'errors that are one text are not counted',
  tagMatching: 'no response contains tags',
  authentication: 'the credentials that a loop sends are accepted under every value',
  keyScope: 'it would take a key without a tenant',
  rateLimit: 'it would take more requests than are polite',
  logLevel: 'the lines of one level do not show which others a log has',
  bodyEncoding: ONLY_WRITES,
  listenerCreation: ONLY_WRITES,
  duplicateProvider: ONLY_WRITES,
  authorizationUrl: ONLY_WRITES,
  creation: ONLY_WRITES,
  creationReferences: ONLY_WRITES,
  deploymentNames: ONLY_WRITES,
  duplicateName: ONLY_WRITES,
  sameSource: ONLY_WRITES,
  agentEnvironments: ONLY_WRITES,
  missingCreationFields: ONLY_WRITES,
  sourceFields: ONLY_WRITES,
  zeroScale: ONLY_WRITES,
  reservedSecrets: ONLY_WRITES,
  statusTransitions: ONLY_WRITES,
}

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
const countUnlisted = (ids) => ids.filter((id) => REASONS[id] === undefined).length
const wrong = sum((run) => run.wrong.length)
const share = 1 - sum((run) => countUnlisted(Object.keys(run.missed))) / sum((run) => countUnlisted(run.shown))
const questions = runs[0].ids.map(describeQuestion)
const open = questions.filter(([id, , , decided]) => decided === 0 && REASONS[id] === undefined)
printTable({
  title: 'How often each question was shown, missed and decided',
  columns: ['', 'shown', 'missed', 'decided', 'by', 'why not always'],
  rows: questions,
})
printTable({
  title: `What ${runs.length} services do`,
  columns: ['', ''],
  rows: [
    ['Wrong values', wrong],
    ['Responses that no value explains', sum((run) => run.unexplained)],
    ['Questions that the data shows', sum((run) => run.shown.length)],
    ['Of these, decided', sum((run) => run.shown.length - Object.keys(run.missed).length)],
    ['Decided, of those without a reason', `${(100 * share).toFixed(1)} %`],
    ['Neither ever decided nor with a reason', open.map(([id]) => id).join(', ') || 'none'],
    ['Requests to read the records', formatSpread(runs.map((run) => run.reading))],
    ['Requests to learn', formatSpread(runs.map((run) => run.learning))],
    ['CPU time to learn in ms', formatSpread(runs.map((run) => run.milliseconds))],
  ],
})
process.exitCode = wrong > 0 || open.length > 0 || share < LEAST_DECIDED ? 1 : 0

function describe({ shown, missed, wrong, unexplained, reading, learning, milliseconds }) {
  const found = [
    ...wrong.map((text) => `WRONG ${text}`),
    ...Object.entries(missed).map(([id, text]) => `missed ${id}=${text}`),
    ...(unexplained > 0 ? [`${unexplained} unexplained`] : []),
  ]
  const decided = shown.length - Object.keys(missed).length
  const count = `${decided} of ${shown.length} questions, ${reading} + ${learning} requests`
  return [`${count}, ${Math.round(milliseconds)} ms`, ...found].join('; ')
}

function describeQuestion(id) {
  const places = runs.flatMap(({ decided }) => decided[id] ?? [])
  const counts = new Map()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  const [[usual] = ['']] = [...counts].toSorted(([, one], [, other]) => other - one)
  const count = (isMeant) => runs.filter(isMeant).length
  return [
    id,
    count(({ shown }) => shown.includes(id)),
    count(({ missed }) => missed[id] !== undefined),
    places.length,
    counts.size > 1 ? `${usual}, and ${counts.size - 1} more` : usual,
    REASONS[id] ?? '',
  ]
}
