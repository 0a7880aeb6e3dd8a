import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { expect, vi } from 'vitest'
import type { LogStore, NewEntry } from '../../src/server/state/log-store.ts'
import { connectRedis } from '../../src/server/state/redis-connection.ts'
import { openRedisStore } from '../../src/server/state/redis-store.ts'
import { followHealth } from '../../src/server/state/store-health.ts'
import { test as base } from '../support/folder.ts'
import { hasRedis, type Redis, startRedis } from './support/redis.ts'

/** A store with writers, and a connection of its own. */
interface Setup {
  redis: Redis
  open(): Promise<LogStore>
  send(...command: string[]): Promise<unknown>
}

const test = base.extend<{ setup: Setup }>({
  setup: async ({}, use) => {
    const redis = await startRedis()
    const stores: { close(): Promise<void> }[] = []
    const connection = await connectRedis(redis.url)
    stores.push(connection)
    const open = async () => {
      const store = await openRedisStore(redis.url)
      stores.push(store)
      return store
    }
    await use({ redis, open, send: connection.send })
    for (const { close } of stores) await close()
    redis.resume()
    await redis.stop()
  },
})
const testRedis = test.runIf(hasRedis)

const ALL = { after: '', limit: 100 }
const KEY = '{deploymock}:log:a'

function entry(number: number, own: Partial<NewEntry> = {}): NewEntry {
  const line = `{"n":${number}}`
  const use = { session: 'a', scenarios: [], milliseconds: 60_000, isLasting: false, former: [] }
  return { ...use, number, line, isState: number === 1, outline: `${number}`, ...own }
}

async function openWithLog(setup: Setup, last: number, own: Partial<NewEntry> = {}): Promise<LogStore> {
  const store = await setup.open()
  for (let number = 1; number <= last; number += 1) await store.append(entry(number, own))
  return store
}

/** How often a command was executed. */
async function count(send: Setup['send'], command: string): Promise<number> {
  const [, calls] = new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(String(await send('INFO', 'commandstats'))) ?? []
  return Number(calls ?? 0)
}

testRedis('of two writers one gets a number, and the other one reads the entry', async ({ setup }) => {
  const [one, two] = [await setup.open(), await setup.open()]
  await two.read('a')
  const creations = await Promise.all([one.append(entry(1)), two.append(entry(1, { line: 'two' }))])
  expect(creations.sort()).toEqual(['refused', 'stored'])
  await two.readNewer(new Map([['a', 0]]))
  expect(await two.append(entry(2, { line: 'of two' }))).toBe('stored')
  expect(await one.append(entry(2))).toBe('refused')
  expect((await one.readNewer(new Map([['a', 1]]))).get('a')).toEqual({
    entries: [{ number: 2, line: 'of two' }],
    last: 2,
  })
  expect(await one.readNewer(new Map([['a', 2]]))).toEqual(new Map())
})

testRedis('a state that comes too late removes nothing', async ({ setup }) => {
  const [one, two] = [await openWithLog(setup, 3), await setup.open()]
  await two.read('a')
  await one.append(entry(4))
  expect(await two.append(entry(4, { isState: true }))).toBe('refused')
  expect((await two.read('a'))?.entries.map(({ number }) => number)).toEqual([1, 2, 3, 4])
})

testRedis('the entries before a state are removed', async ({ setup }) => {
  const store = await openWithLog(setup, 3)
  await store.append(entry(4, { isState: true }))
  expect(await setup.send('XLEN', KEY)).toBe(1)
})

testRedis('another writer reads a removal, and cannot continue the log that is removed', async ({ setup }) => {
  const [one, two] = [await openWithLog(setup, 5), await setup.open()]
  await two.read('a')
  await one.remove('a', 5)
  expect(await two.append(entry(6))).toBe('refused')
  expect((await two.readNewer(new Map([['a', 5]]))).get('a')).toEqual({ entries: [], last: 6 })
  await one.append(entry(7, { isState: true }))
  expect(await two.append(entry(6))).toBe('refused')
  expect((await two.readNewer(new Map([['a', 5]]))).get('a')?.entries).toEqual([{ number: 7, line: '{"n":7}' }])
})

testRedis('a log that somebody else has changed is not removed', async ({ setup }) => {
  const [one, two] = [await openWithLog(setup, 2), await setup.open()]
  await two.read('a')
  await two.append(entry(3))
  expect(await one.remove('a', 2)).toBe('refused')
  expect((await one.read('a'))?.last).toBe(3)
})

