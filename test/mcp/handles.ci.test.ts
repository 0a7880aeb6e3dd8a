import { randomBytes } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { createSimulator as createDeclared } from '../../src/engine/simulator/simulator.ts'
import { connect, type RemoteSimulator } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { type ServeOptions, serve } from '../../src/server/index.ts'
import { library } from '../engine/library/library.ts'
import { test as folderTest } from '../support/folder.ts'
import { sample } from '../support/scope.ts'
import { callTool, readHandle } from './support/mcp-test.ts'

async function start(options: ServeOptions = {}) {
  const { token } = options
  const server = await serve(createSimulator(), { port: 0, ...options })
  onTestFinished(() => server.close())
  return { url: server.url, simulator: connect(server.url, token === undefined ? {} : { token }) }
}

/** The protocol of 2025, which has sessions, and what comes of negotiation, which has none. */
type Mode = 'legacy' | 'auto'
type Place = 'HTTP' | 'standard input' | 'standard input, another server'

interface Joined {
  readonly client: Client
  readonly transport: StreamableHTTPClientTransport | StdioClientTransport
}

/** Connects a client. All of them have the same name. */
async function join(
  url: string,
  { mode = 'auto', place = 'HTTP' }: { mode?: Mode; place?: Place } = {},
): Promise<Joined> {
  const client = new Client({ name: 'editor', version: '1.0.0' }, { versionNegotiation: { mode } })
  const args = ['dist/src/cli/bin.js', 'mcp', ...(place === 'standard input' ? [] : ['--url', url])]
  const transport =
    place === 'HTTP'
      ? new StreamableHTTPClientTransport(new URL(`${url}/_simulator/mcp`))
      : new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport }
}

async function startWorld({ client }: Joined, args: Record<string, unknown> = {}): Promise<string> {
  return readHandle((await callTool(client, 'start_world', args)).text) ?? ''
}

async function countRecords({ client }: Joined, args: Record<string, unknown> = {}): Promise<string | undefined> {
  return /\nRecords: (.*)\n/.exec((await callTool(client, 'see_world', args)).text)?.[1]
}

const WAYS = (['HTTP', 'standard input', 'standard input, another server'] as const).flatMap((place) =>
  (['legacy', 'auto'] as const).map((mode) => ({ place, mode })),
)

test.for(sample(WAYS, 5))('two programs of one name do not meet ($place, $mode)', async (way) => {
  const { url, simulator } = await start()
  const both = await Promise.all([join(url, way), join(url, way)])
  const worlds = await Promise.all(both.map(({ client }) => callTool(client, 'see_world')))
  const [mine, theirs] = worlds.map(({ text }) => /Base URL for clients: (\S+)/.exec(text)?.[1])
  expect(mine).not.toBe(theirs)
  const [one, other] = worlds.map(({ text }) => ({ world: readHandle(text) }))
  await callTool(both[0].client, 'load_scenario', { name: 'empty', ...one })
  expect(await countRecords(both[0], one)).toBe('none')
  expect(await countRecords(both[1], other)).toMatch(/\b60 deployments\b/)
  expect((await simulator.state()).counts.deployments).toBe(60)
})

test.for(sample(WAYS, 5))('agents that share a connection have worlds of their own ($place, $mode)', async (way) => {
  const { url } = await start()
  const joined = await join(url, way)
  const worlds = await Promise.all([1, 2, 3].map(() => startWorld(joined)))
  expect(new Set(worlds).size).toBe(3)
  const create = (name: string, world?: string) => {
    const fields = { action: 'create', resource: 'deployments', fields: { name } }
    return callTool(joined.client, 'change_record', { ...fields, world })
  }
  const created = await Promise.all(
    worlds
      .slice(1)
      .flatMap((world, index) => Array(index + 1).fill(world))
      .map((world, index) => create(`of-${index}`, world)),
  )
  expect(created.filter(({ isError }) => isError)).toEqual([])
  const counts = await Promise.all(worlds.map((world) => countRecords(joined, { world })))
  expect(counts.map((count) => /\d+ deployments/.exec(count ?? '')?.[0])).toEqual([
    '60 deployments',
    '61 deployments',
    '62 deployments',
  ])
})

