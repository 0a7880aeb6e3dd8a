// node bench/learn-services.mjs [--python python3] [--only express]
// Learns what services do that are none of ours, and compares that with what they were written to do.

import { execFile } from 'node:child_process'
import { parseArgs } from 'node:util'
import { PROGRAM } from './program.mjs'
import { printTable } from './report.mjs'

const PORT = 4821
const LEAST_DECIDED = 0.9
const SERVICES = ['fastapi', 'plain-http', 'express', 'login', 'short-pages', 'gateway']

const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    only: { type: 'string', multiple: true, default: SERVICES },
  },
})

const rows = []
for (const [place, name] of values.only.entries()) rows.push(await run(name, PORT + place))
printTable({ title: 'What services do that are none of ours', columns: ['', 'decided', 'wrong', 'not reported'], rows })
const sum = (column) => rows.reduce((all, row) => all + row[column].length, 0)
const shown = rows.reduce((all, row) => all + row.shown, 0)
const isFine = sum('wrong') === 0 && sum('silent') === 0 && 1 - sum('missed') / shown >= LEAST_DECIDED
process.exitCode = isFine ? 0 : 1

async function run(name, port) {
  const service = await import(`./learn/services/${name}.mjs`)
  const stop = await service.start(port, values)
  try {
    return compare(name, service, await learn(`http://127.0.0.1:${port}`, service))
  } finally {
    stop()
  }
}

function compare(name, { actual, undescribed, deviations }, out) {
  const { assumptions, undecided, unexplained, accepted = [] } = JSON.parse(out)
  const reported = [
    ...unexplained.map(({ request, received, expected }) => `${request}: received ${received}; expected ${expected}`),
    ...accepted.map(({ operation, aspect, value }) => `${operation}: ${aspect}: ${value}`),
  ]
  const shown = Object.keys(actual)
  const wrong = Object.entries(assumptions).filter(
    ([id, value]) => undescribed.includes(id) || (id in actual && actual[id] !== value),
  )
  const missed = shown.filter((id) => assumptions[id] === undefined)
  const silent = deviations.filter((pattern) => !reported.some((text) => pattern.test(text)))
  for (const [id, value] of wrong) console.log(`${name}, wrong: ${id}=${value} instead of ${actual[id]}`)
  for (const id of missed) console.log(`${name}, undecided: ${id}=${actual[id]} (${undecided[id]?.because})`)
  for (const pattern of silent) console.log(`${name}, not reported: ${pattern}`)
  const decided = shown.length - missed.length
  // The columns of the table, and what is counted over all services.
  return Object.assign([name, `${decided} of ${shown.length}`, wrong.length, silent.length], {
    shown: shown.length,
    missed,
    wrong,
    silent,
  })
}

/** Learns a service. The exit code is 1 if nothing in the register explains one of the responses. */
function learn(url, { preset, headers = {} }) {
  const credentials = Object.keys(headers).flatMap((header) => ['--header-env', `${header}=VALUE`])
  const command = [PROGRAM, 'learn', url, '--preset', preset, '--rate', '100', '--json', ...credentials]
  const env = { ...process.env, VALUE: 'any' }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { env, maxBuffer: 1e8 }, (error, out, err) => {
      if (error !== null && error.code !== 1) reject(new Error(err))
      else resolve(out)
    })
  })
}
