import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { formatSpread } from '../report.mjs'

const ROUNDS = 9
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const IMPORTS = {
  'Node, nothing imported': [],
  MSW: ['msw', 'msw/node'],
  deploymock: ['deploymock'],
  'deploymock/node': ['deploymock/node'],
  'deploymock/server': ['deploymock/server'],
  'deploymock/vitest': ['deploymock/vitest'],
  'deploymock/client': ['deploymock/client'],
}

/** Imports each entry several times, in turn, each time in a new process, and reads the CPU time of that process. */
export function measureImports() {
  const times = Object.fromEntries(Object.keys(IMPORTS).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, modules] of Object.entries(IMPORTS)) times[name].push(measure(modules))
  }
  return times
}

function measure(modules) {
  // Outside a test, `deploymock/vitest` fails at the end, when it has loaded everything.
  const imports = modules.map((name) => `await import('${name}').catch(() => undefined)`)
  const script = [...imports, 'const { user, system } = process.cpuUsage()', 'console.log((user + system) / 1000)']
  const args = ['--input-type=module', '--eval', script.join('\n')]
  return Number(execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' }))
}

export function tabulateImports(times) {
  return {
    title: 'Imports: CPU time of the process, median (least to most)',
    columns: ['what', 'ms'],
    rows: Object.entries(times).map(([name, milliseconds]) => [name, formatSpread(milliseconds)]),
  }
}
