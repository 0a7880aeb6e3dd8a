// Compares the memory that sessions take with what is counted for them: node bench/sessions.mjs [sessions]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMemory } from './processes.mjs'
import { startProgram, stopPrograms } from './program.mjs'
import { formatNumber, printTable } from './report.mjs'
import { createClient } from './soak/client.mjs'

const COUNT = Number(process.argv[2] ?? 10_000)
const AT_ONCE = 8
const MEGABYTE = 1024 * 1024
const LISTED = '/v2/deployments'

const loads = [
  { what: 'a page each', count: COUNT, use: ({ send }, path) => send('GET', path) },
  {
    what: 'a page and a creation each',
    count: COUNT,
    async use({ send }, path, creation) {
      await send('GET', path)
      await send('POST', path, creation)
    },
  },
  {
    what: '30 creations each',
    count: COUNT / 10,
    async use({ send }, path, creation) {
      for (let created = 0; created < 30; created += 1) await send('POST', path, creation)
    },
  },
  {
    what: 'a page each, kept in a folder',
    count: COUNT,
    isKept: true,
    use: ({ send }, path) => send('GET', path),
  },
  {
    what: '50 requests each',
    count: COUNT / 10,
    async use({ send }, path) {
      for (let offset = 0; offset < 50; offset += 1) await send('GET', `${path}?limit=5&offset=${offset}`)
    },
  },
]

async function measure({ what, count, use, isKept = false }) {
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-sessions-'))
  const program = await startProgram(isKept ? ['--state', folder] : [], { report: console.error })
  const client = createClient(program.port)
  const [repository] = (await client.control('GET', '/_simulator/records/repositories?limit=1')).records
  const { integration_id, url: repo_url } = repository
  const source = { integration_id, source: 'github', source_config: { repo_url } }
  const creation = { ...source, name: 'new', source_revision_config: { repo_ref: 'main' }, secrets: [] }
  const read = async () => ({
    resident: await readMemory(program.child),
    counted: (await client.control('GET', '/_simulator')).memory.used / MEGABYTE,
  })
  // The code that they run is not theirs.
  for (let request = 0; request < 50; request += 1) await use(client, LISTED, creation)
  const before = await read()
  let next = 0
  const work = async () => {
    while (next < count) await use(client, `/_s/s${next++}${LISTED}`, creation)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const after = await read()
  await program.stop()
  client.close()
  await rm(folder, { recursive: true })
  const [resident, counted] = [after.resident - before.resident, after.counted - before.counted]
  return [what, count, ...[counted, resident, resident / counted].map(formatNumber)]
}

const rows = []
for (const load of loads) rows.push(await measure(load))
printTable({
  title: 'Memory of sessions',
  columns: ['sessions with', 'how many', 'counted MB', 'resident MB', 'ratio'],
  rows,
})
await stopPrograms()
