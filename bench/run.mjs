import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createSimulator } from '../dist/src/core/simulator.js'
import { peers } from './peers.mjs'

const FIRST_PORT = 4820
const ROUNDS = 5
const SECONDS = 2
const CONNECTIONS = 16
const START_TIMEOUT = 30_000
const REFERENCE = 'bare Express 5, a constant'

/** Writes what the peers answer from: the records of a thousand deployments, and their first page. */
async function writeFiles(folder) {
  const simulator = createSimulator({ deployments: 1000 })
  const page = join(folder, 'page.json')
  const records = join(folder, 'records.json')
  await writeFile(page, await (await simulator.fetch('/v2/deployments')).text())
  await writeFile(records, JSON.stringify({ deployments: simulator.db.deployments.all() }))
  return { page, records }
}

/** Starts a peer, waits for its first answer, and checks that. */
async function start(peer, port, files) {
  const begin = performance.now()
  const child = spawn(process.execPath, peer.start(String(port), files), { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}${peer.path}`
  while (performance.now() - begin < START_TIMEOUT) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) {
      const milliseconds = performance.now() - begin
      const count = peer.count(await response.json())
      if (count !== 20)
        throw new Error(`Failed to measure ${peer.name}: its page has ${count} records. It must have 20.`)
      return { child, url, milliseconds }
    }
    await wait(2)
  }
  child.kill()
  throw new Error(`Failed to measure ${peer.name}: it did not answer within ${START_TIMEOUT / 1000} s.`)
}

async function readMemory(child) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

async function measureThroughput({ url }) {
  const { requests, non2xx } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS })
  if (non2xx > 0) throw new Error(`Failed to measure ${url}: ${non2xx} answers were errors.`)
  return requests.average
}

async function measureStarts(port, files) {
  const starts = new Map(peers.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of peers) {
      const { child, milliseconds } = await start(peer, port, files)
      starts.get(peer.name).push(milliseconds)
      child.kill()
      await once(child, 'exit')
    }
  }
  return starts
}

function summarize(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return { least: sorted[0], median: sorted[Math.floor(sorted.length / 2)], most: sorted.at(-1) }
}

const show = ({ least, median, most }) => `${median.toFixed(0)} (${least.toFixed(0)} to ${most.toFixed(0)})`

const folder = await mkdtemp(join(tmpdir(), 'deploymock-bench-'))
const running = []
try {
  const files = await writeFiles(folder)
  const starts = await measureStarts(FIRST_PORT, files)
  for (const [index, peer] of peers.entries())
    running.push({ peer, ...(await start(peer, FIRST_PORT + 1 + index, files)) })

  // In turn, so that whatever else the machine does strikes all alike.
  const rates = new Map(peers.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const each of running) rates.get(each.peer.name).push(await measureThroughput(each))
  }

  const reference = summarize(rates.get(REFERENCE)).median
  console.log(
    `Node ${process.version}, ${cpus().length} cores, ${CONNECTIONS} connections, ${new Date().toISOString().slice(0, 10)}`,
  )
  console.log('| who | requests/s, median (least to most) | of bare Express | first answer, ms | resident MB |')
  console.log('|---|---|---|---|---|')
  for (const { peer, child } of running) {
    const rate = summarize(rates.get(peer.name))
    const memory = (await readMemory(child)).toFixed(0)
    const share = (rate.median / reference).toFixed(2)
    console.log(`| ${peer.name} | ${show(rate)} | ${share} | ${show(summarize(starts.get(peer.name)))} | ${memory} |`)
  }
} finally {
  for (const { child } of running) child.kill()
  await rm(folder, { recursive: true })
}