test.for(sample(WAYS, 5))('a copy is a world with a handle ($place, $mode)', async (way) => {
  const { url } = await start()
  const joined = await join(url, way)
  const world = await startWorld(joined, { scenario: 'empty' })
  const copy = readHandle((await callTool(joined.client, 'fork', { world })).text)
  await callTool(joined.client, 'load_scenario', { name: 'default', world: copy })
  expect(await countRecords(joined, { world })).toBe('none')
  expect(await countRecords(joined, { world: copy })).toMatch(/\b60 deployments\b/)
})

test('without sessions of the protocol, each tool asks for a handle, and see_world gives one', async () => {
  const { url, simulator } = await start()
  const { client } = await join(url)
  const { tools } = await client.listTools()
  for (const { name, inputSchema } of tools) {
    const isFree = name === 'see_world' || name === 'start_world'
    expect.soft([name, inputSchema.required?.includes('world') ?? false]).toEqual([name, !isFree])
    if (isFree) continue
    const told = await callTool(client, name)
    expect.soft([name, told]).toEqual([
      name,
      {
        isError: true,
        text: expect.stringMatching(/"world" is missing\..* Call see_world or start_world, and give the/),
      },
    ])
  }
  expect(await simulator.sessions.list()).toHaveLength(1)
  const { text } = await callTool(client, 'see_world')
  expect(text).toMatch(
    /^World (agent-\w{32})\. Base URL for clients: \S+\/_s\/\1\nNext: Give \{"world": "\1"\} to each tool\./,
  )
})

test('with a session of the connection, no tool needs a handle', async () => {
  const { url } = await start()
  const { client } = await join(url, { mode: 'legacy' })
  const { tools } = await client.listTools()
  expect(tools.filter(({ inputSchema }) => inputSchema.required?.includes('world'))).toEqual([])
  const { text } = await callTool(client, 'see_world')
  expect(text).toMatch(
    /^World (\S+)\. .*\nNext: Give \{"world": "\1"\} to each tool, or nothing: it is the world of this connection/,
  )
})

test('a handle leads to its world from any connection', async () => {
  const { url } = await start()
  const world = await startWorld(await join(url, { mode: 'legacy' }), { scenario: 'empty' })
  for (const way of WAYS.filter(({ place }) => place !== 'standard input'))
    expect(await countRecords(await join(url, way), { world })).toBe('none')
})

