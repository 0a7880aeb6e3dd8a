import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../dist/src/client/index.js'
import { startProgram, stopPrograms } from './program.mjs'
import { formatNumber, formatSpread, printTable } from './report.mjs'
import { startHaproxy } from './shared/haproxy.mjs'
import { measureLoad } from './shared/load.mjs'
import { compareInTurn, medianOf } from './statistics.mjs'

const SESSIONS = 200
const ROUNDS = 5
const SECONDS = 4
const WARM_UP = 4000

const names = Array.from({ length: SESSIONS }, (_, index) => `user-${index}`)
const folder = await mkdtemp(join(tmpdir(), 'deploymock-shared-'))
const stops = []
try {
  const setups = [await startSetup(1, { isDirect: true }), ...(await startEach([1, 2, 3]))]
  // By requests and not by time, because each instance has to be warm.
  for (const setup of setups) await measureLoad({ ...setup, names, amount: WARM_UP * setup.pids.instances.length })
  const rounds = setups.map(() => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, setup] of setups.entries()) {
      rounds[index].push(await measureLoad({ ...setup, names, duration: SECONDS }))
    }
  }
  report(setups, rounds)
} finally {
  await Promise.all(stops.map((stop) => stop()))
  // Those whose start was interrupted.
  await stopPrograms()
  await rm(folder, { recursive: true })
}

async function startEach(counts) {
  const setups = []
  for (const count of counts) setups.push(await startSetup(count, { isDirect: false }))
  return setups
}

/** Starts instances with their sessions, behind HAProxy or alone. */
async function startSetup(count, { isDirect }) {
  const starting = Array.from({ length: count }, () =>
    startProgram(['--known-sessions-only', '--log', 'none'], { report: console.error }),
  )
  const instances = await Promise.all(starting)
  const pids = { instances: instances.map(({ child }) => child.pid), haproxy: [] }
  const ports = instances.map(({ port }) => port)
  const proxy = isDirect ? undefined : await startHaproxy(ports, folder)
  stops.push(...instances.map(({ stop }) => stop), ...(proxy === undefined ? [] : [proxy.stop]))
  const url = proxy?.url ?? `http://127.0.0.1:${ports[0]}`
  for (const name of names) await connect(url).sessions.create({ name })
  const many = count === 1 ? 'one instance' : `${count} instances`
  return {
    title: isDirect ? `${many} without a proxy` : `${many} behind HAProxy`,
    url,
    pids: { ...pids, haproxy: proxy === undefined ? [] : [proxy.pid] },
  }
}

function report(setups, rounds) {
  const cores = cpus()
  const date = new Date().toISOString().slice(0, 10)
  console.log(`${date}, Node ${process.version}, ${cores.length} cores (${cores[0]?.model}), ${SESSIONS} sessions`)
  const ratesOf = (results) => results.map(({ rate }) => rate)
  const cpuOf = (results, who) => formatNumber(medianOf(results.map(({ cpu }) => cpu[who])))
  printTable({
    title: 'A page of each session in turn: requests/s and CPU time per request, median (least to most)',
    columns: ['who', 'requests/s', 'of one behind HAProxy', 'instances, µs', 'HAProxy, µs', 'load generator, µs'],
    rows: setups.map(({ title }, index) => [
      title,
      formatSpread(ratesOf(rounds[index])),
      formatNumber(compareInTurn(ratesOf(rounds[index]), ratesOf(rounds[1]))),
      ...['instances', 'haproxy', 'load'].map((who) => cpuOf(rounds[index], who)),
    ]),
  })
}
