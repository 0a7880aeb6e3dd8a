import { createClient } from '@redis/client'
import { expect, vi } from 'vitest'
import { openRedisStore } from '../../src/server/state/redis-store.ts'
import { test as base } from '../support/folder.ts'
import { hasRedis, type Redis, startRedis } from './support/redis.ts'

const test = base.extend<{ redis: Redis }>({
  redis: async ({}, use) => {
    const redis = await startRedis()
    await use(redis)
    redis.resume()
    await redis.stop()
  },
})

const URL = 'redis://127.0.0.1:1/0'
const never = () => new Promise<never>(() => undefined)

test.runIf(hasRedis)(
  'a store that accepts connections and does not answer is an error at the start',
  async ({ redis }) => {
    redis.pause()
    await expect(openRedisStore(redis.url, undefined, 200)).rejects.toThrow(
      `Failed to keep the sessions in ${redis.url}: ${redis.url} does not answer. Start the store`,
    )
  },
)

test('a client that does not connect is an error at the start, and is ended', async () => {
  const client = { isOpen: true, connect: never, on: () => undefined, destroy: vi.fn() }
  const opening = openRedisStore(URL, async () => ({ createClient: () => client }), 20)
  await expect(opening).rejects.toThrow(`${URL} does not answer`)
  expect(client.destroy).toHaveBeenCalled()
})

test('a client that is refused is an error at the start', async () => {
  const connect = async () => Promise.reject(new Error('too many clients'))
  const client = { isOpen: false, connect, on: () => undefined }
  await expect(openRedisStore(URL, async () => ({ createClient: () => client }), 20)).rejects.toThrow(
    `Failed to keep the sessions in ${URL}: too many clients.`,
  )
})

test.runIf(hasRedis).for(['EXISTS', 'SET', 'XADD', 'XTRIM', 'XREAD', 'RENAMENX', 'HSET', 'HKEYS', 'HGET', 'HDEL'])(
  'a user who may not use %s is an error at the start',
  async (command, { redis }) => {
    const client = await createClient({ url: redis.url }).connect()
    await client.sendCommand(['ACL', 'SETUSER', 'me', 'on', '>pw', '~*', '+@all', `-${command.toLowerCase()}`])
    await expect(openRedisStore(redis.url.replace('//', '//me:pw@'))).rejects.toThrow(
      new RegExp(`^Failed to keep the sessions in redis://127.*: NOPERM .*'${command.toLowerCase()}'`),
    )
    client.destroy()
  },
)

test.runIf(hasRedis)('a start leaves nothing in the store', async ({ redis }) => {
  const store = await openRedisStore(redis.url)
  await store.close()
  const client = await createClient({ url: redis.url }).connect()
  await expect.poll(() => client.sendCommand(['KEYS', '*']), { timeout: 4000 }).toEqual([])
  client.destroy()
})
