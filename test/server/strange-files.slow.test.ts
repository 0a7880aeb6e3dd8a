// A folder whose files somebody else has changed while a server uses it.

import { spawnSync } from 'node:child_process'
import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openFolderStore } from '../../src/server/state/folder/folder-store.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import type { NewEntry } from '../../src/server/state/log-store.ts'
import { test as base } from '../support/folder.ts'

async function startIn(state: string) {
  const server = await serve(createSimulator({ scenario: 'empty' }), { port: 0, state, knownSessionsOnly: true })
  return { url: server.url, remote: connect(server.url), close: server.close }
}

type Started = Awaited<ReturnType<typeof startIn>>

const test = base.extend<{ state: string; reported: string[]; start: () => Promise<Started> }>({
  state: async ({ folder }, use) => use(folder.path('state')),
  reported: async ({}, use) => {
    const lines: string[] = []
    const { error } = console
    console.error = (line: string) => void lines.push(line)
    await use(lines)
    console.error = error
  },
  start: async ({ state, reported: _ }, use) => {
    const started: Started[] = []
    await use(async () => {
      const one = await startIn(state)
      started.push(one)
      return one
    })
    for (const { close } of started) await close()
  },
})

const fileOf = (state: string, name: string) => join(state, 'sessions', `s-${name}.jsonl`)
const healthOf = async ({ url }: Started) => (await fetch(`${url}/_simulator/health`)).json()
const create = ({ remote }: Started, session: string, name: string) =>
  remote.session(session).db.deployments.create({ name })
const namesOf = async ({ remote }: Started, session: string) =>
  (await remote.session(session).db.deployments.list()).map(({ name }) => name)

/** What is in the place of a file. */
const STRANGE: Readonly<Record<string, (path: string) => unknown>> = {
  'a directory': (path) => files.mkdir(path),
  'a link to itself': (path) => files.symlink(path, path),
  'a pipe': (path) => spawnSync('mkfifo', [path]),
  'a link to a device that never ends': (path) => files.symlink('/dev/zero', path),
  'a socket that nobody serves': (path) =>
    spawnSync('python3', ['-c', `import socket; socket.socket(socket.AF_UNIX).bind('${path}')`]),
}

test.for(Object.keys(STRANGE))('%s in the place of a session hinders only this one', async (what, { state, start }) => {
  const first = await start()
  for (const name of ['alice', 'bob', 'carol']) await first.remote.sessions.create({ name })
  await first.close()
  const server = await start()
  // One of them is in the memory.
  await create(server, 'alice', 'before')
  for (const name of ['alice', 'bob']) {
    await files.rm(fileOf(state, name))
    await STRANGE[what]?.(fileOf(state, name))
  }
  const work = Array.from({ length: 30 }, (_, index) =>
    create(server, ['alice', 'bob', 'carol'][index % 3] as string, `web-${index}`).then(
      () => 201,
      ({ status }) => status,
    ),
  )
  const statuses = await Promise.all(work)
  expect(statuses.filter((_, index) => index % 3 === 2)).toEqual(Array(10).fill(201))
  expect(statuses.filter((_, index) => index % 3 === 1)).toEqual(Array(10).fill(503))
  expect(await healthOf(server)).toMatchObject({
    status: 'degraded',
    problem: expect.stringMatching(/^Failed to keep session "(alice|bob)" in /),
  })
  expect(await namesOf(server, 'carol')).toHaveLength(10)
  for (const name of ['alice', 'bob']) await files.rm(fileOf(state, name), { recursive: true, force: true })
  // Until the next state replaces it, a log that is gone is trouble, too.
  const retry = () => create(server, 'alice', 'after')
  await retry().catch(retry)
  await server.remote.sessions.create({ name: 'bob' })
  expect(await healthOf(server)).toEqual({ status: 'ok' })
})

test('a scenario that cannot be read hinders only the sessions that use it', async ({ state, start }) => {
  const first = await start()
  const deployments = [{ record: { name: 'given' } }]
  await first.remote.sessions.create({ name: 'alice', scenario: { name: 'mine', deployments } })
  await first.remote.sessions.create({ name: 'bob', scenario: 'empty' })
  const [digest] = (await files.readdir(join(state, 'scenarios'))).filter((file) => file.endsWith('.json'))
  await first.close()
  const texts = await files.readdir(join(state, 'scenarios'))
  for (const file of texts) {
    const path = join(state, 'scenarios', file)
    if (!(await files.readFile(path, 'utf8')).includes('"mine"')) continue
    await files.rm(path)
    await files.mkdir(path)
  }
  expect(digest).toBeDefined()
  const server = await start()
  await expect(namesOf(server, 'alice')).rejects.toMatchObject({ status: 503 })
  await create(server, 'bob', 'web')
  expect(await namesOf(server, 'bob')).toEqual(['web'])
})

function entry(number: number, own: Partial<NewEntry> = {}): NewEntry {
  const use = { session: 'a', scenarios: [], milliseconds: 60_000, isLasting: false, former: [] }
  return { ...use, number, line: `{"n":${number}}`, isState: number === 1, outline: '{}', ...own }
}

