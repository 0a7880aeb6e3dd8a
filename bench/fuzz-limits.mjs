// What one client may do without ending the program or making others wait: fixed attacks, one after
// another, on programs with a small heap, and then a sample of loads from many clients at once on one with more.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { listLargeResponses } from './fuzz/pressure/large-responses.mjs'
import { KINDS_OF_LIBRARY, listLoads, prepareLoads } from './fuzz/pressure/loads.mjs'
import {
  buildAttack,
  expectResponses,
  goOnReading,
  pause,
  send,
  sendInTurn,
  stopReading,
} from './fuzz/pressure/moves.mjs'
import { playAttack } from './fuzz/pressure/playing.mjs'
import { writeGet } from './fuzz/pressure/requests.mjs'
import { startService } from './fuzz/running/service.mjs'
import { writeRequest } from './fuzz/sockets/requests.mjs'
import { formatNumber, printTable } from './report.mjs'

const MEGABYTE = 1024 * 1024
const WORKERS = 8
const PIPELINED = ['/v2/deployments', '/openapi.json', '/_simulator/docs/swagger-ui-bundle.js']
const CONTROL = '/_simulator/records/deployments?limit=1000'

const { values } = parseArgs({
  options: {
    heap: { type: 'string', default: '300' },
    slowest: { type: 'string', default: '250' },
    sessions: { type: 'string', default: '20000' },
    bodies: { type: 'string', default: '500' },
    requests: { type: 'string', default: '32' },
    'too-many': { type: 'string', default: '1000' },
    sockets: { type: 'string', default: '50' },
    records: { type: 'string', default: '20' },
    logged: { type: 'string', default: '500' },
    'at-once': { type: 'string', default: '30' },
    loads: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    'load-heap': { type: 'string', default: '1000' },
    only: { type: 'string', default: 'all' },
    // Without the counters of memory, so that only the net below them is left.
    uncounted: { type: 'boolean', default: false },
  },
})
const { only, uncounted, ...numbers } = values
const {
  heap,
  slowest,
  sessions,
  bodies,
  requests,
  sockets,
  records,
  logged,
  'at-once': atOnce,
  'too-many': tooMany,
  'load-heap': loadHeap,
  loads,
  seed,
} = Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, readWholeNumber(name, text)]))

const complaints = []
const UNCOUNTED = {
  path: fileURLToPath(new URL('../build/src/programs/cli/bin.js', import.meta.url)),
  preloads: [new URL('fuzz/pressure/uncounted.mjs', import.meta.url).href],
}
const rows = []
const wrong = []
if (only === 'all') await playAll(heap, listAttacks)
// On another program, because the sessions of those attacks may have left no room for more.
if (only !== 'loads') {
  await playAll(heap, async (service) => {
    const attacks = await listLargeResponses(service, { records, requests: logged, atOnce })
    // Whoever may use the control API may make the program work, but not end it.
    return attacks.map((attack) => ({ ...attack, mayHoldUp: true }))
  })
}
if (only !== 'responses' && !uncounted) {
  await playAll(loadHeap, async (service) => {
    const changeable = await prepareLoads(service)
    return listLoads(service, { seed, count: loads, changeable })
  })
  const library = fileURLToPath(new URL('fuzz/pressure/library.mjs', import.meta.url))
  await playAll(
    loadHeap,
    (service) => listLoads(service, { seed, count: Math.ceil(loads / 4), kinds: KINDS_OF_LIBRARY }),
    { key: 'library', options: ['--service', library], material: {} },
  )
}
printTable(tabulate(rows))
for (const complaint of complaints.slice(0, 10)) console.log(`**${complaint}**`)
const isKept =
  wrong.length === 0 &&
  complaints.length === 0 &&
  // Garbage is collected more often where only the net holds.
  rows.every(({ attack, seen }) => attack.mayHoldUp || uncounted || seen.worked <= slowest)
