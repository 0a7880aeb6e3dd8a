import * as files from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { lockFolder } from '../../src/server/state/folder/folder-lock.ts'
import { openFolderStore } from '../../src/server/state/folder/folder-store.ts'
import { test as base } from '../support/folder.ts'

const test = base.extend<{ state: string }>({ state: async ({ folder }, use) => use(folder.path('state')) })

/** Locks a folder for a process of another machine, or of another container with its own process ids. */
async function lockFrom(state: string, machine: string, report = () => undefined) {
  await files.mkdir(state, { recursive: true })
  const holder = Promise.resolve({ machine, pid: 1, start: '7' })
  const restore = async () => {
    await files.mkdir(state, { recursive: true })
    return () => undefined
  }
  return lockFolder(state, { files, report, restore, holder })
}

const IN_USE = 'a process in another container or machine uses it. Several servers share a store with --state redis://'

test('of two containers with the same process ids that start at the same time, one uses the folder', async ({
  state,
}) => {
  const started = await Promise.allSettled([lockFrom(state, 'one'), lockFrom(state, 'two')])
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(started.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining(IN_USE) },
  })
  for (const each of started) if (each.status === 'fulfilled') await each.value.end()
})

test('a process that waits for a lock gets it when its holder ends', async ({ state }) => {
  const first = await lockFrom(state, 'one')
  let noticed = (): void => undefined
  const second = lockFrom(state, 'two', () => {
    noticed()
    return undefined
  })
  await new Promise<void>((resolve) => {
    noticed = resolve
  })
  await first.end()
  await (await second).end()
})

test('the end of a lock leaves the lock of another one alone', async ({ state }) => {
  const store = await openFolderStore(state)
  await files.writeFile(join(state, 'lock'), 'token other-machine 1\n')
  await store.close()
  expect(await files.readFile(join(state, 'lock'), 'utf8')).toBe('token other-machine 1\n')
})

/** Changes who has started the process in a lock, and when. */
async function changeHolder(state: string, change: (words: string[]) => void): Promise<void> {
  const words = (await files.readFile(join(state, 'lock'), 'utf8')).split(' ')
  change(words)
  await files.writeFile(join(state, 'lock'), words.join(' '))
}

test.runIf(process.platform === 'linux').for<[string, (words: string[]) => void]>([
  ['that has ended', (words) => words.splice(2, 1, '4194304')],
  ['whose id another one has', (words) => words.splice(2, 2, String(process.ppid), '1')],
  ['that is this one', () => undefined],
])('the lock of a process %s is taken over at once', async ([, change], { state }) => {
  const before = await openFolderStore(state)
  await changeHolder(state, change)
  const store = await openFolderStore(state)
  expect(await store.listSnapshots({ after: '', limit: 1 })).toEqual([])
  await store.close()
  await before.close()
})

test('a process that runs on this machine keeps its lock, also while it is paused', async ({ state }) => {
  const store = await openFolderStore(state)
  const stat = await files.readFile(`/proc/${process.ppid}/stat`, 'utf8')
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  await changeHolder(state, (words) => words.splice(2, 2, String(process.ppid), start))
  await expect(openFolderStore(state)).rejects.toThrow(`process ${process.ppid} uses it`)
  await store.close()
})

test('a process that wakes up and finds another one in its folder writes nothing any more', async ({ state }) => {
  const first = await lockFrom(state, 'one')
  await files.rm(join(state, 'lock'))
  const second = await lockFrom(state, 'two')
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 3000)
  onTestFinished(() => clock.mockRestore())
  await expect(first.assertHeld()).rejects.toThrow('another process has taken it over')
  await second.assertHeld()
  // Also when the other one has ended: it may have changed everything.
  await second.end()
  await expect(first.assertHeld()).rejects.toThrow('another process has taken it over')
  await first.end()
})

test('a lock that was deleted with its folder is written again', async ({ state }) => {
  const first = await lockFrom(state, 'one')
  await files.rm(state, { recursive: true })
  await vi.waitFor(() => files.stat(join(state, 'lock')))
  await expect(lockFrom(state, 'two')).rejects.toThrow(IN_USE)
  await first.end()
})
