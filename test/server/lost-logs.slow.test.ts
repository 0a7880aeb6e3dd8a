// Two servers share a store, in which somebody deletes something.

import { createClient } from '@redis/client'
import { expect } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { test as base } from '../support/folder.ts'
import { hasRedis, startRedis } from './support/redis.ts'

async function startAt(state: string) {
  const server = await serve(createSimulator({ scenario: 'empty' }), { port: 0, state, knownSessionsOnly: true })
  return { url: server.url, remote: connect(server.url), close: server.close }
}

type Started = Awaited<ReturnType<typeof startAt>>

interface Shared {
  servers: [Started, Started]
  send(...command: string[]): Promise<unknown>
  /** What the servers have reported. */
  reported: string[]
}

const test = base.extend<{ shared: Shared }>({
  shared: async ({}, use) => {
    const redis = await startRedis()
    const client = await createClient({ url: redis.url }).connect()
    const reported: string[] = []
    const { error } = console
    console.error = (line: string) => void reported.push(line)
    const servers: Shared['servers'] = [await startAt(redis.url), await startAt(redis.url)]
    await use({ servers, reported, send: (...command) => client.sendCommand(command) })
    for (const { close } of servers) await close()
    client.destroy()
    await redis.stop()
    console.error = error
  },
})

const create = ({ remote }: Started, session: string, name: string) =>
  remote.session(session).db.deployments.create({ name })
const namesOf = async ({ remote }: Started, session: string) =>
  (await remote.session(session).db.deployments.list()).map(({ name }) => name)

const LOST = {
  status: 404,
  message: 'Failed to find session "alice": it is lost, because the store does not have it any more. Begin anew.',
  issues: [{ path: 'session' }],
}

test.runIf(hasRedis).for([
  ['a store that is flushed', 'FLUSHALL'],
  ['a log that is deleted', 'DEL', '{deploymock}:log:alice'],
  ['a log that has expired', 'PEXPIRE', '{deploymock}:log:alice', '-1'],
])('a session ends on both servers at once with %s', async ([, ...command], { shared }) => {
  const [one, two] = shared.servers
  await one.remote.sessions.create({ name: 'alice' })
  await create(one, 'alice', 'a')
  await create(two, 'alice', 'b')
  await shared.send(...command)
  await expect(create(one, 'alice', 'c')).rejects.toMatchObject(LOST)
  await expect(namesOf(two, 'alice')).rejects.toMatchObject(LOST)
  expect(shared.reported.join('\n')).toMatch(/^Session "alice" is lost: it is not in redis:.* any more\./m)
  for (const each of shared.servers) await expect(namesOf(each, 'alice')).rejects.toMatchObject({ status: 404 })
})

test.runIf(hasRedis)('nothing of a deleted session gets into the next one with its name', async ({ shared }) => {
  const [one, two] = shared.servers
  await one.remote.sessions.create({ name: 'alice' })
  for (const name of ['a', 'b', 'c']) await create(one, 'alice', name)
  expect(await namesOf(two, 'alice')).toHaveLength(3)
  await shared.send('DEL', '{deploymock}:log:alice')
  await expect(namesOf(two, 'alice')).rejects.toMatchObject(LOST)
  await two.remote.sessions.create({ name: 'alice' })
  // The other server does not know yet, and has had more entries.
  await create(two, 'alice', 'new')
  await create(one, 'alice', 'newer')
  for (const each of shared.servers) expect(await namesOf(each, 'alice')).toEqual(['new', 'newer'])
})

test.runIf(hasRedis)(
  'the session of the servers themselves begins anew when the store is flushed',
  async ({ shared }) => {
    const [one, two] = shared.servers
    await one.remote.db.deployments.create({ name: 'a' })
    await two.remote.db.deployments.create({ name: 'b' })
    await shared.send('FLUSHALL')
    await expect(two.remote.db.deployments.list()).rejects.toThrow('"default": it is lost')
    await two.remote.db.deployments.create({ name: 'c' })
    for (const { remote } of shared.servers) {
      const list = () => remote.db.deployments.list()
      // Each server hears it once, unless the other one has begun anew before.
      expect(await list().catch(list)).toMatchObject([{ name: 'c' }])
    }
  },
)

test.runIf(hasRedis)(
  'no change that was answered is lost while single logs are deleted again and again',
  async ({ shared }) => {
    const told = new Map<string, string[]>()
    const work = async (server: Started, session: string, turn: number) => {
      const name = `${session}-${turn}-${server.url.slice(-5)}`
      try {
        await server.remote.session(session).db.deployments.create({ name })
        told.get(session)?.push(name)
      } catch (error) {
        expect([404, 409]).toContain((error as { status: number }).status)
      }
    }
    for (let round = 0; round < 10; round += 1) {
      for (const session of ['alice', 'bob']) {
        // One server finds that it is gone, and begins it anew.
        await shared.servers[round % 2]?.remote.sessions.create({ name: session }).catch(() => undefined)
        told.set(session, told.get(session) ?? [])
      }
      const turns = shared.servers.flatMap((server) => ['alice', 'bob'].map((session) => work(server, session, round)))
      await Promise.all(turns)
      const found = await namesOf(shared.servers[0], 'bob')
      expect(found).toEqual(expect.arrayContaining(told.get('bob') ?? []))
      await shared.send('DEL', '{deploymock}:log:alice')
      told.set('alice', [])
    }
  },
)

test.runIf(hasRedis)('a key of another type hinders only its own session', async ({ shared }) => {
  const [one, two] = shared.servers
  for (const name of ['alice', 'bob', 'carol']) await one.remote.sessions.create({ name })
  await namesOf(two, 'alice')
  await shared.send('SET', '{deploymock}:log:alice', 'text')
  const results = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      create(shared.servers[index % 2] as Started, ['alice', 'bob', 'carol'][index % 3] as string, `web-${index}`),
    ),
  )
  const statuses = results.map((each) => (each.status === 'fulfilled' ? 201 : each.reason.status))
  expect(statuses.filter((_, index) => index % 3 === 0)).toEqual(Array(10).fill(503))
  expect(new Set(statuses.filter((_, index) => index % 3 !== 0))).not.toContain(503)
  const health = await (await fetch(`${one.url}/_simulator/health`)).json()
  expect(health).toMatchObject({ status: 'degraded', problem: expect.stringContaining('session "alice"') })
  await shared.send('DEL', '{deploymock}:log:alice')
  await one.remote.sessions.create({ name: 'alice' })
  expect(await (await fetch(`${one.url}/_simulator/health`)).json()).toEqual({ status: 'ok' })
})

test.runIf(hasRedis)('servers go on when the store at their address is a replica for a time', async ({ shared }) => {
  const [one] = shared.servers
  await one.remote.sessions.create({ name: 'alice' })
  const other = await startRedis()
  await shared.send('REPLICAOF', '127.0.0.1', String(other.port))
  await expect(create(one, 'alice', 'a')).rejects.toMatchObject({ status: 503 })
  await shared.send('REPLICAOF', 'NO', 'ONE')
  const retry = () => create(one, 'alice', 'b')
  await expect
    .poll(
      () =>
        retry().then(
          () => 201,
          ({ status }) => status,
        ),
      { timeout: 8000 },
    )
    .not.toBe(503)
  await other.stop()
})
