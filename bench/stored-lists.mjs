// How long a server takes for lists of stored sessions, many of which are large, and for reading one from its log.
//
//     npm run build && node bench/stored-lists.mjs

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMemory, startPeer, stop, stopAll } from './processes.mjs'
import { PROGRAM } from './program.mjs'
import { medianOf } from './statistics.mjs'

const [LARGE, SMALL, READ] = [60, 1000, 20]
const LARGE_CHARACTERS = 1_900_000
const HEADERS = { 'x-api-key': 'key', 'content-type': 'application/json' }

async function send(origin, method, path, body) {
  const response = await fetch(origin + path, { method, headers: HEADERS, body: body && JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`Failed to measure: ${path} got ${response.status}. ${text}`)
  return text
}

const start = (folder) =>
  startPeer(
    {
      name: 'deploymock',
      paths: { plain: '/v2/deployments?limit=1' },
      start: (port) => ({
        args: [PROGRAM, '--port', port, '--log', 'none', '--scenario', 'empty', '--state', join(folder, 'state')],
      }),
      check: () => undefined,
    },
    { folder },
  )

const nameOf = (kind, index) => `${kind}-${String(index).padStart(4, '0')}`

async function fill(origin) {
  const secrets = [{ name: 'LARGE', value: 'x'.repeat(LARGE_CHARACTERS) }]
  for (let index = 0; index < LARGE; index += 1) {
    const name = nameOf('large', index)
    await send(origin, 'POST', '/_simulator/sessions', { name })
    for (let part = 0; part < 5; part += 1) {
      await send(origin, 'POST', `/_s/${name}/_simulator/records/deployments`, { name: `web-${part}`, secrets })
    }
  }
  for (let index = 0; index < SMALL; index += 1)
    await send(origin, 'POST', '/_simulator/sessions', { name: nameOf('small', index) })
  for (let index = 0; index < READ; index += 1) {
    const name = nameOf('read', index)
    await send(origin, 'POST', '/_simulator/sessions', { name, scenario: 'first-day' })
    for (let change = 0; change < 10; change += 1)
      await send(origin, 'POST', `/_s/${name}/_simulator/records/deployments`, { name: `web-${change}` })
  }
}

async function timed(act) {
  const begin = performance.now()
  await act()
  return performance.now() - begin
}

async function listAll(origin) {
  let [after, count] = ['', 0]
  for (;;) {
    const page = JSON.parse(await send(origin, 'GET', `/_simulator/sessions?limit=100&after=${after}`))
    count += page.length
    if (page.length < 100) return count
    after = page.at(-1).name
  }
}

const folder = await mkdtemp(join(tmpdir(), 'stored-lists-'))
try {
  const filled = await start(folder)
  await fill(filled.origin)
  await stop(filled.child)
  const { origin, child, milliseconds } = await start(folder)
  console.log(
    `${(await readdir(join(folder, 'state', 'sessions'))).length} logs, started in ${milliseconds.toFixed(0)} ms`,
  )
  const memory = await readMemory(child)
  const lists = { first: () => send(origin, 'GET', '/_simulator/sessions?limit=100'), all: () => listAll(origin) }
  for (const [what, list] of Object.entries({ ...lists, 'first again': lists.first, 'all again': lists.all }))
    console.log(`${what}: ${(await timed(list)).toFixed(0)} ms`)
  console.log(`${await listAll(origin)} sessions, ${((await readMemory(child)) - memory).toFixed(0)} MB more`)
  // Its scenario, and the code.
  const read = (index) => send(origin, 'GET', `/_s/${nameOf('read', index)}/v2/deployments?limit=1`)
  await read(0)
  const [cold, warm] = [[], []]
  for (let index = 1; index < READ; index += 1) {
    cold.push(await timed(() => read(index)))
    warm.push(await timed(() => read(index)))
  }
  console.log(`a session with ten changes: ${medianOf(cold).toFixed(1)} ms, then ${medianOf(warm).toFixed(1)} ms`)
} finally {
  await stopAll()
  await rm(folder, { recursive: true, force: true })
}
