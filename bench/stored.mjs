// What it costs to keep sessions in a folder: requests of which 5 % change something, by the CPU time of the server.
//
//     npm run build && node bench/stored.mjs [ROUNDS]

import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPeer, stopAll } from './processes.mjs'
import { PROGRAM } from './program.mjs'
import { readCpuTime } from './shared/cpu-time.mjs'
import { compareInTurn, medianOf } from './statistics.mjs'

const ROUNDS = Number(process.argv[2] ?? 9)
const REQUESTS = 3000
const CHANGED_EACH = 20
const AT_ONCE = 16

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

function send(origin, method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': 'key', 'content-type': 'application/json' }
    const sent = request(origin + path, { method, agent, headers }, (response) => {
      if (response.statusCode >= 300) reject(new Error(`Failed to measure: ${path} got ${response.statusCode}.`))
      response.resume().on('end', resolve)
    })
    sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Sends requests for pages and changes of one session in turn. @returns the CPU time of a request in microseconds */
async function measure({ origin, child }) {
  const before = readCpuTime(child.pid)
  let next = 0
  const work = async () => {
    while (next < REQUESTS) {
      next += 1
      if (next % CHANGED_EACH === 0)
        await send(origin, 'POST', '/_s/a/_simulator/records/deployments', { name: `web-${next}` })
      else await send(origin, 'GET', `/_s/a/v2/deployments?limit=20&offset=${next % 50}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return (readCpuTime(child.pid) - before) / REQUESTS
}

const start = (folder, options) =>
  startPeer(
    {
      name: 'deploymock',
      paths: { plain: '/v2/deployments?limit=1' },
      start: (port) => ({ args: [PROGRAM, '--port', port, '--log', 'none', ...options] }),
      check: () => undefined,
    },
    { folder },
  )

const folder = await mkdtemp(join(tmpdir(), 'stored-'))
try {
  const peers = [await start(folder, ['--state', join(folder, 'state')]), await start(folder, [])]
  const figures = [[], []]
  for (const peer of peers) await measure(peer)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, peer] of peers.entries()) figures[index].push(await measure(peer))
  }
  const [stored, plain] = figures
  console.log(`CPU of a request in microseconds, ${ROUNDS} rounds in turn, ${100 / CHANGED_EACH} % changes`)
  console.log(`with a folder ${medianOf(stored).toFixed(1)}, without ${medianOf(plain).toFixed(1)}`)
  console.log(`throughput with a folder: ${compareInTurn(plain, stored).toFixed(3)} of that without`)
} finally {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
}
