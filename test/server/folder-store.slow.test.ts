import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { openFolderStore } from '../../src/server/state/folder/folder-store.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import { BrokenLogError, type NewEntry } from '../../src/server/state/log-store.ts'
import { followHealth } from '../../src/server/state/store-health.ts'
import { test as base } from '../support/folder.ts'

const test = base.extend<{ state: string }>({ state: async ({ folder }, use) => use(folder.path('state')) })

const LONG = 'long '.repeat(1000)
const REPLACING = { isNew: false }

function entry(number: number, own: Partial<NewEntry> = {}): NewEntry {
  const outline = JSON.stringify({ name: 'a', number })
  const use = { session: 'a', scenarios: [], milliseconds: 60_000, isLasting: false, former: [] }
  return { ...use, number, line: `{"n":${number}}`, isState: number === 1, outline, ...own }
}

/** Opens a store whose reads and writes do not end after it was told to hang and before it goes on. */
async function openHanging(state: string) {
  let goOn = (): void => undefined
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isHanging = false
  const store = await openFolderStore(state, {
    files: {
      ...files,
      async open(...rest) {
        if (isHanging) await hanging
        return files.open(...rest)
      },
      readFile: (async (...rest: Parameters<typeof files.readFile>) => {
        if (isHanging) await hanging
        return files.readFile(...rest)
      }) as typeof files.readFile,
    },
  })
  const hang = (): void => {
    isHanging = true
  }
  return { store, goOn, hang }
}

test('writes of one text at the same time leave one of them as a whole', async ({ state }) => {
  const store = await openFolderStore(state)
  const texts = [LONG, 'short', LONG.toUpperCase(), 'other']
  const written = await Promise.allSettled(texts.map((text) => store.writeText('snapshot', 'a', text, REPLACING)))
  expect(written.map(({ status }) => status)).toEqual(texts.map(() => 'fulfilled'))
  expect(texts).toContain(await store.readText('snapshot', 'a'))
  expect(await files.readdir(join(state, 'snapshots'))).toEqual(['s-a.json'])
  await store.close()
})

test('drafts that a killed process has left behind are removed at the next start', async ({ state }) => {
  await (await openFolderStore(state)).close()
  await files.writeFile(join(state, 'drafts', 'half'), 'half')
  const store = await openFolderStore(state)
  expect(await files.readdir(join(state, 'drafts'))).toEqual([])
  await store.close()
})

test('a log is missing if only its file is, and an error if its folder is', async ({ state }) => {
  const store = await openFolderStore(state)
  expect(await store.read('a')).toBeUndefined()
  await store.remove('a', 1)
  await files.rename(join(state, 'sessions'), join(state, 'away'))
  await expect(store.read('a')).rejects.toThrow('no such file or directory')
  await expect(store.append(entry(1))).rejects.toThrow('no such file or directory')
  await expect(store.remove('a', 1)).rejects.toThrow('no such file or directory')
  await store.close()
})

test('entries are appended, and a state replaces those before it', async ({ state }) => {
  const store = await openFolderStore(state)
  for (const number of [1, 2, 3]) expect(await store.append(entry(number))).toBe('stored')
  const numbers = async () => (await store.read('a'))?.entries.map(({ number, line }) => `${number} ${line}`)
  expect(await numbers()).toEqual(['1 {"n":1}', '2 {"n":2}', '3 {"n":3}'])
  await store.append(entry(4, { isState: true }))
  await store.append(entry(5))
  expect(await numbers()).toEqual(['4 {"n":4}', '5 {"n":5}'])
  expect(await store.listOutlines({ after: '', limit: 10 })).toEqual(['{"name":"a","number":5}'])
  await store.close()
})

test('a log that ends within its last line ends with the line before, wherever that is', async ({ state }) => {
  const reported: string[] = []
  const open = () => openFolderStore(state, { report: (line) => reported.push(line) })
  let store = await open()
  for (const number of [1, 2, 3]) await store.append(entry(number, { line: `{"n":"${number} ✓ ${'x'.repeat(50)}"}` }))
  const file = join(state, 'sessions', 's-a.jsonl')
  const whole = await files.readFile(file)
  const start = whole.lastIndexOf(10, -2) + 1
  for (let size = start; size < whole.length; size += 1) {
    await store.close()
    await files.writeFile(file, whole.subarray(0, size))
    store = await open()
    expect(await store.listOutlines({ after: '', limit: 10 }), `${size}`).toEqual(['{"name":"a","number":2}'])
    expect((await store.read('a'))?.last, `${size}`).toBe(2)
    expect((await files.stat(file)).size).toBe(start)
  }
  expect(reported).toHaveLength(whole.length - start - 1)
  await store.append(entry(3))
  expect((await store.read('a'))?.last).toBe(3)
  await store.close()
})

