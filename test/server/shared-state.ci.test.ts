import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { type ControlError, connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { openRedisStore } from '../../src/server/state/redis-store.ts'
import { test as base } from '../support/folder.ts'
import { hasRedis, type Redis, startRedis } from './support/redis.ts'

async function startIn(state: string) {
  const simulator = createSimulator({ scenario: 'empty' })
  const server = await serve(simulator, { port: 0, state, knownSessionsOnly: true })
  let stopped: Promise<void> | undefined
  return { url: server.url, remote: connect(server.url), simulator, stop: () => (stopped ??= server.close()) }
}

const MINUTE = 60_000

type Started = Awaited<ReturnType<typeof startIn>>

const test = base.extend<{ redis: Redis; start: (state?: string) => Promise<Started> }>({
  redis: async ({}, use) => {
    const redis = await startRedis()
    await use(redis)
    await redis.stop()
  },
  start: async ({ redis }, use) => {
    const started: Started[] = []
    await use(async (state = redis.url) => {
      const one = await startIn(state)
      started.push(one)
      return one
    })
    redis.resume()
    for (const { stop } of started) await stop()
  },
})

const namesOf = async ({ remote }: Started, session: string) =>
  (await remote.session(session).db.deployments.list()).map(({ name }) => name).sort()
const create = ({ remote }: Started, session: string, name: string) =>
  remote.session(session).db.deployments.create({ name })
const healthOf = async ({ url }: Started) => {
  const response = await fetch(`${url}/_simulator/health`)
  return { status: response.status, body: await response.json() }
}

test.runIf(hasRedis)('a session goes on in another instance with every change that was answered', async ({ start }) => {
  const [one, two] = [await start(), await start()]
  await one.remote.sessions.create({ name: 'alice' })
  await create(one, 'alice', 'a')
  await create(two, 'alice', 'b')
  await create(one, 'alice', 'c')
  expect(await namesOf(two, 'alice')).toEqual(['a', 'b', 'c'])
})

test.runIf(hasRedis)('instances that change a session at the same time lose no change', async ({ start }) => {
  const instances = [await start(), await start(), await start()]
  await instances[0]?.remote.sessions.create({ name: 'alice' })
  const created = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const instance = instances[index % 3] as Started
      const name = `web-${index}`
      // Whoever cannot repeat the change says so.
      const status = await create(instance, 'alice', name).then(
        () => 201,
        (error: ControlError) => error.status,
      )
      expect([201, 409]).toContain(status)
      return status === 201 ? [name] : []
    }),
  )
  const [first] = instances as [Started]
  expect(await namesOf(first, 'alice')).toEqual(created.flat().sort())
  expect(created.flat().length).toBeGreaterThan(10)
})

test.runIf(hasRedis)(
  'every instance sees each change that was answered, also without a change of its own',
  async ({ start }) => {
    const instances = [await start(), await start(), await start()]
    await instances[0]?.remote.sessions.create({ name: 'alice' })
    for (let index = 0; index < 12; index += 1) {
      await create(instances[index % 3] as Started, 'alice', `web-${index}`)
      const seen = await Promise.all(instances.map((each) => namesOf(each, 'alice')))
      expect(seen.map((names) => names.includes(`web-${index}`))).toEqual([true, true, true])
    }
  },
)

test.runIf(hasRedis)('a session that another instance uses does not end where nobody uses it', async ({ start }) => {
  const [one, two] = [await start(), await start()]
  await one.remote.sessions.create({ name: 'alice' })
  await create(one, 'alice', 'a')
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now')
  clock.mockImplementation(() => now + 40 * MINUTE)
  expect(await namesOf(two, 'alice')).toEqual(['a'])
  clock.mockImplementation(() => now + 70 * MINUTE)
  await one.remote.sessions.list()
  expect(await namesOf(two, 'alice')).toEqual(['a'])
  expect(await namesOf(one, 'alice')).toEqual(['a'])
  clock.mockRestore()
})

