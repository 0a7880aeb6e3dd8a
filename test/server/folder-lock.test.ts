import * as files from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { lockFolder } from '../../src/server/state/folder/folder-lock.ts'
import { openFolderStore } from '../../src/server/state/folder/folder-store.ts'
import { test as base } from '../support/folder.ts'

const test = base.extend<{ state: string }>({ state: async ({ folder }, use) => use(folder.path('state')) })

test('of two processes that start at the same time, one uses the folder', async ({ state }) => {
  await (await openFolderStore(state)).close()
  for (const before of ['', `${hostname()} 4194304\n`]) {
    await files.writeFile(join(state, 'lock'), before)
    const started = await Promise.allSettled([process.pid, process.ppid].map((pid) => lockFolder(state, files, pid)))
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test('the end of a lock leaves the lock of another one alone', async ({ state }) => {
  const store = await openFolderStore(state)
  await files.writeFile(join(state, 'lock'), 'other-machine 1\n')
  await store.close()
  expect(await files.readFile(join(state, 'lock'), 'utf8')).toBe('other-machine 1\n')
})

test.runIf(process.platform === 'linux')('a process with a reused id does not block the start', async ({ state }) => {
  await (await openFolderStore(state)).close()
  // The parent of this process runs, but has started at another time.
  await files.writeFile(join(state, 'lock'), `${hostname()} ${process.ppid} 1 id\n`)
  await (await openFolderStore(state)).close()
})
