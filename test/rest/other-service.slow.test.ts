import { readdir, readFile } from 'node:fs/promises'
import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { serve } from '../../src/server/index.ts'
import { hasRedis, startRedis } from '../server/support/redis.ts'
import { test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { type TriedApi, tried } from './apis/tried.ts'

const [issues, payments] = tried as readonly [TriedApi, TriedApi]
const OTHER = /of the service "Issues", and not of "Payments"/

const create = ({ service }: TriedApi) => createSimulator({ service }) as never as ReturnType<typeof createSimulator>

/** Serves an API that keeps its sessions, until something is done. */
async function keep(state: string, api: TriedApi, act: (url: string) => Promise<unknown>) {
  const server = await serve(create(api), { port: 0, state })
  await act(server.url)
  await server.close()
}

async function readFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('lock'))
  const read = files.map(async ({ parentPath, name }) => [name, await readFile(`${parentPath}/${name}`, 'utf8')])
  return Object.fromEntries(await Promise.all(read))
}

const addFault = (url: string) => connect(url).faults.add({ status: 503 } as never)

const stored = [
  { what: 'the session of the server', act: addFault },
  { what: 'another session', act: (url: string) => addFault(`${url}/_s/ida`) },
]

test.for(stored)(
  'a folder with $what of another service is refused, and stays as it is',
  async ({ act }, { folder }) => {
    const state = folder.path('state')
    await keep(state, issues, act)
    const before = await readFiles(state)
    await expect(serve(create(payments), { port: 0, state })).rejects.toThrow(OTHER)
    expect(await readFiles(state)).toEqual(before)
  },
)

test.runIf(hasRedis).for(stored)('a Redis with $what of another service is refused', async ({ act }) => {
  const { url, stop } = await startRedis()
  await keep(url, issues, act)
  await expect(serve(create(payments), { port: 0, state: url })).rejects.toThrow(OTHER)
  await keep(url, issues, async (at) => expect(await connect(at).sessions.list()).not.toEqual([]))
  await stop()
})

test.runIf(hasRedis)('a session that another service has stored meanwhile stays as it is', async () => {
  const { url, stop } = await startRedis()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const other = await serve(create(payments), { port: 0, state: url })
  await keep(url, issues, (at) => addFault(`${at}/_s/ida`))
  await expect(connect(`${other.url}/_s/ida`).state()).rejects.toThrow(OTHER)
  await other.close()
  expect(errors.mock.calls).toEqual([[expect.stringMatching(OTHER)]])
  errors.mockRestore()
  await keep(url, issues, async (at) => expect(await connect(`${at}/_s/ida`).faults.list()).toHaveLength(1))
  await stop()
})

test('a named snapshot that a server of another service has stored cannot be restored', async ({ folder }) => {
  const state = folder.path('state')
  await keep(state, issues, async (url) => connect(url).snapshots.take('before'))
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await keep(state, payments, (url) => expect(connect(url).snapshots.restore('before')).rejects.toThrow(OTHER))
  expect(errors.mock.calls).toEqual([[expect.stringMatching(OTHER)]])
  errors.mockRestore()
})

test('whatever takes a snapshot says first that it is of another service', async ({ folder }) => {
  const snapshot = create(issues).snapshot() as never
  const simulator = create(payments)
  const server = await serve(simulator, { port: 0 })
  const remote = connect(server.url)
  const takes = {
    restore: () => simulator.restore(snapshot),
    'a new session': () => simulator.sessions.create('ida', { snapshot }),
    'a named snapshot': () => remote.snapshots.put('before', snapshot),
    'a session of a server': () => remote.sessions.create({ name: 'ida', snapshot }),
  }
  for (const [what, take] of Object.entries(takes)) {
    const taking = Promise.resolve().then<unknown>(take)
    await expect(taking, what).rejects.toThrow(/^[^:]*: (it is of the service "Issues"|"snapshot.service" is "Issues")/)
  }
  await server.close()
  const file = await folder.write('world.json', JSON.stringify(snapshot))
  const { exit, err } = runCli('check', file)
  expect(await exit).toBe(1)
  expect(err.join('')).toMatch(/it is of the service "Issues", and not of/)
})
