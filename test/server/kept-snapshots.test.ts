import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { test as base } from '../support/folder.ts'

// A disk that many tests use at once takes seconds to confirm a write.
const handle = await open(import.meta.filename)
vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockResolvedValue(undefined)
await handle.close()

async function startIn(state: string) {
  const simulator = createSimulator({ scenario: 'empty' })
  const server = await serve(simulator, { port: 0, state })
  return { url: `${server.url}/_simulator`, remote: connect(server.url), simulator, stop: server.close }
}

/** A test with a server that keeps its snapshots in a folder. Unreadable ones are reported. */
const test = base.extend<{ state: string; reported: string[]; server: Awaited<ReturnType<typeof startIn>> }>({
  state: async ({ folder }, use) => use(folder.path('state')),
  reported: async ({}, use) => {
    const lines: string[] = []
    // The setup of all tests expects nothing there.
    const print = console.error
    console.error = (line) => void lines.push(String(line))
    await use(lines)
    console.error = print
  },
  server: async ({ state, reported: _ }, use) => {
    const server = await startIn(state)
    await use(server)
    await server.stop()
  },
})

const BROKEN = '{"format":"deploymock-snapshot","version":2}'

const fileOf = (state: string, kind: 'sessions' | 'snapshots', name: string) =>
  join(state, kind, `s-${name}.${kind === 'sessions' ? 'jsonl' : 'json'}`)

async function send(url: string, method: string, body?: unknown) {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { status: response.status, text: await response.text() }
}

test('a snapshot that a program had for a moment and has left behind is gone after a restart', async ({
  server: { remote, stop },
  state,
}) => {
  await remote.snapshots.take('mine')
  await remote.snapshots.take('.for-a-moment')
  const list = async () => (await readdir(join(state, 'snapshots'))).toSorted()
  expect(await list()).toEqual(['s-.for-a-moment.json', 's-mine.json'])
  await stop()
  const next = await startIn(state)
  expect(await list()).toEqual(['s-mine.json'])
  await next.stop()
})

test('snapshots that are stored under one name at the same time leave one of them as a whole', async ({
  server: { url, remote, simulator },
  state,
}) => {
  const short = simulator.snapshot()
  await remote.db.deployments.create({ name: 'web', secrets: [{ name: 'LARGE', value: 'x'.repeat(100_000) }] } as never)
  const long = simulator.snapshot()
  const bodies = [long, short, long, short]
  const stored = await Promise.all(bodies.map((body) => send(`${url}/snapshots/s`, 'PUT', body)))
  expect(stored.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const text = await readFile(fileOf(state, 'snapshots', 's'), 'utf8')
  expect([JSON.stringify(short), JSON.stringify(long)]).toContain(text)
  expect(await remote.snapshots.get('s')).toEqual(JSON.parse(text))
})

test('of two snapshots that are taken under one name at the same time, one is refused', async ({ server }) => {
  const { url, remote } = server
  const taken = await Promise.all(['a', 'b', 'c'].map(() => send(`${url}/snapshots`, 'POST', { name: 's' })))
  expect(taken.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await remote.snapshots.list()).toMatchObject([{ name: 's' }])
  await remote.snapshots.delete('s')
  expect((await send(`${url}/snapshots`, 'POST', { name: 's' })).status).toBe(201)
})

test('a snapshot that cannot be read stays as it is until somebody deletes it', async ({ server, state, reported }) => {
  const { url, remote } = server
  await writeFile(fileOf(state, 'snapshots', 's'), BROKEN)
  for (const [method, path, body] of [
    ['GET', '/snapshots/s'],
    ['POST', '/snapshots/s/restore'],
    ['POST', '/snapshots', { name: 's' }],
    ['POST', '/sessions', { name: 'alice', snapshot: 's' }],
  ] as const) {
    const { status, text } = await send(`${url}${path}`, method, body)
    expect([status, text], `${method} ${path}`).toEqual([409, expect.stringContaining('read snapshot \\"s\\"')])
  }
  expect(await readFile(fileOf(state, 'snapshots', 's'), 'utf8')).toBe(BROKEN)
  expect(reported.join()).toContain('read snapshot "s"')
  expect(await remote.snapshots.list()).toEqual([])
  expect((await send(`${url}/snapshots/s`, 'DELETE')).status).toBe(204)
  expect((await send(`${url}/snapshots/s`, 'DELETE')).status).toBe(404)
  expect(await readdir(join(state, 'snapshots'))).toEqual([])
})

test('a snapshot with a name that none can have does not exist', async ({ server: { url } }) => {
  expect((await send(`${url}/snapshots/a%20b`, 'DELETE')).status).toBe(404)
})

test('a file that cannot be read costs only its own place in the lists', async ({ server: { remote }, state }) => {
  await remote.sessions.create({ name: 'alice' })
  await remote.snapshots.take('good')
  await mkdir(fileOf(state, 'sessions', 'bob'))
  await mkdir(fileOf(state, 'snapshots', 'bad'))
  expect((await remote.sessions.list()).map(({ name }) => name)).toEqual(['alice', 'default'])
  expect(await remote.snapshots.list()).toMatchObject([{ name: 'good' }])
})

test('while the folder is missing, lists and unknown names are refused, and nothing is created', async ({
  server: { url },
  state,
}) => {
  await send(`${url}/sessions`, 'POST', { name: 'alice' })
  await send(`${url}/snapshots`, 'POST', { name: 's' })
  const away = `${state}-away`
  await rename(state, away)
  for (const [method, path, body] of [
    ['GET', '/sessions'],
    ['GET', '/sessions/bob'],
    ['POST', '/sessions', { name: 'bob' }],
    ['GET', '/snapshots'],
    ['GET', '/snapshots/s'],
    ['DELETE', '/snapshots/s'],
  ] as const) {
    expect((await send(`${url}${path}`, method, body)).status, `${method} ${path}`).toBe(503)
  }
  await rename(away, state)
  // The server notices that within a second or two.
  await expect.poll(async () => (await send(`${url}/snapshots/s`, 'GET')).status).toBe(200)
})

test('a snapshot that could not be stored is nowhere', async ({ server: { url, remote, simulator }, state }) => {
  const body = simulator.snapshot()
  await rename(join(state, 'snapshots'), join(state, 'away'))
  expect((await send(`${url}/snapshots/s`, 'PUT', body)).status).toBe(503)
  await rename(join(state, 'away'), join(state, 'snapshots'))
  expect(await remote.snapshots.list()).toEqual([])
})
