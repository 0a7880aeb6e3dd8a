import { randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { createApp, type ServeOptions, serve } from '../../src/server/index.ts'
import { callTool, readHandle } from './support/mcp-test.ts'

async function start(options: ServeOptions = {}) {
  const { token } = options
  const server = await serve(createSimulator(), { port: 0, ...options })
  onTestFinished(() => server.close())
  return { url: server.url, simulator: connect(server.url, token === undefined ? {} : { token }) }
}

interface Joining {
  /** Whether the agent speaks the protocol of 2025, or finds out what the server speaks. */
  mode?: 'legacy' | 'auto'
  headers?: Record<string, string>
  name?: string
}

async function join(url: string, { mode = 'legacy', headers = {}, name = 'editor' }: Joining = {}) {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport }
}

async function readSession(client: Client): Promise<string | undefined> {
  return readHandle((await callTool(client, 'see_world')).text)
}

test('each agent has a session of its own, and cannot spoil the world of a person', async () => {
  const { url, simulator } = await start()
  const [one, other] = [await join(`${url}/_simulator/mcp`), await join(`${url}/_simulator/mcp`)]
  await callTool(one.client, 'load_scenario', { name: 'empty' })
  const names = [await readSession(one.client), await readSession(other.client)]
  expect(names).toEqual([expect.stringMatching(/^agent-[0-9a-f]{32}$/), expect.stringMatching(/^agent-[0-9a-f]{32}$/)])
  expect(names[0]).not.toBe(names[1])
  expect((await simulator.state()).counts.deployments).toBe(60)
  const { text } = await callTool(other.client, 'see_world')
  expect(text).toMatch(new RegExp(`Base URL for clients: ${url}/_s/${names[1]}\\n`))
})

test('calls of an agent that come at once share its session', async () => {
  const { url, simulator } = await start()
  const { client } = await join(`${url}/_simulator/mcp`)
  const names = await Promise.all([readSession(client), readSession(client), readSession(client)])
  expect(new Set(names).size).toBe(1)
  expect(await simulator.sessions.list()).toHaveLength(2)
})

test.for(['legacy', 'auto'] as const)('an agent joins the session in its path (%s)', async (mode) => {
  const { url, simulator } = await start()
  const { client } = await join(`${url}/_s/alice/_simulator/mcp`, { mode })
  expect(await readSession(client)).toBe('alice')
  await callTool(client, 'change_record', { action: 'create', resource: 'deployments', fields: { name: 'shared' } })
  expect((await simulator.session('alice').state()).counts.deployments).toBe(61)
})

test('an agent joins the session that a header names, and the one of the server by its name', async () => {
  const { url } = await start()
  const { client } = await join(`${url}/_simulator/mcp`, { headers: { 'X-Simulator-Session': 'bob' } })
  expect(await readSession(client)).toBe('bob')
  const main = await join(`${url}/_s/default/_simulator/mcp`)
  expect(await readSession(main.client)).toBe('default')
})

test('the session of an agent ends when it leaves, and a copy stays for those who have its handle', async () => {
  const { url, simulator } = await start()
  const { client, transport } = await join(`${url}/_simulator/mcp`)
  const copy = readHandle((await callTool(client, 'fork')).text)
  expect(await simulator.sessions.list()).toHaveLength(3)
  await transport.terminateSession()
  expect((await simulator.sessions.list()).map(({ name }) => name)).toEqual(['default', copy])
})

test('a session that has ended because nobody used it begins anew', async () => {
  const { url, simulator } = await start()
  const { client } = await join(`${url}/_simulator/mcp`)
  const name = (await readSession(client)) ?? ''
  await simulator.sessions.delete(name)
  expect(await readSession(client)).toBe(name)
})

test('an agent ends no session that somebody else has made, whatever its name is', async () => {
  const { url, simulator } = await start()
  const others = Array.from({ length: 60 }, () => `agent-${randomBytes(16).toString('hex')}`)
  for (const name of others) await simulator.sessions.create({ name })
  const { client, transport } = await join(`${url}/_simulator/mcp`)
  const name = await readSession(client)
  await transport.terminateSession()
  const names = (await simulator.sessions.list({ limit: 1000 })).map((each) => each.name)
  expect(names).toEqual(expect.arrayContaining(others))
  expect(names).not.toContain(name)
})

test('make_test tries the request without a network', async () => {
  const { url } = await start()
  const { client } = await join(`${url}/_simulator/mcp`)
  await callTool(client, 'ask', { path: '/v2/deployments', query: 'limit=1' })
  expect((await callTool(client, 'make_test')).text).toMatch(/^It was tried: the test gets the same\./)
})

