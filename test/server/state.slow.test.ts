import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator, type SimulatorOptions } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { test as base } from '../support/folder.ts'
import { followLink } from '../support/follow-link.ts'

type Options = SimulatorOptions & { server?: ServeOptions }

// A disk that many tests use at once takes seconds to confirm a write. The test of the store checks that it is asked.
const handle = await open(import.meta.filename)
vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockResolvedValue(undefined)
await handle.close()

/** Starts a server that keeps its sessions in a folder. As long as nobody stops it, it ends as with `kill -9`. */
async function startIn(state: string, { server: options = {}, ...own }: Options = {}) {
  const simulator = createSimulator({ scenario: 'empty', ...own })
  const server = await serve(simulator, { port: 0, state, ...options })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= server.close())
  return { url: server.url, remote: connect(server.url), simulator, stop }
}

const test = base.extend<{ state: string; start: (options?: Options) => ReturnType<typeof startIn> }>({
  state: async ({ folder }, use) => use(folder.path('state')),
  start: async ({ state }, use) => {
    const started: Awaited<ReturnType<typeof startIn>>[] = []
    await use(async (options) => {
      const one = await startIn(state, options)
      started.push(one)
      return one
    })
    for (const { stop } of started) await stop()
  },
})

const SCENARIO = { name: 'mine', deployments: [{ record: { name: 'given' } }] }