test('a line that is not as it was written is an error, and one without a checksum has to be checked', async ({
  state,
}) => {
  const store = await openFolderStore(state)
  for (const number of [1, 2]) await store.append(entry(number))
  const file = join(state, 'sessions', 's-a.jsonl')
  const whole = await files.readFile(file, 'utf8')
  for (const broken of [whole.replace('{"n":1}', '{"n":7}'), whole.replace('2 {', '4 {'), 'nothing\n', '']) {
    await files.writeFile(file, broken)
    await expect(store.read('a')).rejects.toThrow(BrokenLogError)
  }
  await files.writeFile(file, whole.replace(/^\w{8} /, '').replace('{"n":1}', '{"n":7}'))
  expect((await store.read('a'))?.entries).toEqual([
    { number: 1, line: '{"n":7}', isUnchecked: true },
    { number: 2, line: '{"n":2}' },
  ])
  await store.close()
})

test('what is left of entries that were not written to their end is replaced by a state', async ({ state }) => {
  let failing = false
  const store = await openFolderStore(state, {
    files: {
      ...files,
      async open(...rest) {
        const handle = await files.open(...rest)
        if (!failing) return handle
        const { writeFile } = handle
        handle.writeFile = async (text) => {
          await writeFile.call(handle, String(text).slice(0, 20))
          throw new Error('no space left on device')
        }
        return handle
      },
    },
  })
  await store.append(entry(1))
  failing = true
  await expect(store.append(entry(2))).rejects.toThrow('no space')
  await expect(store.append(entry(1, { session: 'b' }))).rejects.toThrow('no space')
  failing = false
  expect(await store.append(entry(2, { isState: true }))).toBe('stored')
  expect((await store.read('a'))?.entries).toMatchObject([{ number: 2 }])
  expect(await files.readdir(join(state, 'sessions'))).toEqual(['s-a.jsonl'])
  await store.close()
})

test('sessions of an earlier version are named', async ({ state }) => {
  await (await openFolderStore(state)).close()
  await files.writeFile(join(state, 'sessions', 's-old.json'), '{}')
  const reported: string[] = []
  const store = await openFolderStore(state)
  const keeping = await keepSessions(createSimulator({ scenario: 'empty' }), store, (line) => reported.push(line))
  await keeping.close()
  expect(reported.join()).toContain(join(state, 'sessions', 's-*.json'))
})

test('a file that is removed while unused sessions are listed is left out', async ({ state }) => {
  const store = await openFolderStore(state, {
    files: {
      ...files,
      stat: (async (path: string) => {
        if (path.endsWith('s-b.jsonl')) await files.rm(path)
        return files.stat(path)
      }) as typeof files.stat,
    },
  })
  for (const session of ['a', 'b', 'c']) await store.append(entry(1, { session }))
  expect((await store.listUnused(-60_000)).toSorted()).toEqual(['a', 'c'])
  await store.close()
})

/** The file system, in which something never ends when the given function says so. */
function buildStuck(isStuck: (what: string, path: string) => boolean): typeof files {
  const holdOr =
    <Result>(what: string, act: (...given: never[]) => Promise<Result>) =>
    (...given: unknown[]): Promise<Result> =>
      isStuck(what, String(given[0])) ? new Promise(() => undefined) : act(...(given as never[]))
  return {
    ...files,
    stat: holdOr('stat', files.stat) as typeof files.stat,
  }
}

test('a scenario stays for much longer than what uses it, and then goes', async ({ state }) => {
  const store = await openFolderStore(state)
  const hour = 3_600_000
  const scenarios = ['used', 'written', 'asked', 'unused']
  for (const digest of scenarios) await store.writeText('scenario', digest, '{}', REPLACING)
  await store.append(entry(1, { scenarios: ['used'] }))
  const age = async (hours: number) => {
    const time = new Date(Date.now() - hours * hour)
    for (const each of scenarios) await files.utimes(join(state, 'scenarios', `s-${each}.json`), time, time)
  }
  const listScenarios = () => files.readdir(join(state, 'scenarios'))
  await age(26)
  expect(await store.listUnused(hour)).toEqual([])
  expect(await listScenarios()).toHaveLength(4)
  await age(28)
  await store.touch(entry(1, { scenarios: ['used', 'missing'] }))
  expect(await store.hasScenario('asked')).toBe(true)
  expect(await store.writeText('scenario', 'written', '{}', { isNew: true })).toBe(false)
  expect(await store.listUnused(hour)).toEqual([])
  expect((await listScenarios()).sort()).toEqual(['s-asked.json', 's-used.json', 's-written.json'])
  await store.close()
})