test.runIf(hasRedis)('two instances cannot create the same session', async ({ start }) => {
  const [one, two] = [await start(), await start()]
  const results = await Promise.allSettled([one, two].map(({ remote }) => remote.sessions.create({ name: 'alice' })))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.runIf(hasRedis)('two instances cannot take a snapshot under the same name', async ({ start }) => {
  const instances = [await start(), await start()]
  for (const name of Array.from({ length: 10 }, (_, index) => `s-${index}`)) {
    const results = await Promise.allSettled(instances.map(({ remote }) => remote.snapshots.take(name)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
})

test.runIf(hasRedis)('a session that one instance deletes is gone in all', async ({ start }) => {
  const [one, two] = [await start(), await start()]
  await one.remote.sessions.create({ name: 'alice' })
  await create(two, 'alice', 'a')
  await one.remote.sessions.delete('alice')
  await vi.waitFor(async () => expect((await fetch(`${two.url}/_s/alice/v2/deployments`)).status).toBe(404))
})

test.runIf(hasRedis)('snapshots can be restored by every instance', async ({ start }) => {
  const [one, two] = [await start(), await start()]
  const alice = await one.remote.sessions.create({ name: 'alice' })
  await create(one, 'alice', 'a')
  const { name } = await alice.snapshots.take()
  await vi.waitFor(async () => expect(await two.remote.snapshots.list()).toMatchObject([{ name }]))
  const bob = await two.remote.sessions.create({ name: 'bob', snapshot: name } as never)
  expect((await bob.db.deployments.list()).map((each) => each.name)).toEqual(['a'])
})

test.runIf(hasRedis)(
  'while the store does not answer, health says so and requests get 503',
  async ({ start, redis }) => {
    const one = await start()
    await one.remote.sessions.create({ name: 'alice' })
    await create(one, 'alice', 'a')
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    redis.pause()
    // Another instance may have changed what this one has in its memory.
    for (const name of ['alice', 'bob']) {
      const response = await fetch(`${one.url}/_s/${name}/v2/deployments`)
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    }
    await expect(create(one, 'alice', 'b')).rejects.toMatchObject({ status: 503 })
    expect(await healthOf(one)).toMatchObject({ status: 200, body: { status: 'degraded' } })
    redis.resume()
    await vi.waitFor(async () => expect((await healthOf(one)).body).toEqual({ status: 'ok' }))
    reported.mockRestore()
    await create(one, 'alice', 'c')
    expect(await namesOf(await start(), 'alice')).toEqual(['a', 'c'])
  },
)

test.runIf(hasRedis)(
  'when a store was started again without anything, sessions can be created again',
  async ({ start, redis }) => {
    const [one, two] = [await start(), await start()]
    await one.remote.sessions.create({ name: 'alice' })
    await create(two, 'alice', 'a')
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await redis.stop()
    const again = await startRedis({ port: redis.port })
    onTestFinished(again.stop)
    for (const each of [one, two]) {
      await expect(namesOf(each, 'alice')).rejects.toThrow()
      await vi.waitFor(async () => expect((await healthOf(each)).body).toEqual({ status: 'ok' }))
      await expect(namesOf(each, 'alice')).rejects.toMatchObject({ status: 404 })
    }
    reported.mockRestore()
    await one.remote.sessions.create({ name: 'alice' })
    await create(two, 'alice', 'b')
    // One that knew nothing before needs the scenario.
    const three = await start()
    for (const each of [one, three]) expect(await namesOf(each, 'alice')).toEqual(['b'])
    for (const { stop } of [one, two, three]) await stop()
    await again.stop()
  },
)

test('while a folder cannot be written to, health says so and only changes get 503', async ({ folder }) => {
  const state = folder.path('state')
  const one = await startIn(state)
  await one.remote.sessions.create({ name: 'alice' })
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await rename(join(state, 'sessions'), join(state, 'away'))
  await writeFile(join(state, 'sessions'), '')
  await expect(create(one, 'alice', 'a')).rejects.toMatchObject({ status: 503 })
  expect((await healthOf(one)).body.status).toBe('degraded')
  expect(await namesOf(one, 'alice')).toEqual([])
  await rm(join(state, 'sessions'))
  await rename(join(state, 'away'), join(state, 'sessions'))
  await vi.waitFor(async () => expect((await healthOf(one)).body).toEqual({ status: 'ok' }), 3000)
  reported.mockRestore()
  await create(one, 'alice', 'b')
  await one.stop()
  const two = await startIn(state)
  expect(await namesOf(two, 'alice')).toEqual(['b'])
  await two.stop()
})

test('health tells only those who may control the server where its store is', async ({ folder }) => {
  const state = folder.path('state')
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const server = await serve(createSimulator(), { port: 0, state, token: 'open-sesame' })
  const readHealth = async (headers = {}) => (await fetch(`${server.url}/_simulator/health`, { headers })).json()
  await rename(join(state, 'sessions'), join(state, 'away'))
  await writeFile(join(state, 'sessions'), '')
  await fetch(`${server.url}/_s/alice/v2/deployments`)
  const authorization = 'Bearer open-sesame'
  await vi.waitFor(async () => expect((await readHealth({ authorization })).problem).toContain(state), 3000)
  expect(await readHealth()).toEqual({
    status: 'degraded',
    problem: 'The store of the sessions does not work at the moment.',
  })
  await rm(join(state, 'sessions'))
  await rename(join(state, 'away'), join(state, 'sessions'))
  await server.close()
  reported.mockRestore()
})

test('without a client for Redis, the error says how to install it', async () => {
  const load = async () => {
    throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  await expect(openRedisStore('redis://127.0.0.1:1/0', load)).rejects.toThrow('npm install @redis/client')
})

test('a URL that is none is reported, without its password', async () => {
  await expect(startIn('redis://me:secret@:::')).rejects.toThrow(
    'Failed to keep the sessions in Redis: the URL is invalid. Use redis://HOST:6379/0, or rediss:// for TLS.',
  )
})

test('a store that cannot be reached is reported at the start, without its password', async () => {
  const failed = startIn('redis://me:secret@127.0.0.1:1/0').catch((error: Error) => error.message)
  expect(await failed).toMatch(/^Failed to keep the sessions in redis:\/\/127\.0\.0\.1:1\/0: /)
})