test('an id of a session of the protocol of 2025 means nothing in that of 2026', async () => {
  const { url, simulator } = await start()
  const legacy = await join(url, { mode: 'legacy' })
  const id = readHandle((await callTool(legacy.client, 'see_world')).text) ?? ''
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/_simulator/mcp`), {
    requestInit: { headers: { 'mcp-session-id': id } },
  })
  const client = new Client({ name: 'editor', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(transport)
  onTestFinished(() => client.close())
  expect((await callTool(client, 'load_scenario', { name: 'empty' })).text).toMatch(/"world" is missing/)
  expect(await simulator.sessions.list()).toHaveLength(2)
})

folderTest.for(['legacy', 'auto'] as const)(
  'a handle survives a restart with its world (%s)',
  async (mode, { folder }) => {
    const state = folder.path('state')
    const before = await serve(createSimulator(), { port: 0, state })
    const old = await join(before.url, { mode })
    const world = await startWorld(old, { scenario: 'empty' })
    await callTool(old.client, 'change_record', { action: 'create', resource: 'providers', world })
    await old.client.close()
    await before.close()
    const { url } = await start({ state })
    expect(await countRecords(await join(url, { mode }), { world })).toBe('1 providers')
  },
)

test.for(WAYS.slice(0, 4))(
  'the handle of a world that has ended says so, and what to do ($place, $mode)',
  async (way) => {
    const { url } = await start()
    const joined = await join(url, way)
    const { text } = await callTool(joined.client, 'start_world')
    const [world, base = ''] = [readHandle(text), /Base URL for clients: (\S+)\/_s\//.exec(text)?.[1]]
    await connect(base).sessions.delete(String(world))
    const told = await callTool(joined.client, 'load_scenario', { name: 'empty', world })
    const message = `Failed to find the world "${world}": it has ended, or is on another server. Call start_world: it returns the handle of a new one.`
    expect(told).toEqual({ isError: true, text: message })
  },
)

test('a client that goes on after the end of a world makes another one, which the handle does not lead to', async () => {
  const { url, simulator } = await start()
  const joined = await join(url)
  const world = await startWorld(joined, { scenario: 'empty' })
  await simulator.sessions.delete(world)
  await fetch(`${url}/_s/${world}/v2/deployments`)
  expect((await callTool(joined.client, 'see_world', { world })).text).toMatch(
    /: it has ended, or is on another server\./,
  )
})

test('a client that goes on after the end of the world of a connection shares the next one with it', async () => {
  const { url, simulator } = await start()
  const joined = await join(url, { mode: 'legacy' })
  const world = readHandle((await callTool(joined.client, 'see_world')).text) ?? ''
  await simulator.sessions.delete(world)
  await fetch(`${url}/_s/${world}/v2/deployments`)
  expect((await callTool(joined.client, 'list_requests')).text).toMatch(/^#1 GET \/v2\/deployments /)
})

test('there are at most 50 worlds of agents, and the one that was not used for longest ends', async () => {
  const { url, simulator } = await start()
  await simulator.sessions.create({ name: 'alice' })
  const worlds = Array.from({ length: 50 }, () => `agent-${randomBytes(16).toString('hex')}`)
  for (const name of worlds) await simulator.sessions.create({ name, maker: 'mcp' })
  const joined = await join(url)
  for (let count = 0; count < 2; count += 1) worlds.push(await startWorld(joined))
  const names = (await simulator.sessions.list()).map(({ name }) => name)
  expect(names).toHaveLength(52)
  expect(names).toEqual(expect.arrayContaining(['default', 'alice', ...worlds.slice(2)]))
})

/** What is no handle of a world, given one, and what the agent is told. */
const NO_HANDLE =
  /this is no handle that a tool has returned\. .* Call start_world: it returns the handle of a new one\.$/
const NO_TEXT = /"world".* Call see_world or start_world, and give the handle that it returns$/
const HOSTILE: readonly [title: string, build: (handle: string) => unknown, told: RegExp][] = [
  ['the session of a person', () => 'alice', NO_HANDLE],
  ['the session of the server', () => 'default', NO_HANDLE],
  ['a session that another agent has joined', () => 'bob', NO_HANDLE],
  [
    'a session of a person with the name of a handle',
    () => LIKE_A_HANDLE,
    /it has ended, or is on another server\. Call/,
  ],
  ['a handle that nobody has', () => `agent-${'0'.repeat(32)}`, /it has ended, or is on another server\. Call/],
  ['a part of a handle', (handle) => handle.slice(0, -1), NO_HANDLE],
  ['a handle in capitals', (handle) => handle.toUpperCase(), NO_HANDLE],
  ['a handle with a path', (handle) => `${handle}/../alice`, NO_HANDLE],
  ['a handle with an encoded path', (handle) => `${handle}%2F..%2Falice`, NO_HANDLE],
  ['a handle with a line break', (handle) => `${handle}\n`, NO_HANDLE],
  ['a path', () => '/_s/alice', NO_HANDLE],
  ['dots', () => '..', NO_HANDLE],
  ['nothing', () => '', NO_HANDLE],
  ['the prototype', () => '__proto__', NO_HANDLE],
  ['the constructor', () => 'constructor', NO_HANDLE],
  ['a very long text', () => 'x'.repeat(100_000), NO_TEXT],
  ['a number', () => 7, NO_HANDLE],
  ['true', () => true, NO_TEXT],
  ['a list', (handle) => [handle], NO_TEXT],
  ['an object', (handle) => ({ world: handle }), NO_TEXT],
  ['an object with a prototype', () => JSON.parse('{"__proto__": "alice"}'), NO_TEXT],
]
const LIKE_A_HANDLE = `agent-${randomBytes(16).toString('hex')}`

test('what is no handle leads nowhere', async () => {
  const { url, simulator } = await start()
  for (const name of ['alice', LIKE_A_HANDLE]) await simulator.sessions.create({ name })
  await simulator.sessions.create({ name: 'bob', maker: 'mcp' })
  const joined = await join(url)
  const handle = await startWorld(joined)
  const before = await describeAll(simulator)
  for (const [title, build, told] of HOSTILE) {
    for (const [name, args] of [
      ['see_world', {}],
      ['load_scenario', { name: 'empty' }],
      ['fork', {}],
    ] as const) {
      const answer = await callTool(joined.client, name, { ...args, world: build(handle) })
      expect.soft([title, name, answer]).toEqual([title, name, { isError: true, text: expect.stringMatching(told) }])
      expect.soft(answer.text.length).toBeLessThan(400)
    }
  }
  expect(await describeAll(simulator)).toEqual(before)
})

/** Describes what agents could have changed. */
async function describeAll({ session, sessions }: RemoteSimulator): Promise<unknown> {
  const names = (await sessions.list({ limit: 1000 })).map(({ name }) => name)
  return Promise.all(names.map(async (name) => [name, (await session(name).state()).counts]))
}

test('snapshots are of a world', async () => {
  const { url, simulator } = await start()
  await simulator.snapshots.take('before')
  const joined = await join(url)
  const [one, other] = [await startWorld(joined, { scenario: 'empty' }), await startWorld(joined)]
  const call = (action: string, world: string) => callTool(joined.client, 'snapshot', { action, name: 'before', world })
  const missing = { isError: true, text: expect.stringMatching(/the world has none with this name\. Known: none\./) }
  expect(await call('restore', other)).toEqual(missing)
  await call('take', one)
  expect((await call('list', one)).text).toBe('1 snapshot.\n- before (empty)')
  expect((await call('list', other)).text).toBe('0 snapshots.')
  expect(await call('restore', other)).toEqual(missing)
  await call('take', other)
  expect((await call('restore', one)).text).toMatch(/^The world is now empty/)
  expect((await simulator.snapshots.list()).filter(({ name }) => name === 'before')).toHaveLength(1)
})

test('a handle is a name and no permission', async () => {
  const { url } = await start({ token: 'secret' })
  const requestInit = { headers: { authorization: 'Bearer secret' } }
  const client = new Client({ name: 'editor', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/_simulator/mcp`), { requestInit }))
  onTestFinished(() => client.close())
  const world = readHandle((await callTool(client, 'start_world')).text)
  const params = { name: 'see_world', arguments: { world } }
  const { status } = await fetch(`${url}/_simulator/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  expect(status).toBe(401)
})

test('in the session of a person, a handle leads to another world', async () => {
  const { url, simulator } = await start()
  const client = new Client({ name: 'editor', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/_s/alice/_simulator/mcp`))
  await client.connect(transport)
  onTestFinished(() => client.close())
  const joined = { client, transport }
  const world = await startWorld(joined)
  await callTool(client, 'load_scenario', { name: 'empty', world })
  expect(await countRecords(joined)).toMatch(/\b60 deployments\b/)
  expect(await countRecords(joined, { world: 'alice' })).toMatch(/\b60 deployments\b/)
  await callTool(client, 'load_scenario', { name: 'empty' })
  expect((await simulator.session('alice').state()).counts.deployments).toBe(0)
})

