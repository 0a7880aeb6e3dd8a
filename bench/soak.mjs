import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startProgram, stopPrograms } from './program.mjs'
import { formatNumber, printTable } from './report.mjs'
import { openAbuse } from './soak/abuse.mjs'
import { createClient } from './soak/client.mjs'
import { openListeners } from './soak/listeners.mjs'
import { askBesides } from './soak/others.mjs'
import { createSamples, judgeFlatness, tabulateSamples } from './soak/samples.mjs'
import { createSessionPool } from './soak/sessions.mjs'
import { startTraffic } from './soak/traffic.mjs'
import { percentage } from './statistics.mjs'

const METRICS = new URL('soak/metrics.mjs', import.meta.url).href
const MEGABYTE = 1024 * 1024
// A request that arrives after its session has ended must not begin another one.
const OPTIONS = ['--log', 'none', '--preset', 'langsmith', '--known-sessions-only']
const OTHERS = 'others'
const WORKERS = 32
const LISTENERS = { never: 10, slowly: 10 }
const ABUSE = { unread: 4, held: 4 }
// Sessions live for the duration of the soak divided by this, so that their memory is released and
// taken again.
const LIVES = 6
const SAMPLES = 30
// The first must be flat. The others help to see why it is not: the heap rises until the garbage is
// collected, and what is counted until the caches are full.
const FIGURES = [
  ['rss', 'Resident'],
  ['heap', 'Heap (least)'],
  ['counted', 'Counted'],
]
// How long after its clients the server has also closed their connections.
const CLOSING = 1000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    sessions: { type: 'string', default: '1000' },
    heap: { type: 'string' },
  },
})
const duration = readNumber('minutes') * 60_000
const sessionCount = readNumber('sessions')
const flags = values.heap === undefined ? [] : [`--max-old-space-size=${readNumber('heap')}`]

const complaints = []
const program = await startProgram(OPTIONS, {
  preloads: [METRICS],
  flags,
  report(kind, detail) {
    // The warning about the function that counts the timers is expected.
    if (!detail.includes('v8.queryObjects')) complaints.push(`${kind}: ${detail}`)
  },
  receive: () => undefined,
})
const client = createClient(program.port)
// Others have a connection of their own, and wait for no other requests.
const bystander = createClient(program.port)
try {
  const before = await measure({ collect: true })
  const samples = await soak()
  client.close()
  bystander.close()
  await wait(CLOSING)
  printTable(tabulateSamples(samples.rows))
  conclude(samples.rows, { before, after: await measure({ collect: true }) })
} catch (error) {
  if (!program.hasEnded()) throw error
  conclude([], {})
} finally {
  await stopPrograms()
}
// If the program ended early, the clients would continue.
process.exit()

async function soak() {
  const samples = createSamples()
  const sessions = createSessionPool(client, sessionCount, duration / LIVES)
  const { records: repositories } = await client.control('GET', '/_simulator/records/repositories')
  const { records: deployments } = await client.control('GET', '/_simulator/records/deployments')
  await sessions.fill()
  await client.control('POST', `/_s/${OTHERS}/_simulator/sessions`, {})
  const closeListeners = openListeners(program.port, LISTENERS)
  const endAbuse = openAbuse(program.port, ABUSE)
  const { addRequest: record, addWait } = samples
  const stopTraffic = startTraffic({ client, sessions, repositories, deployments, workers: WORKERS, record })
  const stopAsking = askBesides(bystander, { session: OTHERS, record: addWait })
  const start = performance.now()
  for (let sample = 1; sample <= SAMPLES && !program.hasEnded(); sample += 1) {
    const end = start + (sample * duration) / SAMPLES
    do {
      await wait(Math.min(1000, Math.max(0, end - performance.now())))
      samples.addMemory(await measure({ collect: false }))
    } while (performance.now() < end && !program.hasEnded())
    samples.close((performance.now() - start) / 60_000, await count(sessions))
  }
  await Promise.all([stopTraffic(), stopAsking()])
  closeListeners()
  endAbuse()
  await sessions.empty()
  return samples
}

async function measure(request) {
  const asked = new AbortController()
  const { signal } = asked
  try {
    program.child.send(request)
    const message = once(program.child, 'message', { signal }).then(([usage]) => usage)
    return await Promise.race([message, once(program.child, 'exit', { signal }).then(failToMeasure)])
  } finally {
    asked.abort()
  }
}

function failToMeasure() {
  throw new Error('Failed to measure the program: it has ended.')
}

// Counts what a few sessions keep.
async function count(sessions) {
  const listed = await client.control('GET', '/_simulator/sessions')
  const states = await Promise.all(
    Array.from({ length: 20 }, () => client.control('GET', `/_s/${sessions.pick()}/_simulator`)),
  )
  const { memory } = await client.control('GET', '/_simulator')
  const kept = states.map((state) => state?.requests ?? 0)
  return {
    sessions: listed.length - 2,
    counted: memory.used / MEGABYTE,
    sessionsBegun: sessions.begun(),
    journal: kept.reduce((sum, each) => sum + each, 0) / kept.length,
  }
}

function describeFlatness({ name, middle, last, rise, isFlat }) {
  const figures = `${formatNumber(middle)} MB in the middle third, ${formatNumber(last)} MB in the last one, where it rises by ${percentage(rise)}`
  return `${name}: ${figures}: ${isFlat ? 'flat' : 'growing'}.`
}

function conclude(rows, { before, after }) {
  const isWhole = rows.length === SAMPLES
  const flatness = isWhole ? FIGURES.map(([figure, name]) => ({ name, ...judgeFlatness(rows, figure) })) : []
  const isFlat = isWhole && flatness[0].isFlat
  if (isWhole) {
    const heapOf = ({ heapUsed }) => formatNumber(heapUsed / MEGABYTE)
    console.log(`
${flatness.map(describeFlatness).join('\n')}
Heap without garbage: ${heapOf(before)} MB before, ${heapOf(after)} MB when all sessions had ended. Timers: ${before.timers} before, ${after.timers} then.`)
  }
  for (const complaint of complaints) console.log(`**${complaint}**`)
  process.exitCode = isFlat && complaints.length === 0 ? 0 : 1
}

function readNumber(name) {
  const number = Number(values[name])
  if (number > 0) return number
  throw new Error(`Failed to read --${name}: "${values[name]}". It must be a number above 0.`)
}