console.log(`\nThe program ${wrong.length === 0 ? 'is alive and responds as before' : `is not as before: ${wrong}`}.`)
console.log(isKept ? 'All limits were kept.' : `**Not all limits were kept** (others wait at most ${slowest} ms).`)
process.exitCode = isKept ? 0 : 1

/** Plays attacks one after another on one program. */
async function playAll(megabytes, list, of = { key: 'limits', options: ['--preset', 'langsmith'] }) {
  const variant = {
    ...of,
    flags: [`--max-old-space-size=${megabytes}`],
    ...(uncounted && UNCOUNTED),
  }
  const service = await startService(variant, (kind, detail) => complaints.push(`${kind}: ${detail}`))
  for (const attack of await list(service)) {
    if (service.program.hasEnded()) break
    const played = await playAttack(attack, service)
    rows.push({ attack, ...played, isAlive: !service.program.hasEnded() && !played.seen.isHanging })
  }
  const fault = service.program.hasEnded() ? 'it has ended' : await service.check()
  if (fault !== undefined) wrong.push(fault)
  await service.program.stop()
}

function listAttacks() {
  return [
    buildAttack('limits', `${sessions} sessions`, { scripts: listSessions(), patience: 300_000 }),
    buildAttack('limits', `${bodies} held bodies`, { connections: bodies, scripts: [holdBody()], patience: 30_000 }),
    ...PIPELINED.map((target) => buildPipelines(target, requests, sockets)),
    // What a connection has sent is parsed at once, even if it ends at the 33rd request.
    buildPipelines(PIPELINED[0], tooMany, 1),
    { ...buildPipelines(CONTROL, requests, sockets), mayHoldUp: true },
  ]
}

function buildPipelines(target, count, connections) {
  return buildAttack('limits', `${count} times ${target}, connections: ${connections}`, {
    connections,
    scripts: [pipeline(target, count)],
    patience: 30_000,
  })
}

function listSessions() {
  const all = Array.from({ length: sessions }, (_, index) => writeGet(`/_s/limit-${index}/v2/deployments?limit=1`))
  return Array.from({ length: WORKERS }, (_, worker) =>
    sendInTurn(all.filter((_, index) => index % WORKERS === worker)),
  )
}

// 10 kB that inflate to almost 10 MB.
function holdBody() {
  const body = gzipSync(Buffer.from(JSON.stringify({ name: 'x'.repeat(9.9 * MEGABYTE) })))
  const headers = [
    ['Host', 'localhost'],
    ['X-Api-Key', 'limits'],
    ['Content-Type', 'application/json'],
    ['Content-Encoding', 'gzip'],
    ['Content-Length', String(body.length)],
  ]
  const head = writeRequest({ method: 'POST', target: '/v2/deployments', headers })
  return [send(Buffer.concat([head, body.subarray(0, -20)])), pause(5000), send(body.subarray(-20)), expectResponses(1)]
}

function pipeline(target, count) {
  const bytes = Buffer.concat(Array.from({ length: count }, () => writeGet(target)))
  return [stopReading(), send(bytes), pause(5000), goOnReading(), pause(3000)]
}

function tabulate(rows) {
  return {
    title: `What others notice, with a heap of ${heap} MB, and of ${loadHeap} MB for loads`,
    columns: [
      'attack',
      'responses',
      'statuses',
      's',
      'others asked',
      'p99 ms',
      'longest ms',
      'of which it worked',
      'RSS MB',
      'alive',
    ],
    rows: rows.map(({ attack, statuses, seconds, seen, isAlive }) => [
      attack.sort,
      [...statuses.values()].reduce((sum, count) => sum + count, 0),
      [...statuses].map(([status, count]) => `${status}: ${count}`).join(', '),
      formatNumber(seconds),
      seen.asked,
      formatNumber(seen.p99),
      formatNumber(seen.longest),
      formatNumber(seen.worked),
      formatNumber(seen.resident / MEGABYTE),
      isAlive ? 'yes' : '**no**',
    ]),
  }
}

function readWholeNumber(name, text) {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`Failed to read --${name}: "${text}". It must be a whole number.`)
}
