import { expect } from 'vitest'
import type { connect } from '../../src/entries/client/index.ts'
import { test } from '../support/control-test.ts'

const LIST = '/v2/deployments?limit=100'

async function read(url: string): Promise<string> {
  return (await fetch(`${url}${LIST}`)).text()
}

test('the world that a request met is taken as a snapshot, which can be restored', async ({ start }) => {
  const { remote } = await start()
  const before = await read(remote.url)
  await remote.db.deployments.create({ name: 'later' })
  await remote.snapshots.take('met', { request: 1 })
  expect((await remote.snapshots.get('met'))?.current.changes.deployments?.added).toEqual([])
  await remote.snapshots.restore('met')
  expect(await read(remote.url)).toBe(before)
})

test('the world that a request met is exported as a scenario, which can be loaded', async ({ start }) => {
  const { remote } = await start()
  const { id } = await remote.db.deployments.create({ name: 'earlier' })
  const before = await read(remote.url)
  await remote.db.deployments.delete(id)
  await remote.load(await remote.exportScenario({ request: 1 }))
  expect(await read(remote.url)).toBe(before)
})

test('the world that a request met is forked into another session', async ({ start }) => {
  const { remote } = await start()
  const alice = remote.session('alice')
  const before = await read(alice.url)
  await alice.db.deployments.create({ name: 'later' })
  const fork = await remote.sessions.create({ from: 'alice', request: 1 })
  expect(await read(fork.url)).toBe(before)
})

test('the world that a request met is that of this session, because every session counts its own requests', async ({
  start,
}) => {
  const { remote } = await start()
  await read(remote.session('alice').url)
  await expect(remote.exportScenario({ request: 1 })).rejects.toThrow('Failed to find request 1')
})

test.for([
  ['the snapshot', (remote) => remote.snapshots.take('met', { request: 1 })],
  ['the scenario', (remote) => remote.exportScenario({ request: 1 })],
  ['the session', (remote) => remote.sessions.create({ from: 'default', request: 1 })],
] as [string, (remote: ReturnType<typeof connect>) => Promise<unknown>][])(
  'a world that is gone is an issue of "request": %s',
  async ([, ask], { start }) => {
    const { remote } = await start()
    await read(remote.url)
    await remote.requests.clear()
    await expect(ask(remote)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(/^Failed to find request 1: it is not in the request log/),
      issues: [{ path: 'request' }],
    })
  },
)

test('a world that is gone leaves no snapshot and no session behind', async ({ start }) => {
  const { remote } = await start()
  await remote.snapshots.take('met', { request: 1 }).catch(() => undefined)
  await remote.sessions.create({ name: 'met', from: 'default', request: 1 }).catch(() => undefined)
  expect(await remote.snapshots.list()).toEqual([])
  expect((await remote.sessions.list()).map(({ name }) => name)).toEqual(['default'])
})

test('a world that is gone is not asked for without its session', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.sessions.create({ request: 1 })).rejects.toThrow('It can only be given together with "from"')
})

test.for(['0', '1.5', 'x', '-1', ''])(
  'a world that is gone is not asked for with the id "%s"',
  async (request, { start }) => {
    const { server } = await start()
    expect((await fetch(`${server.url}/_simulator/scenario?request=${request}`)).status).toBe(422)
  },
)