/** Edits a file as a person does, who removes the checksum of the line. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(from, to).replace(/^\w{8} /, ''))
}

const fileOf = (state: string, name: string) => join(state, 'sessions', `s-${name}.jsonl`)
const get = (url: string, init?: RequestInit) => fetch(`${url}/v2/deployments`, init)

test('a session survives when its server dies right after the response to its creation', async ({ start }) => {
  const { remote } = await start()
  await remote.sessions.create({ name: 'alice', scenario: SCENARIO })
  const later = await start()
  expect(await later.remote.session('alice').db.deployments.list()).toMatchObject([{ name: 'given' }])
})

test('a change is stored within a second', async ({ start, state }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await alice.db.deployments.create({ name: 'web' })
  await vi.waitFor(async () => expect(await readFile(fileOf(state, 'alice'), 'utf8')).toContain('"web"'), 1000)
})

test('an orderly end stores everything, also of the session of the server itself', async ({ start }) => {
  const { remote, stop } = await start()
  await remote.db.deployments.create({ name: 'own' })
  const alice = await remote.sessions.create({ name: 'alice' })
  const created = await alice.db.deployments.create({ name: 'web' })
  await stop()
  const later = await start()
  expect(await later.remote.db.deployments.list()).toMatchObject([{ name: 'own' }])
  expect(await later.remote.session('alice').db.deployments.list()).toEqual([created])
})

test('settings, a frozen clock, faults with their uses, and random faults go on after a restart', async ({ start }) => {
  const { remote, stop } = await start({ seed: 7 })
  const alice = await remote.sessions.create({ name: 'alice', preset: 'langsmith' })
  await alice.settings.change({ strict: true })
  await alice.assume({ lastPageOffset: 'limit' })
  await alice.clock.set('2030-01-01T00:00:00Z')
  await alice.chaos.set({ level: 0.5, seed: 3 })
  await alice.faults.add({ id: 'twice', method: 'GET', status: 503, times: 3 })
  await get(`${remote.url}/_s/alice`)
  const read = async (session: typeof alice) => {
    const { instance: _, memory: __, ...rest } = await session.state()
    const faults = (await session.faults.list()).map((fault) => ({ ...fault, lastRequest: null }))
    return { ...rest, requests: 0, faults }
  }
  const before = await read(alice)
  await stop()
  const later = await start({ seed: 7 })
  expect(await read(later.remote.session('alice'))).toEqual(before)
})

test('random faults go on where they were', async ({ start }) => {
  const statuses = async (url: string) => {
    const found: string[] = []
    for (let index = 0; index < 8; index += 1) {
      found.push(
        await get(url).then(
          ({ status }) => String(status),
          () => 'failed',
        ),
      )
    }
    return found
  }
  const { remote, stop } = await start()
  for (const name of ['one', 'two']) {
    const session = await remote.sessions.create({ name })
    await session.chaos.set({ level: 0.7, seed: 5 })
  }
  const expected = [...(await statuses(`${remote.url}/_s/one`)), ...(await statuses(`${remote.url}/_s/one`))]
  const found = await statuses(`${remote.url}/_s/two`)
  await stop()
  const later = await start()
  expect([...found, ...(await statuses(`${later.url}/_s/two`))]).toEqual(expected)
})

test('a rate limit that is used up stays used up', async ({ start }) => {
  const statuses = async (url: string) => {
    const found: number[] = []
    for (let request = 0; request < 4; request += 1) found.push((await get(url)).status)
    return found
  }
  const { remote, url, stop } = await start()
  await remote.faults.add({ effect: { kind: 'rate-limit', limit: 2, window: '10min' } })
  expect(await statuses(url)).toEqual([200, 200, 429, 429])
  await stop()
  const later = await start()
  expect(await statuses(later.url)).toEqual([429, 429, 429, 429])
  await later.remote.clock.advance('10min')
  expect(await statuses(later.url)).toEqual([200, 200, 429, 429])
})

test('ids that were used up stay used up', async ({ start }) => {
  const { remote, stop } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  const first = await alice.db.deployments.create({ name: 'web' })
  await alice.db.deployments.delete(first.id)
  await stop()
  const later = await start()
  const second = await later.remote.session('alice').db.deployments.create({ name: 'web' })
  expect(second.id).not.toBe(first.id)
})

test('a reset returns to what the session was made with, after a restart', async ({ start }) => {
  const { remote, stop } = await start()
  const alice = await remote.sessions.create({ name: 'alice', scenario: SCENARIO })
  const before = await alice.db.deployments.list()
  await alice.load('empty')
  await stop()
  const later = await start()
  const session = later.remote.session('alice')
  expect(await session.db.deployments.list()).toEqual([])
  await session.reset()
  expect(await session.db.deployments.list()).toEqual(before)
})

test('a reset returns to what is strict for the server, after a restart', async ({ start }) => {
  const { remote, stop } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await alice.settings.change({ strict: true })
  await stop()
  const session = (await start()).remote.session('alice')
  expect(await session.state()).toMatchObject({ strict: true })
  await session.reset()
  expect(await session.state()).toMatchObject({ strict: false })
})

test('a session keeps the chaos that it began with, when the server is restarted with another one', async ({
  start,
}) => {
  const { remote, stop } = await start({ chaos: { level: 0.2, seed: 1 } })
  await remote.sessions.create({ name: 'alice' })
  await stop()
  const later = await start({ chaos: { level: 0.9, seed: 2 } })
  expect(await later.remote.session('alice').state()).toMatchObject({ chaos: { level: 0.2, seed: 1 } })
})

test('the session of the server itself is not stored by requests that only read', async ({ start, state }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, stop } = await start({ scenario: 'first-day' })
  vi.setSystemTime(Date.now() + 120_000)
  await get(url)
  await stop()
  expect(existsSync(fileOf(state, 'default'))).toBe(false)
})

test('a server does not start if its own session cannot be read', async ({ start, state }) => {
  await mkdir(fileOf(state, 'default'), { recursive: true })
  await expect(start()).rejects.toThrow(/^Failed to keep the sessions in .*EISDIR/)
})

test('a session that was only used through the control API survives, too', async ({ start }) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { remote, stop } = await start({ sessionMinutes: 5 })
  const alice = await remote.sessions.create({ name: 'alice' })
  for (const name of ['one', 'two', 'three']) {
    vi.setSystemTime(Date.now() + 3 * 60_000)
    await alice.db.deployments.create({ name })
  }
  await stop()
  // The file has the time of the machine.
  vi.useRealTimers()
  const later = await start({ sessionMinutes: 5 })
  expect(await later.remote.session('alice').db.deployments.list()).toHaveLength(3)
})

test('a link to a stored snapshot can be created after a restart', async ({ start }) => {
  const { remote, stop } = await start()
  await remote.db.deployments.create({ name: 'web' })
  await remote.snapshots.take('signed-in')
  await stop()
  const later = await start()
  expect((await later.remote.createLink({ snapshot: 'signed-in' })).url).toContain('snapshot=signed-in')
})

test('a signed link cannot be read from the session that it has created', async ({ start, state }) => {
  const { url, simulator, stop } = await start({ server: { token: 'open-sesame' } })
  const link = await connect(url, { token: 'open-sesame' }).createLink({ session: 'visitor' })
  expect((await followLink(link.url, { accept: 'text/html' })).status).toBe(303)
  expect(simulator.sessions.list().map(({ name }) => name)).toEqual(['visitor'])
  await stop()
  const signature = new URL(link.url).searchParams.get('signature') ?? ''
  expect(signature).not.toBe('')
  expect(await readFile(fileOf(state, 'visitor'), 'utf8')).not.toContain(signature)
})

test('a session that grows takes the memory of others, which go to the store', async ({ start }) => {
  const { remote } = await start({ memory: 3 })
  const names = Array.from({ length: 30 }, (_, index) => `session-${index}`)
  for (const name of names) await remote.sessions.create({ name })
  const value = 'x'.repeat(100_000)
  for (const name of names) {
    await remote.session(name).db.deployments.create({ name, secrets: [{ name: 'LARGE', value }] } as never)
  }
  for (const name of names) {
    expect(await remote.session(name).db.deployments.list(), name).toMatchObject([{ name }])
  }
})

test('a running clock has gone on meanwhile', async ({ start }) => {
  const { remote, stop } = await start({ clock: 'running' })
  const alice = await remote.sessions.create({ name: 'alice' })
  await alice.clock.set('2030-01-01T00:00:00Z')
  await stop()
  const hour = 3_600_000
  const now = Date.now() + hour / 2
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  onTestFinished(() => clock.mockRestore())
  const later = await start({ clock: 'running' })
  const { now: time } = await later.remote.session('alice').clock.read()
  expect(Date.parse(time) - Date.parse('2030-01-01T00:00:00Z')).toBeGreaterThanOrEqual(hour / 2)
})

test('a session keeps the content of its scenario when that has changed', async ({ start }) => {
  const scenario = (name: string) => ({ name: 'mine', deployments: [{ record: { name } }] })
  const { remote, stop } = await start({ scenarios: [scenario('old')] })
  await remote.sessions.create({ name: 'alice', scenario: 'mine' })
  await stop()
  const later = await start({ scenarios: [scenario('new')] })
  expect(await later.remote.session('alice').db.deployments.list()).toMatchObject([{ name: 'old' }])
})

test('requests that arrive while a session is being read all meet the same one', async ({ start }) => {
  const { remote, stop } = await start()
  await remote.sessions.create({ name: 'alice', scenario: 'empty' })
  await stop()
  const later = await start()
  const alice = later.remote.session('alice')
  await Promise.all(Array.from({ length: 20 }, (_, index) => alice.db.deployments.create({ name: `web-${index}` })))
  const names = (await alice.db.deployments.list()).map(({ name }) => name)
  expect(new Set(names).size).toBe(20)
})

test('a session that was deleted stays deleted', async ({ start }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await alice.db.deployments.create({ name: 'web' })
  await remote.sessions.delete('alice')
  const later = await start({ server: { knownSessionsOnly: true } })
  expect((await get(`${later.url}/_s/alice`)).status).toBe(404)
})

test('the response to a deletion is sent after the session has left the store', async ({ start, state }) => {
  const { remote } = await start()
  for (const name of Array.from({ length: 20 }, (_, index) => `s${index}`)) {
    await remote.sessions.create({ name })
    await remote.sessions.delete(name)
    expect(existsSync(fileOf(state, name))).toBe(false)
  }
})

test('a name that is stored is taken', async ({ start }) => {
  const { remote, stop } = await start()
  await remote.sessions.create({ name: 'alice' })
  await stop()
  const later = await start()
  await expect(later.remote.sessions.create({ name: 'alice' })).rejects.toThrow('taken')
})

test('a fault with the status of missing memory applies as often as it says', async ({ start }) => {
  const { remote } = await start()
  const alice = await remote.sessions.create({ name: 'alice' })
  await get(alice.url)
  await alice.faults.add({ status: 507, times: 1 })
  expect((await get(alice.url)).status).toBe(507)
  expect((await get(alice.url)).status).toBe(200)
  expect(await alice.requests.count()).toBe(3)
})

test('a name stays taken, although the session to copy takes its place in the memory', async ({ start }) => {
  const { remote } = await start({ memory: 3 })
  const value = 'x'.repeat(1_000_000)
  for (const name of ['alice', 'bob']) {
    const session = await remote.sessions.create({ name })
    await session.db.deployments.create({ name, secrets: [{ name: 'LARGE', value }] } as never)
  }
  await expect(remote.sessions.create({ name: 'alice', from: 'bob' })).rejects.toThrow('the name is taken')
  expect(await remote.session('alice').db.deployments.list()).toMatchObject([{ name: 'alice' }])
})

test('a broken file costs only its own session, is put aside, and is reported', async ({ start, state }) => {
  const { remote, stop } = await start()
  for (const name of ['alice', 'bob']) await remote.sessions.create({ name, scenario: SCENARIO })
  await stop()
  const whole = await readFile(fileOf(state, 'alice'), 'utf8')
  await writeFile(fileOf(state, 'alice'), whole.slice(0, whole.length / 2))
  const later = await start({ server: { knownSessionsOnly: true } })
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect((await get(`${later.url}/_s/alice`)).status).toBe(404)
  expect((await get(`${later.url}/_s/bob`)).status).toBe(200)
  expect(reported.mock.calls.join()).toContain('"alice"')
  reported.mockRestore()
  const aside = (await readdir(join(state, 'sessions'))).filter((file) => file.startsWith('s-alice.jsonl.broken-'))
  expect(aside).toHaveLength(1)
})

test('a session of a newer format stays as it is, and says so', async ({ start, state }) => {
  const { remote, stop } = await start()
  await remote.sessions.create({ name: 'alice' })
  await stop()
  await edit(fileOf(state, 'alice'), '"version":2', '"version":3')
  const newer = await readFile(fileOf(state, 'alice'), 'utf8')
  const later = await start()
  const response = await get(`${later.url}/_s/alice`)
  expect([response.status, (await response.json()).detail]).toEqual([409, expect.stringContaining('version 3')])
  await later.stop()
  expect(await readFile(fileOf(state, 'alice'), 'utf8')).toBe(newer)
})

test('only the owner can read the files, and they contain no credentials of requests', async ({ start, state }) => {
  const { url, stop } = await start()
  await get(`${url}/_s/alice`, { headers: { 'x-api-key': 'very-secret', authorization: 'Bearer very-secret' } })
  await stop()
  const { mode } = await stat(fileOf(state, 'alice'))
  expect(mode & 0o777).toBe(0o600)
  expect((await stat(state)).mode & 0o777).toBe(0o700)
  expect(await readFile(fileOf(state, 'alice'), 'utf8')).not.toContain('very-secret')
})

test('sessions that do not fit into the memory go to the store and come back', async ({ start }) => {
  const { remote, simulator } = await start({ memory: 3 })
  const names = Array.from({ length: 40 }, (_, index) => `session-${index}`)
  const value = 'x'.repeat(100_000)
  for (const name of names) {
    const session = await remote.sessions.create({ name })
    await session.db.deployments.create({ name, secrets: [{ name: 'LARGE', value }] } as never)
  }
  expect(simulator.sessions.list().length).toBeLessThan(names.length)
  for (const name of names) {
    expect(await remote.session(name).db.deployments.list(), name).toMatchObject([{ name }])
  }
})

test('all sessions are listed in pages by name, also those that are not in the memory', async ({ start }) => {
  const { remote, stop } = await start()
  for (const name of ['a', 'b', 'c']) await remote.sessions.create({ name })
  await stop()
  const later = await start()
  const list = async (page?: { limit?: number; after?: string }) =>
    (await later.remote.sessions.list(page)).map(({ name }) => name)
  expect(await list()).toEqual(['a', 'b', 'c', 'default'])
  expect(await list({ limit: 2 })).toEqual(['a', 'b'])
  expect(await list({ limit: 2, after: 'b' })).toEqual(['c', 'default'])
})

test('a demo link that is opened again after a restart leads to the same session', async ({ start }) => {
  const open = async (url: string) =>
    (await followLink(`${url}/_s/visitor/_simulator/open?session=visitor&scenario=busy`, { accept: 'text/html' }))
      .status
  const { url, remote, stop } = await start()
  expect(await open(url)).toBe(303)
  await remote.session('visitor').db.deployments.create({ name: 'web' })
  await stop()
  const later = await start()
  expect(await open(later.url)).toBe(303)
  expect(await later.remote.session('visitor').db.deployments.list({ where: { name: 'web' } })).toHaveLength(1)
})

test('a file that somebody has edited is checked', async ({ start, state }) => {
  const { remote, stop } = await start()
  for (const name of ['alice', 'bob']) {
    const session = await remote.sessions.create({ name })
    await session.db.deployments.create({ name: 'given' })
    await session.snapshots.take(name)
    await session.snapshots.restore(name)
  }
  await stop()
  await edit(fileOf(state, 'alice'), '"name":"given"', '"name":"edited"')
  await edit(fileOf(state, 'bob'), '"strict":false', '"strict":"no"')
  const later = await start()
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await later.remote.session('alice').db.deployments.list()).toMatchObject([{ name: 'edited' }])
  expect(await later.remote.sessions.get('bob')).toBeUndefined()
  expect(reported.mock.calls.join()).toContain('"strict"')
  reported.mockRestore()
})

test('what nobody uses goes after a long break, but not what the server itself began with', async ({
  start,
  state,
}) => {
  const { remote, stop } = await start()
  await remote.sessions.create({ name: 'alice', scenario: SCENARIO })
  await remote.db.deployments.create({ name: 'own' })
  await stop()
  const longAgo = new Date(Date.now() - 40 * 3_600_000)
  for (const folder of ['sessions', 'scenarios']) {
    for (const file of await readdir(join(state, folder))) await utimes(join(state, folder, file), longAgo, longAgo)
  }
  const { stop: pause } = await start()
  const scenarios = () => readdir(join(state, 'scenarios'))
  await vi.waitFor(async () => expect(await readdir(join(state, 'sessions'))).toEqual(['s-default.jsonl']))
  expect(await scenarios()).toHaveLength(1)
  await pause()
  const { remote: again } = await start()
  expect(await again.db.deployments.list()).toMatchObject([{ name: 'own' }])
  await again.reset()
  expect(await again.db.deployments.list()).toEqual([])
})

test('a stored session ends when it was not used for too long', async ({ start }) => {
  const { remote, stop } = await start({ sessionMinutes: 5 })
  await remote.sessions.create({ name: 'alice', scenario: SCENARIO })
  await stop()
  const now = Date.now() + 6 * 60_000
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  onTestFinished(() => clock.mockRestore())
  const later = await start({ sessionMinutes: 5, server: { knownSessionsOnly: true } })
  expect((await get(`${later.url}/_s/alice`)).status).toBe(404)
})

for (const name of ['Alice', '..a', 'con', '~', 'A'.repeat(100)]) {
  test(`a session with the name ${name.slice(0, 8)} survives`, async ({ start }) => {
    const { remote, stop } = await start()
    const session = await remote.sessions.create({ name })
    await session.db.deployments.create({ name: 'web' })
    await stop()
    const later = await start()
    expect(await later.remote.session(name).db.deployments.list()).toHaveLength(1)
  })
}
