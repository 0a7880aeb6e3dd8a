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
    shownIn: '../docs/find-what-you-depend-on.md',
  },
  'careful-client': { args: ['--', 'npm', 'test'], depends: [], jointly: [] },
  // This client sends no credentials.
  python: {
    args: ['--url-env', 'API_URL', '--except', 'authentication', '--', 'python3', '-m', 'unittest', 'probed'],
    depends: ['deploymentOrdering'],
    jointly: [],
  },
}

function probe(name, { args, depends, jointly, shownIn }) {
  process.stdout.write(`\n${name}\n`)
  const file = join(scratch, `${name}.json`)
  const { status, stdout } = spawnSync(process.execPath, [bin, 'probe', '--report', file, ...args], {
    cwd: join(folder, name),
    encoding: 'utf8',
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  process.stdout.write(stdout)
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
  const page = shownIn === undefined ? '' : readFileSync(join(folder, shownIn), 'utf8')
  const [, shown = ''] = /^```\n(It depends on.*?)\n\n\.\.\.\n```/ms.exec(page) ?? []
  const wanted = { status: depends.length > 0 ? 1 : 0, depends, flaky: [], jointly }
  if (!stdout.includes(shown)) {
    console.error(`Failed to probe ${name}: it does not print what ${shownIn} shows.`)
    process.exitCode = 1
  }
  if (JSON.stringify(found) === JSON.stringify(wanted)) return
  console.error(`Failed to probe ${name}: found ${JSON.stringify(found)}. Expected: ${JSON.stringify(wanted)}.`)
  process.exitCode = 1
}

const given = process.argv.slice(2)
for (const [name, each] of Object.entries(CASES)) if (given.length === 0 || given.includes(name)) probe(name, each)
rmSync(scratch, { recursive: true })
