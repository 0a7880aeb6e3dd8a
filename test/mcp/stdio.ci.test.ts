import { spawnSync } from 'node:child_process'
import { Client, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { callTool } from './support/mcp-test.ts'

const BIN = 'dist/src/cli/bin.js'

/** Starts the built program as an agent does. */
async function start(...args: string[]) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp', ...args], stderr: 'pipe' })
  const printed: string[] = []
  transport.stderr?.on('data', (chunk) => printed.push(String(chunk)))
  const ended = onceClosed(transport)
  const client = new Client({ name: 'editor', version: '1.0.0' })
  onTestFinished(() => client.close())
  await client.connect(transport)
  return { client, printed, ended }
}

function onceClosed(transport: Transport): Promise<void> {
  return new Promise((resolve) => {
    transport.onclose = resolve
  })
}

test('the program serves a world of its own, which clients reach over HTTP', async () => {
  const { client, printed } = await start('--scenario', 'busy', '--preset', 'langsmith')
  expect(client.getServerVersion()?.name).toBe('deploymock')
  expect(client.getInstructions()).toMatch(/Call see_world first/)
  const { text } = await callTool(client, 'see_world')
  expect(text).toMatch(/Scenario busy: .*\nPreset langsmith/)
  const [, url = ''] = /Base URL for clients: (\S+)/.exec(text) ?? []
  await fetch(`${url}/v2/deployments`, { headers: { 'x-api-key': 'key' } })
  expect((await callTool(client, 'list_requests')).text).toMatch(/^#1 GET \/v2\/deployments \| /)
  expect(printed.join('')).toBe(`The world of the agent is at ${url}. Console: ${url}/_simulator/\n`)
  const { contents: contract } = await client.readResource({ uri: 'deploymock://contract' })
  expect(contract).toMatchObject([{ text: expect.stringMatching(/^# The contract/) }])
  const { contents: schema } = await client.readResource({ uri: 'deploymock://scenario.schema.json' })
  expect(schema).toMatchObject([{ text: expect.stringMatching(/"title":"A scenario of deploymock"/) }])
})

test('the program joins a running server with a session that ends with it', async () => {
  const server = await serve(createSimulator(), { port: 0, token: 'secret' })
  onTestFinished(() => server.close())
  const { sessions } = connect(server.url, { token: 'secret' })
  const { client } = await start('--url', server.url, '--token', 'secret')
  expect((await callTool(client, 'load_scenario', { name: 'empty' })).text).toMatch(/^The world is now empty/)
  expect((await sessions.list()).map(({ name }) => name)).toEqual(['default', expect.stringMatching(/^agent-/)])
  await client.close()
  await expect.poll(async () => (await sessions.list()).length).toBe(1)
})

test('the program joins the session of a person, which stays', async () => {
  const server = await serve(createSimulator(), { port: 0 })
  onTestFinished(() => server.close())
  const { sessions } = connect(server.url)
  await sessions.create({ name: 'alice' })
  const { client } = await start('--url', server.url, '--session', 'alice')
  await callTool(client, 'load_scenario', { name: 'empty' })
  await client.close()
  expect((await sessions.list()).map(({ name, scenario }) => `${name} ${scenario}`)).toEqual([
    'default default',
    'alice empty',
  ])
})

test('without a running server, each tool says so', async () => {
  const { client } = await start('--url', 'http://127.0.0.1:1')
  const { text, isError } = await callTool(client, 'see_world')
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/no server responded .* Start one, or check the URL\.$/),
  ])
})

test.for([
  [['--url', 'nope'], 'Failed to connect to "nope": not an HTTP URL. Use one such as http://127.0.0.1:4010.'],
  [['--url', 'http://h', '--session', 'a b'], /^Failed to find session "a b": no session can have this name\. .*$/],
] as const)('the program tells %j in one line, and ends with 2', async ([args, message]) => {
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'mcp', ...args], { input: '', encoding: 'utf8' })
  expect([status, stderr.trim().split('\n')]).toEqual([
    2,
    [typeof message === 'string' ? message : expect.stringMatching(message)],
  ])
})
