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
const done = async () => undefined

/** A client whose commands work. */
function createFake(own: object) {
  return { isOpen: true, connect: done, subscribe: done, on: () => undefined, destroy: vi.fn(), ...own }
}

/** Opens a store with these clients: the one for commands, and the one that is subscribed. */
async function openWith(...clients: ReturnType<typeof createFake>[]) {
  return openRedisStore(URL, async () => ({ createClient: () => clients.shift() }), 20)
}

test.runIf(hasRedis)(
  'a store that accepts connections and does not answer is an error at the start',
  async ({ redis }) => {
    redis.pause()
    await expect(openRedisStore(redis.url, undefined, 200)).rejects.toThrow(
      `Failed to keep the sessions in ${redis.url}: ${redis.url} does not answer. Start the store`,
    )
  },
)

test.for(['connect', 'subscribe'])('a second connection that does not %s is an error at the start', async (what) => {
  const [client, subscriber] = [createFake({}), createFake({ [what]: never })]
  await expect(openWith(client, subscriber)).rejects.toThrow(`${URL} does not answer`)
  expect(client.destroy).toHaveBeenCalled()
  expect(subscriber.destroy).toHaveBeenCalled()
})

test('a second connection that fails is an error at the start, and ends the first one', async () => {
  const fail = async () => Promise.reject(new Error('too many clients'))
  const client = createFake({})
  await expect(openWith(client, createFake({ connect: fail, isOpen: false }))).rejects.toThrow(
    `Failed to keep the sessions in ${URL}: too many clients.`,
  )
  expect(client.destroy).toHaveBeenCalled()
})
