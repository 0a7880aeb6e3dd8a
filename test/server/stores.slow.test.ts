import * as files from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { openFolderStore } from '../../src/server/state/folder-store.ts'
import { openRedisStore } from '../../src/server/state/redis-store.ts'
import { NO_VERSION, type SessionStore, type StoredText } from '../../src/server/state/session-store.ts'
import { test as base } from '../support/folder.ts'
import { hasRedis, startRedis } from './support/redis.ts'

const STORES = ['folder', 'redis'] as const
type StoreKind = (typeof STORES)[number]

const test = base.extend<{ openStore: (kind: StoreKind) => Promise<SessionStore> }>({
  openStore: async ({ folder }, use) => {
    const stores: SessionStore[] = []
    const redis = hasRedis ? await startRedis() : undefined
    await use(async (kind) => {
      const store =
        kind === 'folder' ? await openFolderStore(folder.path('state')) : await openRedisStore(redis?.url ?? '')
      stores.push(store)
      return store
    })
    for (const store of stores) await store.close()
    await redis?.stop()
  },
})

const NAMES = ['a', 'A', 'b.c', '~', 'con', 'Z'.repeat(100)]

/** What is done to a store. A write is based on the current version, or on an old one. */
const actions = fc.array(
  fc.oneof(
    fc.record({ what: fc.constant('write' as const), name: fc.constantFrom(...NAMES), isStale: fc.boolean() }),
    fc.record({ what: fc.constantFrom('remove' as const, 'read' as const), name: fc.constantFrom(...NAMES) }),
  ),
  { maxLength: 30 },
)

type Action = { what: 'write'; name: string; isStale: boolean } | { what: 'remove' | 'read'; name: string }

/** Does something to a store and to its model, which must then be equal. */
async function act(store: SessionStore, model: Map<string, StoredText>, action: Action, number: number): Promise<void> {
  const { what, name } = action
  const current = model.get(name)?.version ?? NO_VERSION
  if (what === 'write') {
    const next = { text: `text ${number} ✓`, version: `version-${number}` }
    // Only in a shared store, others may have written.
    const isStale = action.isStale && store.isShared
    const after = await store.write('session', name, { ...next, basedOn: isStale ? 'another' : current })
    expect(after).toBe(isStale ? current : next.version)
    if (!isStale) model.set(name, next)
  }
  if (what === 'remove') {
    await store.remove('session', name)
    model.delete(name)
  }
  const expected = model.get(name)
  const version = store.isShared ? expected?.version : expect.any(String)
  expect(await store.read('session', name)).toEqual(expected && { ...expected, version })
  expect(await store.claim(name)).toEqual(expected === undefined ? NO_VERSION : version)
}

for (const kind of STORES) {
  test.skipIf(kind === 'redis' && !hasRedis)(
    `a ${kind} has what was written last${kind === 'redis' ? ', and rejects what is based on an old version' : ''}`,
    async ({ openStore }) => {
      const store = await openStore(kind)
      let number = 0
      const check = async (done: readonly Action[]) => {
        const model = new Map<string, StoredText>()
        for (const name of NAMES) await store.remove('session', name)
        for (const action of done) {
          number += 1
          await act(store, model, action, number)
        }
        expect(await store.list('session', { after: '', limit: 100 })).toEqual([...model.keys()].sort())
        expect(await store.list('snapshot', { after: '', limit: 100 })).toEqual([])
      }
      await fc.assert(fc.asyncProperty(actions, check), { numRuns: 25 })
    },
  )

  test.skipIf(kind === 'redis' && !hasRedis)(`a ${kind} lists names in pages`, async ({ openStore }) => {
    const store = await openStore(kind)
    const names = Array.from({ length: 25 }, (_, index) => `name-${String(index).padStart(2, '0')}`)
    for (const name of names) await store.write('session', name, { text: '1', version: name, basedOn: NO_VERSION })
    const pages = [
      await store.list('session', { after: '', limit: 10 }),
      await store.list('session', { after: 'name-09', limit: 10 }),
      await store.list('session', { after: 'name-19', limit: 10 }),
    ]
    expect(pages.flat()).toEqual(names)
  })
}

test('a file is complete before or after a write, wherever the write ends', async ({ folder }) => {
  const steps: string[] = []
  let failing = Number.POSITIVE_INFINITY
  const attempt = async (step: string): Promise<void> => {
    steps.push(step)
    if (steps.length > failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  const store = await openFolderStore(folder.path('state'), {
    ...files,
    async open(path, ...rest) {
      await attempt('open')
      const handle = await files.open(path, ...rest)
      const { writeFile, sync } = handle
      handle.writeFile = async (text) => {
        // Half of it arrives.
        if (steps.length >= failing) await writeFile.call(handle, String(text).slice(0, 3))
        await attempt('write')
        await writeFile.call(handle, text)
      }
      handle.sync = async () => {
        await attempt('sync')
        await sync.call(handle)
      }
      return handle
    },
    async rename(from, to) {
      await attempt('rename')
      await files.rename(from, to)
    },
  })
  await store.write('session', 'a', { text: 'before', version: '1', basedOn: NO_VERSION })
  expect(steps).toEqual(['open', 'write', 'sync', 'rename'])
  for (const step of [0, 1, 2, 3]) {
    steps.length = 0
    failing = step
    await expect(store.write('session', 'a', { text: 'after', version: '2', basedOn: '1' })).rejects.toThrow('no space')
    expect(await store.read('session', 'a'), `step ${step}`).toMatchObject({ text: 'before' })
    expect(await files.readdir(join(folder.path('state'), 'sessions'))).toEqual(['s-a.json'])
  }
  failing = Number.POSITIVE_INFINITY
  await store.write('session', 'a', { text: 'after', version: '2', basedOn: '1' })
  expect(await store.read('session', 'a')).toMatchObject({ text: 'after' })
  await store.close()
})

test('a folder is used by one process at a time, and by the next one after kill -9', async ({ folder }) => {
  const state = folder.path('state')
  const store = await openFolderStore(state)
  const [host] = (await files.readFile(join(state, 'lock'), 'utf8')).split(' ')
  // The parent of this process runs.
  await files.writeFile(join(state, 'lock'), `${host} ${process.ppid}\n`)
  await expect(openFolderStore(state)).rejects.toThrow(`process ${process.ppid} uses it`)
  await files.writeFile(join(state, 'lock'), `${host} 4194304\n`)
  await (await openFolderStore(state)).close()
  await store.close()
})

test('a name that leads out of the folder is rejected', async ({ openStore }) => {
  const store = await openStore('folder')
  await expect(store.read('session', '../lock')).rejects.toThrow('not a name')
})

test.runIf(hasRedis)('what was not written for its time is gone, also from the list', async ({ openStore }) => {
  const store = await openStore('redis')
  await store.write('session', 'a', { text: 'x', version: '1', basedOn: NO_VERSION, milliseconds: 20 })
  await vi.waitFor(async () => expect(await store.read('session', 'a')).toBeUndefined())
  expect(await store.list('session', { after: '', limit: 10 })).toEqual([])
})

test.runIf(hasRedis)('another instance gets a session after the one that has it was asked', async ({ openStore }) => {
  const [one, two] = [await openStore('redis'), await openStore('redis')]
  await one.write('session', 'a', { text: 'old', version: '1', basedOn: NO_VERSION })
  one.onWanted(async (name) => {
    await one.write('session', name, { text: 'new', version: '2', basedOn: '1' })
  })
  expect(await two.take('a')).toEqual({ text: 'new', version: '2' })
})