test('the endpoint is guarded like the control API', async () => {
  const { url } = await start({ token: 'secret' })
  const send = (headers: Record<string, string>, to = `${url}/_simulator/mcp`) =>
    fetch(to, { method: 'POST', headers, body: '{}' }).then(({ status }) => status)
  expect(await send({})).toBe(401)
  expect(await send({}, `${url}/_s/alice/_simulator/mcp`)).toBe(401)
  expect(await send({ authorization: 'Bearer secret', origin: 'http://evil.test' })).toBe(403)
  const { client } = await join(`${url}/_simulator/mcp`, { headers: { authorization: 'Bearer secret' } })
  expect(await readSession(client)).toMatch(/^agent-/)
})

test('a page that has another name for this machine cannot use it', async () => {
  const { url } = await start()
  const { status } = await fetch(`${url}/_simulator/mcp`, { method: 'POST', headers: { origin: 'http://evil.test' } })
  expect(status).toBe(403)
})

test('an app that is mounted in another one has it, too', async () => {
  const app = express().use('/platform', createApp(createSimulator()))
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/platform`
  const { client } = await join(`${url}/_simulator/mcp`)
  const { text } = await callTool(client, 'see_world')
  expect(text).toMatch(new RegExp(`Base URL for clients: ${url}/_s/agent-`))
})

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }

test.for([
  ['no JSON', 'POST', '{', {}, 400],
  ['nothing', 'POST', '', {}, 400],
  ['an id that is none', 'POST', JSON.stringify(PING), { 'mcp-session-id': 'default' }, 404],
  ['a list of messages', 'POST', JSON.stringify([PING, PING]), {}, 400],
  ['a large body', 'POST', `"${'x'.repeat(1_100_000)}"`, {}, 413],
  ['another method', 'PUT', '{}', {}, 405],
  ['a GET', 'GET', undefined, { 'mcp-session-id': `agent-${'0'.repeat(32)}` }, 405],
  ['no JSON in a session', 'POST', '{', { 'mcp-session-id': `agent-${'0'.repeat(32)}` }, 400],
] as const)('%s is refused', async ([, method, body, headers, status]) => {
  const { url } = await start()
  const init = { method, headers: { ...HEADERS, ...headers }, ...(body === undefined ? {} : { body }) }
  const response = await fetch(`${url}/_simulator/mcp`, init)
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining('"message"')])
})

test('a client that disconnects in the middle of a call leaves nothing behind', async () => {
  const { url, simulator } = await start()
  await simulator.session('alice').faults.add({ effect: 'stall' })
  const leaving = new AbortController()
  const call = { name: 'ask', arguments: { path: '/v2/deployments', seconds: 60 } }
  const sent = fetch(`${url}/_s/alice/_simulator/mcp`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    signal: leaving.signal,
  })
  await simulator.session('alice').requests.waitFor('listDeployments', { state: 'pending' })
  leaving.abort()
  await expect(sent).rejects.toThrow()
  await simulator.session('alice').requests.waitFor('listDeployments', { state: 'aborted' })
})

test.for([
  [
    'names',
    'an object in it has more than 1000 names',
    {
      where: Object.fromEntries(
        Array(1001)
          .fill(0)
          .map((_, index) => [index, 'x']),
      ),
    },
  ],
  ['values', 'it contains more than 20000 values', { where: { id: Array(20_001).fill(1) } }],
] as const)('a message with too many %s gets 413', async ([, reason, given]) => {
  const { url } = await start()
  const params = { name: 'see_records', arguments: { resource: 'deployments', ...given } }
  const response = await fetch(`${url}/_s/a/_simulator/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const message = `Failed to answer the agent: ${reason}. Send less.`
  expect([response.status, await response.json()]).toEqual([413, { error: { message, issues: [] } }])
})

test('what many agents read at once is read one after another', async () => {
  const simulator = createSimulator()
  const { handle } = simulator.service
  let [running, most] = [0, 0]
  Object.assign(simulator.service, {
    async handle(...given: Parameters<typeof handle>) {
      if (!given[0].path.includes('/records/')) return handle(...given)
      running += 1
      most = Math.max(most, running)
      // As if there were much to write.
      for (let turns = 0; turns < 10; turns += 1) await new Promise(setImmediate)
      running -= 1
      return handle(...given)
    },
  })
  const server = await serve(simulator, { port: 0 })
  onTestFinished(() => server.close())
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => join(`${server.url}/_simulator/mcp`)))
  const read = ({ client }: (typeof agents)[number]) => callTool(client, 'see_records', { resource: 'deployments' })
  const seen = await Promise.all([...agents, ...agents, ...agents].map(read))
  expect(new Set(seen.map(({ text }) => /^\d+ of \d+ deployments/.exec(text)?.[0]))).toEqual(
    new Set(['10 of 60 deployments']),
  )
  expect(most).toBe(1)
})
