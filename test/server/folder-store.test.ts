import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { openFolderStore } from '../../src/server/state/folder-store.ts'
import { keepSessions } from '../../src/server/state/keep-sessions.ts'
import { createTimeLimit } from '../../src/server/state/limit-time.ts'
import { NO_VERSION } from '../../src/server/state/session-store.ts'
import { test as base } from '../support/folder.ts'

const test = base.extend<{ state: string }>({ state: async ({ folder }, use) => use(folder.path('state')) })

const LONG = 'long '.repeat(1000)
const write = (text: string) => ({ text, version: text, basedOn: NO_VERSION })

/** Opens a store whose reads and writes do not end after it was told to hang and before it goes on. */
async function openHanging(state: string) {
  let goOn = (): void => undefined
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let isHanging = false
  const limited = createTimeLimit(state, 20)
  const store = await openFolderStore(
    state,
    {
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
    (act) => (isHanging ? limited(act) : act()),
  )
  const hang = (): void => {
    isHanging = true
  }
  return { store, goOn, hang }
}

test('writes of one text at the same time leave one of them as a whole', async ({ state }) => {
  const store = await openFolderStore(state)
  const texts = [LONG, 'short', LONG.toUpperCase(), 'other']
  const written = await Promise.allSettled(texts.map((text) => store.write('snapshot', 'a', write(text))))
  expect(written.map(({ status }) => status)).toEqual(texts.map(() => 'fulfilled'))
  expect(texts).toContain((await store.read('snapshot', 'a'))?.text)
  expect(await files.readdir(join(state, 'snapshots'))).toEqual(['s-a.json'])
  await store.close()
})

test('drafts that a killed process has left behind are removed at the next start', async ({ state }) => {
  await (await openFolderStore(state)).close()
  await files.writeFile(join(state, 'sessions', 'other.draft'), 'half')
  const store = await openFolderStore(state)
  expect(await files.readdir(join(state, 'sessions'))).toEqual([])
  await store.close()
})

test('a text is missing if only its file is, and an error if its folder is', async ({ state }) => {
  const store = await openFolderStore(state)
  expect(await store.read('session', 'a')).toBeUndefined()
  await store.remove('session', 'a')
  await files.rename(join(state, 'sessions'), join(state, 'away'))
  await expect(store.read('session', 'a')).rejects.toThrow('no such file or directory')
  await expect(store.take('a')).rejects.toThrow('no such file or directory')
  await expect(store.claim('a')).rejects.toThrow('no such file or directory')
  await expect(store.remove('session', 'a')).rejects.toThrow('no such file or directory')
  await store.close()
})

test('a file that is removed while unused sessions are listed is left out', async ({ state }) => {
  const store = await openFolderStore(state, {
    ...files,
    stat: (async (path: string) => {
      if (path.endsWith('s-b.json')) await files.rm(path)
      return files.stat(path)
    }) as typeof files.stat,
  })
  for (const name of ['a', 'b', 'c']) await store.write('session', name, write(name))
  expect((await store.listUnused(-60_000)).toSorted()).toEqual(['a', 'c'])
  await store.close()
})

test('what a hung disk does not answer in time is an error that says so, and the store can be closed', async ({
  state,
}) => {
  const { store, goOn, hang } = await openHanging(state)
  hang()
  await expect(store.write('session', 'a', write('late'))).rejects.toThrow(`${state} does not answer`)
  await expect(store.read('session', 'a')).rejects.toThrow(`${state} does not answer`)
  await store.close()
  goOn()
  await expect.poll(() => files.readdir(join(state, 'sessions'))).toEqual(['s-a.json'])
})

test('a server ends while the disk of its sessions hangs, and says what is lost', async ({ state }) => {
  const { store, goOn, hang } = await openHanging(state)
  const reported: string[] = []
  const simulator = createSimulator({ scenario: 'empty' })
  const keeping = await keepSessions(simulator, store, (line) => reported.push(line))
  simulator.sessions.create('alice')
  hang()
  await keeping.drain()
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 60_000 * clock.mock.calls.length)
  await keeping.close()
  clock.mockRestore()
  expect(reported.join()).toMatch(/does not answer.*The last changes of 1 sessions are lost: alice/)
  goOn()
})
