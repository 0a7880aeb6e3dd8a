// Probes the example clients, and checks what is found.
// Run `node examples/run.mjs careless-client careful-client python` first, which installs them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = import.meta.dirname
const bin = join(folder, '../dist/src/cli/bin.js')
const scratch = mkdtempSync(join(tmpdir(), 'probes-'))

const CASES = {
  'careless-client': {
    args: ['--', 'npm', 'test'],
    depends: ['deploymentOrdering', 'lastPageOffset', 'optionalFields', 'recordShape', 'secretValues', 'unknownFields'],
    jointly: ['errorBody+offsetBeyondEnd'],
  },
  'careful-client': { args: ['--', 'npm', 'test'], depends: [], jointly: [] },
  // This client sends no credentials.
  python: {
    args: ['--url-env', 'API_URL', '--except', 'authentication', '--', 'python3', '-m', 'unittest', 'probed'],
    depends: ['deploymentOrdering'],
    jointly: [],
  },
}

function probe(name, { args, depends, jointly }) {
  process.stdout.write(`\n${name}\n`)
  const file = join(scratch, `${name}.json`)
  const { status } = spawnSync(process.execPath, [bin, 'probe', '--report', file, ...args], {
    cwd: join(folder, name),
    stdio: 'inherit',
  })
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const found = {
    status,
    depends: report.entries.flatMap(({ id, verdict }) => (verdict === 'depends' ? id : [])).sort(),
    flaky: report.entries.flatMap(({ id, verdict }) => (verdict === 'flaky' ? id : [])),
    jointly: [
      ...new Set(
        report.jointly.map((values) =>
          values
            .map(({ id }) => id)
            .sort()
            .join('+'),
        ),
      ),
    ],
  }
  const wanted = { status: depends.length > 0 ? 1 : 0, depends, flaky: [], jointly }
  if (JSON.stringify(found) === JSON.stringify(wanted)) return
  console.error(`Failed to probe ${name}: found ${JSON.stringify(found)}. Expected: ${JSON.stringify(wanted)}.`)
  process.exitCode = 1
}

const given = process.argv.slice(2)
for (const [name, each] of Object.entries(CASES)) if (given.length === 0 || given.includes(name)) probe(name, each)
rmSync(scratch, { recursive: true })