testRedis('what is newer in many logs is one command', async ({ setup }) => {
  const store = await setup.open()
  const names = Array.from({ length: 20 }, (_, index) => `s-${index}`)
  for (const session of names) await store.append(entry(1, { session }))
  const other = await setup.open()
  for (const session of names) await other.read(session)
  await setup.send('CONFIG', 'RESETSTAT')
  await store.append(entry(2, { session: 's-7' }))
  const found = await other.readNewer(new Map(names.map((name) => [name, 1])))
  expect([...found.keys()]).toEqual(['s-7'])
  expect(await count(setup.send, 'xread')).toBe(1)
})

testRedis('a list reads no logs, and leaves out those that have expired', async ({ setup }) => {
  const store = await setup.open()
  await setup.send('CONFIG', 'RESETSTAT')
  await store.append(entry(1, { session: 'b', milliseconds: 60_000, outline: 'of b' }))
  await store.append(entry(1, { milliseconds: 20 }))
  await vi.waitFor(async () => expect(await setup.send('EXISTS', KEY)).toBe(0))
  expect(await store.listOutlines(ALL)).toEqual(['of b'])
  expect(await setup.send('HLEN', '{deploymock}:outlines')).toBe(1)
  for (const command of ['xrange', 'xread', 'xrevrange']) expect(await count(setup.send, command)).toBe(0)
})

const DAYS = 24 * 60 * 60 * 1000

/** Returns what tells how long a key stays, in milliseconds; -1 if for ever. */
const createLifeOf = (send: Setup['send']) => async (key: string) => Number(await send('PTTL', `{deploymock}:${key}`))

testRedis('a log stays as long as it is used, and its scenarios stay longer', async ({ setup }) => {
  const store = await setup.open()
  const lifeOf = createLifeOf(setup.send)
  for (const digest of ['one', 'two']) await store.writeText('scenario', digest, '{}', { isNew: true })
  const shared = { scenarios: ['one', 'two'] }
  await store.append(entry(1, { ...shared, session: 'b', milliseconds: 90 * DAYS }))
  await store.append(entry(1, { ...shared, milliseconds: 1000 }))
  await store.touch({ session: 'a', scenarios: ['one'], milliseconds: 50_000, isLasting: false })
  expect(await lifeOf('log:a')).toBeGreaterThan(40_000)
  // What is done with another session, or with the scenario itself, does not shorten its life.
  await store.readText('scenario', 'one')
  expect([await store.hasScenario('two'), await store.hasScenario('three')]).toEqual([true, false])
  await store.writeText('scenario', 'two', '{}', { isNew: true })
  for (const digest of ['one', 'two'])
    expect(await lifeOf(`text:scenario:${digest}`)).toBeGreaterThan(await lifeOf('log:b'))
  await store.remove('a', 1)
  // Until then, somebody may know the log.
  expect(await setup.send('PTTL', KEY)).toBeGreaterThan(40_000)
})

testRedis('a lasting log and its scenarios stay, until it refers to others', async ({ setup }) => {
  const store = await setup.open()
  const lifeOf = createLifeOf(setup.send)
  for (const digest of ['one', 'two']) await store.writeText('scenario', digest, '{}', { isNew: true })
  await store.append(entry(1, { scenarios: ['one'], isLasting: true }))
  await store.append(entry(1, { session: 'b', scenarios: ['one'] }))
  expect([await lifeOf('log:a'), await lifeOf('text:scenario:one')]).toEqual([-1, -1])
  await store.append(entry(2, { isState: true, scenarios: ['two'], former: ['one'], isLasting: true }))
  expect(await lifeOf('text:scenario:two')).toBe(-1)
  expect(await lifeOf('text:scenario:one')).toBeGreaterThan(await lifeOf('log:b'))
})

testRedis('a store without memory fails, which is no refusal', async ({ setup }) => {
  const store = await openWithLog(setup, 1)
  await setup.send('CONFIG', 'SET', 'maxmemory', '1')
  await expect(store.append(entry(2))).rejects.toThrow('maxmemory')
  await expect(store.check()).rejects.toThrow('maxmemory')
  expect((await store.read('a'))?.last).toBe(1)
  await setup.send('CONFIG', 'SET', 'maxmemory', '0')
  await store.check()
  expect(await store.append(entry(2))).toBe('stored')
})

