import { once } from 'node:events'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { expect } from 'vitest'
import { connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import type { Simulator } from '../../src/index.ts'
import type { RunningServer } from '../../src/server/index.ts'
import { test as base } from '../support/control-test.ts'

/** Servers behind a proxy that sends each session to one of them, and everything else to the first. */
interface Shared {
  url: string
  remote: RemoteSimulator
  servers: RunningServer[]
  simulators: Pick<Simulator, 'sessions'>[]
}

// Names that begin with "b" belong to the second server.
const isSecond = (path: string, header?: string) => /^b/.test(/^\/_s\/([^/]*)/.exec(path)?.[1] ?? header ?? '')

const test = base.extend<{ shared: Shared }>({
  shared: async ({ start }, use) => {
    const options = { server: { knownSessionsOnly: true } }
    const started = [await start(options), await start(options)]
    const servers = started.map(({ server }) => server)
    const proxy = createServer(async (request, response) => {
      const { url: path = '', method, headers } = request
      const port = servers[isSecond(path, headers['x-simulator-session'] as string) ? 1 : 0]?.port
      const there = forward({ host: '127.0.0.1', port, path, method, headers, agent: false })
      const answered = once(there, 'response')
      await pipeline(request, there)
      const [answer] = await answered
      response.writeHead(answer.statusCode, answer.headers)
      await pipeline(answer, response)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    await use({ url, remote: connect(url), servers, simulators: started.map(({ simulator }) => simulator) })
    proxy.closeAllConnections()
    proxy.close()
  },
})

const namesOf = (shared: Shared) => shared.simulators.map(({ sessions }) => sessions.list().map(({ name }) => name))

test('a client behind a proxy that routes by session creates each session on the server that its requests go to', async ({
  shared,
}) => {
  const ann = await shared.remote.sessions.create({ name: 'ann', scenario: 'empty' })
  const bob = await shared.remote.sessions.create({ name: 'bob', scenario: 'empty' })
  expect(namesOf(shared)).toEqual([['ann'], ['bob']])
  await bob.db.deployments.create({ name: 'his' })
  expect([await ann.db.deployments.count(), await bob.db.deployments.count()]).toEqual([0, 1])
})

test('a client behind a proxy that routes by session chooses the name of a session before the proxy chooses its server', async ({
  shared,
}) => {
  const session = await shared.remote.sessions.create()
  expect((await fetch(`${session.url}/v2/deployments`)).status).toBe(200)
})

test('a client behind a proxy that routes by session finds and ends sessions on every server', async ({ shared }) => {
  await shared.remote.sessions.create({ name: 'bob', scenario: 'empty' })
  expect(await shared.remote.sessions.get('bob')).toMatchObject({ name: 'bob', scenario: 'empty' })
  expect([await shared.remote.sessions.delete('bob'), await shared.remote.sessions.delete('bob')]).toEqual([
    true,
    false,
  ])
  expect(namesOf(shared)).toEqual([[], []])
})

test('a client behind a proxy that routes by session sends a snapshot that the server of a new session does not know', async ({
  shared,
}) => {
  await shared.remote.db.deployments.create({ name: 'checkout' })
  await shared.remote.snapshots.take('kept')
  const bob = await shared.remote.sessions.create({ name: 'bob', snapshot: 'kept' })
  expect((await bob.db.deployments.list()).at(-1)).toMatchObject({ name: 'checkout' })
})

test('a client behind a proxy that routes by session gets a snapshot of another name on each server, so that no name stands for two', async ({
  shared,
}) => {
  const ann = await shared.remote.sessions.create({ name: 'ann', scenario: 'empty' })
  const bob = await shared.remote.sessions.create({ name: 'bob' })
  const [ofAnn] = [await ann.snapshots.take(), await bob.snapshots.take()]
  const copy = await ann.sessions.create({ name: 'b-copy', snapshot: ofAnn.name })
  expect(await copy.state()).toMatchObject({ scenario: { name: 'empty' } })
})

test('a client behind a proxy that routes by session hears that no server knows a snapshot', async ({ shared }) => {
  await expect(shared.remote.sessions.create({ name: 'bob', snapshot: 'never' })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'snapshot' }],
  })
  expect(namesOf(shared)).toEqual([[], []])
})

const ABSENT = { status: 404, issues: [{ path: 'session' }], message: expect.stringContaining('"bob"') }

test.for<[string, (bob: RemoteSimulator) => Promise<unknown>]>([
  ['reads its state', (bob) => bob.state()],
  ['resets it', (bob) => bob.reset()],
  ['reads a record', (bob) => bob.db.deployments.get('any')],
  ['deletes a record', (bob) => bob.db.deployments.delete('any')],
  ['removes a fault', (bob) => bob.faults.remove('any')],
  ['reads a request', (bob) => bob.requests.get(1)],
  ['reads a snapshot', (bob) => bob.snapshots.get('any')],
  ['listens to events', (bob) => bob.events(() => undefined)],
])('a client whose session is lost throws when it %s, instead of finding nothing', async ([, use], { shared }) => {
  const bob = await shared.remote.sessions.create({ name: 'bob' })
  shared.simulators[1]?.sessions.delete('bob')
  await expect(use(bob)).rejects.toMatchObject(ABSENT)
})

test('a client whose session is lost finds no such session in the list', async ({ shared }) => {
  const bob = await shared.remote.sessions.create({ name: 'bob' })
  shared.simulators[1]?.sessions.delete('bob')
  expect([await bob.sessions.get('bob'), await bob.sessions.delete('bob')]).toEqual([undefined, false])
})

const ABSENCE =
  'Failed to find session "nobody": it was never created, it has ended, or it was lost with its server. ' +
  'Create it with POST /_s/NAME/_simulator/sessions and {"name": "NAME"}.'

test('a server for known sessions only responds with 404 of the service to requests for sessions that nobody created', async ({
  shared,
}) => {
  const byPath = await fetch(`${shared.url}/_s/nobody/v2/deployments`)
  const byHeader = await fetch(`${shared.url}/v2/deployments`, { headers: { 'x-simulator-session': 'nobody' } })
  for (const response of [byPath, byHeader]) {
    expect([response.status, await response.json()]).toEqual([404, { detail: ABSENCE }])
  }
  expect(namesOf(shared)).toEqual([[], []])
})

test.for(['GET', 'POST'])(
  'a server for known sessions only responds with 404 of the control API to %s',
  async (method, { shared }) => {
    const response = await fetch(`${shared.url}/_s/nobody/_simulator${method === 'GET' ? '' : '/reset'}`, { method })
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: { message: ABSENCE, issues: [{ path: 'session', message: ABSENCE }] } },
    ])
    expect(namesOf(shared)).toEqual([[], []])
  },
)

test('a server for known sessions only shows no page for a session that nobody created', async ({ shared }) => {
  const response = await fetch(`${shared.url}/_s/nobody/`, { headers: { accept: 'text/html' } })
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json'])
})

test('a server for known sessions only serves its own session as usual', async ({ shared }) => {
  expect((await fetch(`${shared.url}/v2/deployments`)).status).toBe(200)
  expect((await fetch(`${shared.url}/_s/default/v2/deployments`)).status).toBe(200)
})