test('a document about a world takes its handle', async () => {
  const { url } = await start()
  const joined = await join(url)
  const world = await startWorld(joined)
  await callTool(joined.client, 'assume', { values: { nameMatching: 'prefix' }, world })
  const uri = 'deploymock://assumptions'
  const { contents } = await joined.client.readResource({ uri: `${uri}?world=${world}` })
  const [{ text = '' } = {}] = contents as { text?: string }[]
  expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ id: 'nameMatching', value: 'prefix' }))
  await expect(joined.client.readResource({ uri })).rejects.toThrow(
    /no handle was given\. Call see_world: .* \?world=HANDLE/,
  )
  for (const other of ['alice', '..%2Falice', '__proto__'])
    await expect(joined.client.readResource({ uri: `${uri}?world=${other}` })).rejects.toThrow(
      /no handle that a tool has/,
    )
  await expect(joined.client.readResource({ uri: 'deploymock://contract' })).resolves.toBeDefined()
})

test.for(['legacy', 'auto'] as const)('worlds of a declared API have handles, too (%s)', async (mode) => {
  const { url, close } = await serve(createDeclared(library), { port: 0 })
  onTestFinished(close)
  const joined = await join(url, { mode })
  const worlds = [await startWorld(joined, { preset: 'eager' }), await startWorld(joined)]
  await callTool(joined.client, 'load_scenario', { scenario: { name: 'mine', books: 1 }, world: worlds[0] })
  const counts = await Promise.all(worlds.map((world) => countRecords(joined, { world })))
  expect(counts).toEqual([expect.stringMatching(/\b1 books\b/), expect.stringMatching(/\b12 books\b/)])
})