testRedis('while a store does not answer, everything fails', async ({ setup }) => {
  const unguarded = await openWithLog(setup, 1)
  const { store, end } = followHealth(unguarded, () => undefined)
  setup.redis.pause()
  const late = store.append(entry(2))
  const results = await Promise.allSettled([late, store.read('a'), store.readNewer(new Map([['a', 1]]))])
  expect(results.map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
  await expect(late).rejects.toThrow('does not answer')
  setup.redis.resume()
  end()
  // It was stored nevertheless.
  expect((await unguarded.readNewer(new Map([['a', 1]]))).get('a')?.last).toBe(2)
  expect(await unguarded.append(entry(2))).toBe('refused')
})

testRedis('when a store was started again without its logs, they are gone for everyone', async ({ setup }) => {
  const { port, stop, url } = setup.redis
  const [one, two] = [await openWithLog(setup, 3), await setup.open()]
  await two.read('a')
  await stop()
  await expect(one.append(entry(4))).rejects.toThrow()
  await expect(one.readNewer(new Map([['a', 3]]))).rejects.toThrow()
  const redis = await startRedis({ port })
  try {
    expect(redis.url).toBe(url)
    await vi.waitFor(() => two.check())
    await two.append(entry(1, { line: 'new' }))
    await vi.waitFor(() => one.check())
    expect(await one.append(entry(4))).toBe('refused')
    expect((await one.readNewer(new Map([['a', 3]]))).get('a')).toEqual({ entries: [], last: 0 })
    expect((await one.read('a'))?.entries).toEqual([{ number: 1, line: 'new' }])
    expect(await one.append(entry(2))).toBe('stored')
  } finally {
    await one.close()
    await two.close()
    await redis.stop()
  }
})

testRedis('when a store was started again with less, a log with the same numbers is another one', async ({ setup }) => {
  const { port, stop } = setup.redis
  const [one, two] = [await openWithLog(setup, 3), await setup.open()]
  await stop()
  const redis = await startRedis({ port })
  try {
    await vi.waitFor(() => two.check())
    await two.read('b')
    for (const number of [1, 2, 3]) await two.append(entry(number, { line: `new ${number}` }))
    await two.append(entry(1, { session: 'b' }))
    await vi.waitFor(() => one.check())
    const newer = await one.readNewer(new Map([['a', 3]]))
    expect(newer.get('a')).toEqual({ entries: [], last: 0 })
  } finally {
    await one.close()
    await two.close()
    await redis.stop()
  }
})

testRedis('when a store was started again with everything, nothing is read again', async ({ setup, folder }) => {
  const first = await startRedis({ folder: folder.path('.') })
  const one = await openRedisStore(first.url)
  for (const number of [1, 2, 3]) await one.append(entry(number))
  await first.stop()
  const second = await startRedis({ folder: folder.path('.'), port: first.port })
  const two = await openRedisStore(second.url)
  try {
    await two.read('a')
    await two.append(entry(4))
    await vi.waitFor(() => one.check())
    expect((await one.readNewer(new Map([['a', 3]]))).get('a')?.entries).toEqual([{ number: 4, line: '{"n":4}' }])
    expect(await one.readNewer(new Map([['a', 4]]))).toEqual(new Map())
    expect(await one.append(entry(5))).toBe('stored')
  } finally {
    await one.close()
    await two.close()
    await second.stop()
    setup.redis.resume()
  }
})

testRedis('when only the connection was lost, just the last entry of a log is read again', async ({ setup }) => {
  const store = await openWithLog(setup, 3)
  await setup.send('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await vi.waitFor(() => store.check())
  expect(await store.readNewer(new Map([['a', 3]]))).toEqual(new Map())
  expect(await store.append(entry(4))).toBe('stored')
  expect(await count(setup.send, 'xrange')).toBe(1)
})

testRedis(
  'a connection whose answers are lost is made again',
  async ({ setup }) => {
    let isCut = false
    const proxy = createServer((socket) => {
      const behind = createConnection(setup.redis.port, '127.0.0.1').on('data', (data) => isCut || socket.write(data))
      socket.on('data', (data) => behind.write(data)).on('close', () => behind.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { send, close } = await connectRedis(`redis://127.0.0.1:${(proxy.address() as AddressInfo).port}/0`)
    isCut = true
    await expect(send('PING')).rejects.toThrow()
    isCut = false
    await expect.poll(() => send('PING'), { timeout: 4000 }).toBe('PONG')
    await close()
    proxy.close()
  },
  20_000,
)

testRedis('a log with a gap is broken', async ({ setup }) => {
  const store = await openWithLog(setup, 3)
  const [, second] = (await setup.send('XRANGE', KEY, '-', '+')) as [string][]
  await setup.send('XDEL', KEY, String(second?.[0]))
  await expect(store.read('a')).rejects.toThrow('entries are missing')
  const aside = await store.putAside('a')
  expect(await setup.send('XLEN', aside)).toBe(2)
  expect(await store.append(entry(4))).toBe('refused')
})

testRedis('what a version before has stored is named', async ({ setup }) => {
  expect((await setup.open()).outdated).toBeUndefined()
  await setup.send('ZADD', '{deploymock}:sessions', '0', 'alice')
  expect((await setup.open()).outdated).toBe(`{deploymock}:s* in ${setup.redis.url}`)
})