test('files whose use only their owner may note are used, and do not count as unused', async ({ state }) => {
  let isForeign = false
  const utimes: typeof files.utimes = async (...given) => {
    if (isForeign) throw Object.assign(new Error('EPERM: operation not permitted, utime'), { code: 'EPERM' })
    return files.utimes(...given)
  }
  const store = await openFolderStore(state, { files: { ...files, utimes } })
  await store.append(entry(1))
  await store.writeText('scenario', 'given', '{}', { isNew: true })
  isForeign = true
  expect([await store.hasScenario('given'), await store.hasScenario('missing')]).toEqual([true, false])
  await store.touch(entry(1, { scenarios: ['given', 'missing'] }))
  expect(await store.writeText('scenario', 'given', '{}', { isNew: true })).toBe(false)
  expect(await store.append(entry(2))).toBe('stored')
  expect(await store.listUnused(-100 * 3_600_000)).toEqual([])
  expect(await store.readText('scenario', 'given')).toBe('{}')
  isForeign = false
  expect(await store.listUnused(-100 * 3_600_000)).toEqual(['a'])
  await store.close()
})

test('a session whose file cannot be written gets an answer of its own, and the others are stored', async ({
  state,
}) => {
  let isBroken = true
  const open: typeof files.open = async (path, ...rest) => {
    const isAlice = String(path).includes('s-alice')
    if (isBroken && isAlice) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    return files.open(path, ...rest)
  }
  const rename: typeof files.rename = async (from, to) => {
    if (isBroken && String(to).includes('s-alice')) throw Object.assign(new Error('EACCES: permission denied'))
    return files.rename(from, to)
  }
  const lines: string[] = []
  const store = await openFolderStore(state, { files: { ...files, open, rename } })
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, store, (line) => lines.push(line))
  for (const name of ['alice', 'bob']) simulator.sessions.create(name)
  const saved = await Promise.all(['alice', 'bob'].map((name) => keeping.save(name)))
  expect(saved).toEqual(['failed', 'stored'])
  expect(keeping.findProblem()).toContain('Failed to keep session "alice"')
  expect(lines).toHaveLength(1)
  isBroken = false
  expect(await keeping.save('alice')).toBe('stored')
  expect(keeping.findProblem()).toBeUndefined()
  await keeping.close()
})

test.for([
  ['with what is in it', false],
  ['and exists again', true],
] as const)(
  'a folder that is deleted %s is made anew with the sessions in memory',
  async ([, existsAgain], { state, start, reported }) => {
    const server = await start()
    for (const name of ['alice', 'bob']) await server.remote.sessions.create({ name })
    await create(server, 'alice', 'before')
    await files.rm(state, { recursive: true })
    if (existsAgain) await files.mkdir(state)
    await vi.waitFor(() => files.stat(fileOf(state, 'bob')), 8000)
    await create(server, 'alice', 'after')
    expect(await healthOf(server)).toEqual({ status: 'ok' })
    expect(reported.join('\n')).toContain(`${state} was deleted, and is made anew`)
    const later = await start()
    expect(await namesOf(later, 'alice')).toEqual(['before', 'after'])
    expect(await namesOf(later, 'bob')).toEqual([])
  },
)

test.for([[''], ['sessions'], ['scenarios'], ['drafts', 'sessions']])(
  'sessions in memory survive that the folders %j are moved away while requests go on',
  async (moved, { state, start, reported }) => {
    const server = await start()
    for (const name of ['alice', 'bob']) await server.remote.sessions.create({ name })
    await create(server, 'alice', 'before')
    for (const each of moved) await files.rename(join(state, each), `${state}-${each}`)
    for (let index = 0; index < 3; index += 1)
      await create(server, 'alice', `meanwhile-${index}`).catch(() => undefined)
    await expect
      .poll(() => create(server, 'alice', 'after').catch(({ status }) => status), { timeout: 9000 })
      .not.toBe(503)
    await expect.poll(() => reported.join('\n'), { timeout: 9000 }).toContain(`${state} was deleted, and is made anew`)
    await expect.poll(() => healthOf(server), { timeout: 9000 }).toEqual({ status: 'ok' })
    await expect.poll(() => files.readdir(join(state, 'sessions'))).toEqual(['s-alice.jsonl', 's-bob.jsonl'])
    const found = await namesOf(server, 'alice')
    expect([found[0], found.at(-1)]).toEqual(['before', 'after'])
    await server.close()
    const later = await start()
    expect(await namesOf(later, 'alice')).toEqual(found)
    expect(await namesOf(later, 'bob')).toEqual([])
  },
)

test('a folder whose sessions cannot be written is an error at the start, and is not locked', async ({ state }) => {
  const rename: typeof files.rename = async (from, to) => {
    if (String(to).includes(join(state, 'sessions'))) throw Object.assign(new Error('EACCES: no'), { code: 'EACCES' })
    return files.rename(from, to)
  }
  const opening = openFolderStore(state, { files: { ...files, rename } })
  await expect(opening).rejects.toThrow(`Failed to keep the sessions in ${state}: EACCES: no. Name a folder`)
  await expect(files.stat(join(state, 'lock'))).rejects.toThrow('ENOENT')
})

test.for(Object.keys(STRANGE))('%s in the place of the lock does not hold up the start', async (what, { state }) => {
  await files.mkdir(state)
  await STRANGE[what]?.(join(state, 'lock'))
  const opened = await openFolderStore(state, { report: () => undefined }).then(
    (store) => store.close().then(() => 'taken over'),
    ({ message }) => message,
  )
  expect(opened).toMatch(/^taken over$|lock is not a file\. Name a folder|ENXIO/)
})

test('a log that is deleted while its session is in the memory is written again', async ({ state, start }) => {
  const server = await start()
  await server.remote.sessions.create({ name: 'alice' })
  await create(server, 'alice', 'one')
  await files.rm(fileOf(state, 'alice'))
  const retry = () => create(server, 'alice', 'two')
  await retry().catch(retry)
  const later = await start()
  expect(await namesOf(later, 'alice')).toEqual(['one', 'two'])
})