test('a start that was killed while it locked the folder does not hinder the next one', { timeout: 20_000 }, async ({
  state,
}) => {
  await (await openFolderStore(state)).close()
  await files.writeFile(join(state, 'lock.starting'), '')
  await (await openFolderStore(state)).close()
})

test('a name that leads out of the folder is rejected', async ({ state }) => {
  const store = await openFolderStore(state)
  await expect(async () => store.read('../lock')).rejects.toThrow('not a name')
  await store.close()
})

// The next ones wait until the store gives up, so all of them wait at the same time.

test.concurrent('a change that arrives after it was refused is not there twice when it is repeated', async ({
  state,
}) => {
  const { store, goOn, hang } = await openHanging(state)
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, store, () => undefined)
  const alice = simulator.sessions.create('alice')
  expect(await keeping.save('alice')).toBe('stored')
  const change = (): unknown => alice.db.deployments.create({ name: 'web' })
  hang()
  change()
  expect(await keeping.save('alice')).toBe('failed')
  keeping.goBack('alice')
  expect(alice.db.deployments.list()).toEqual([])
  goOn()
  await expect.poll(() => files.readFile(join(state, 'sessions', 's-alice.jsonl'), 'utf8')).toContain('"web"')
  await expect.poll(keeping.findProblem).toBeUndefined()
  change()
  expect(await keeping.save('alice')).toBe('stored')
  keeping.host.sessions.leave('alice')
  await keeping.prepare('alice')
  expect(simulator.sessions.get('alice')?.db.deployments.list()).toHaveLength(1)
  await keeping.close()
})

test.concurrent('sessions are served although those that are unused are not found in time', async ({ state }) => {
  const store = await openFolderStore(state)
  for (const session of ['a', 'b']) await store.append(entry(1, { session }))
  await store.close()
  const reported: string[] = []
  const stuck = await openFolderStore(state, {
    files: buildStuck((what, path) => what === 'stat' && path.includes('s-b')),
  })
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, stuck, (line) => reported.push(line))
  expect(reported).toEqual([expect.stringContaining('Unused sessions are still looked for')])
  await keeping.close()
})

test.concurrent('what a hung disk does not answer in time is an error that says so, and the store can be closed', async ({
  state,
}) => {
  const { store, goOn, hang } = await openHanging(state)
  const { store: guarded, end } = followHealth(store, () => undefined)
  hang()
  await expect(guarded.append(entry(1))).rejects.toThrow(`${state} does not answer`)
  await expect(guarded.read('a')).rejects.toThrow(`${state} does not`)
  end()
  await store.close()
  goOn()
  await expect.poll(() => files.readdir(join(state, 'sessions'))).toEqual(['s-a.jsonl'])
})

test.concurrent('a server whose shared store goes away says nothing of a session that nobody has used', async ({
  state,
}) => {
  const { store, goOn, hang } = await openHanging(state)
  const reported: string[] = []
  const shared = { ...store, isShared: true }
  const keeping = await keepSessions(createSimulator({ scenario: 'empty' }), shared, (line) => reported.push(line))
  hang()
  await keeping.close()
  expect(reported.join()).not.toContain('lost')
  goOn()
})

test.concurrent('a store that stops working is noticed without a request', async ({ state }) => {
  const { store, goOn, hang } = await openHanging(state)
  const { findProblem, end } = followHealth(store, () => undefined)
  hang()
  await expect.poll(findProblem).toContain('does not answer')
  end()
  goOn()
  await store.close()
})

test.concurrent('a server ends while the disk of its sessions hangs, and says what is lost', async ({ state }) => {
  const { store, goOn, hang } = await openHanging(state)
  const reported: string[] = []
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, store, (line) => reported.push(line))
  simulator.sessions.create('alice')
  hang()
  await keeping.save('alice')
  await keeping.close()
  expect(reported.join()).toMatch(/does not answer.*The last changes of 1 session are lost: alice$/)
  goOn()
})
