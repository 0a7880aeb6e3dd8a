// What the documentation shows besides programs: files, bodies, and what is printed.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { buildOpenLink } from '../../src/entries/client/index.ts'
import { collectCoverage, formatCoverage } from '../../src/entries/coverage/index.ts'
import { readScenarioFile } from '../../src/entries/files/index.ts'
import { describeAssumptions } from '../../src/entries/run/hint.ts'
import { createSimulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { connectAgent } from '../mcp/support/mcp-test.ts'
import { listBlocks, toPattern } from '../support/documentation.ts'
import { type Folder, test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'

type Read = (shown: string, folder: Folder) => string | Promise<string>

/** What each block that shows output should show, in the order of the page. */
const OUTPUTS: Record<string, readonly Read[]> = {
  'docs/agents.md': [startAgent, startAgent, joinAgent, readTranscript],
  'docs/coverage.md': [readCoverage],
  'docs/demo-links.md': [readLink],
  'docs/find-what-you-depend-on.md': [leaveProbe, readStrictBody, readStrictHeader, readVaried],
  'docs/openapi.md': [readParameter],
  'docs/pipelines.md': [startInContainer],
  'docs/scenarios.md': [readIssue],
  'docs/shared-instance.md': [readLostSession],
}

const outputs = listBlocks('', 'text', 'json').filter(({ page }) => page !== 'docs/options.md')
const placesOf = (page: string) => outputs.filter((output) => output.page === page)

test.for(outputs)('the output at $place is right', async (output, { folder }) => {
  const read = OUTPUTS[output.page]?.[placesOf(output.page).indexOf(output)]
  if (read === undefined) throw new Error(`Failed to check ${output.place}: nothing says what it should show.`)
  const actual = await read(output.code, folder)
  if (output.language === 'json') expect(JSON.parse(actual)).toMatchObject(JSON.parse(output.code))
  else expect(actual.trimEnd()).toMatch(toPattern(output.code))
})

test('the scenario in docs/scenarios.md is a world', async ({ folder }) => {
  const simulator = createSimulator({ scenario: await readScenarioFile(await writeScenario(folder)) })
  expect(simulator.db.deployments.list().map(({ name, status }) => [name, status])).toEqual([
    ['checkout', 'READY'],
    ['billing', 'READY'],
  ])
  expect(simulator.faults.list()).toMatchObject([
    { match: { operation: 'listDeployments' } },
    { match: { path: '/v2/auth' } },
  ])
  expect(simulator.chaos).toMatchObject({ level: 0.1, seed: 4711 })
})

test('the lines in docs/browser.md for the developer tools change what a page gets', async () => {
  const simulator = createSimulator({ baseUrl: 'https://api.example.com' })
  const responses: Promise<Response>[] = []
  const send = (url: string, init?: RequestInit) => {
    const response = simulator.fetch(url, init)
    responses.push(response)
    return response
  }
  const [lines] = listBlocks('js').filter(({ page }) => page === 'docs/browser.md')
  new Function('fetch', lines?.code ?? '')(send)
  const statuses = (await Promise.all(responses)).map(({ status }) => status)
  expect(statuses).toEqual([201, 201, 201, 204])
})

async function readCoverage(): Promise<string> {
  const simulator = createSimulator()
  const coverage = collectCoverage(simulator)
  await simulator.fetch('/v2/deployments')
  return formatCoverage(coverage.report())
}

/** The link of the next block, with its parameters in the order that is shown. */
function readLink(shown: string): string {
  const options = { scenario: 'busy', preset: 'langsmith', assumptions: { authentication: 'none' } } as const
  const built = buildOpenLink('http://127.0.0.1:4010', { ...options, to: 'http://localhost:5173/?api={url}' })
  const [path, query] = built.split('?')
  const values = new URLSearchParams(query)
  const names = new URL(shown).searchParams.keys()
  return `${path}?${[...names].map((name) => `${name}=${values.get(name)}`).join('&')}`
}

/** `examples/probe.mjs` checks it, which takes minutes. */
function leaveProbe(shown: string): string {
  return shown
}

async function readStrictBody(): Promise<string> {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments?statsu=READY')
  return response.text()
}

async function readStrictHeader(): Promise<string> {
  const response = await createSimulator({ strict: true }).fetch('/v2/deployments')
  return `X-Simulator-Assumptions: ${response.headers.get('x-simulator-assumptions')}`
}

async function readVaried(): Promise<string> {
  const simulator = createSimulator({ vary: { seed: 4711, only: ['optionalFields'] } })
  await simulator.fetch('/v2/deployments')
  return describeAssumptions(simulator).join('\n')
}

async function readParameter(): Promise<string> {
  const { paths } = (await createSimulator().openapi()) as unknown as {
    paths: Record<string, { get: { parameters: readonly { name: string }[] } }>
  }
  return JSON.stringify(paths['/v2/deployments']?.get.parameters.find(({ name }) => name === 'name_contains'))
}

async function readIssue(_: string, folder: Folder): Promise<string> {
  const file = await writeScenario(folder, (code) => code.replace('times', 'tmes'))
  const error = await readScenarioFile(file).catch((reason: unknown) => reason)
  return String(error).replace(/^.*(?=demo\.yaml)/s, '')
}

async function readLostSession(): Promise<string> {
  const server = await serve(createSimulator(), { port: 0, knownSessionsOnly: true })
  const response = await fetch(`${server.url}/_s/alice/v2/deployments`)
  await server.close()
  return (await response.json()).detail
}

function writeScenario(folder: Folder, change = (code: string) => code): Promise<string> {
  const [shown] = listBlocks('yaml').filter(({ page }) => page === 'docs/scenarios.md')
  return folder.write('demo.yaml', change(shown?.code ?? ''))
}

/** The only server in a configuration of an agent. */
function readServer(code: string): { command?: string; args?: readonly string[]; url?: string } {
  const [servers] = Object.values(JSON.parse(code))
  return (servers as { deploymock: object }).deploymock
}

/** Checks a configuration that starts the program: it gets as far as the agent, which this process is none of. */
async function startAgent(code: string): Promise<string> {
  const { command, args: [program, ...args] = [] } = readServer(code)
  expect([command, program]).toEqual(['npx', 'deploymock'])
  const { exit, err } = runCli(...args)
  await exit
  expect(err).toEqual([expect.stringContaining('there is no program to talk to')])
  return code
}

/** Whether the options of the dev container serve a world. That its command outlives its shell is tested in `docs-recipes`. */
async function startInContainer(code: string): Promise<string> {
  const [, options = ''] = /npx deploymock (.*?) >/.exec(JSON.parse(code).postStartCommand) ?? []
  const { printed, stop, exit } = runCli(...options.split(' '), '--port', '0')
  await printed(/listens on/)
  stop()
  await exit
  return code
}

async function joinAgent(code: string): Promise<string> {
  const { url, close } = await serve(createSimulator(), { port: 0 })
  const client = new Client({ name: 'reader', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(new URL(readServer(code).url ?? '').pathname, url)))
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  await client.close()
  await close()
  return code
}

/** Calls the tools of a transcript again, as an agent does. */
async function readTranscript(code: string): Promise<string> {
  const { call } = await connectAgent(createSimulator())
  const texts = []
  for (const [line, name = '', args = ''] of code.matchAll(/^> (\w+) (.*)$/gm)) {
    texts.push(`${line}\n${(await call(name, JSON.parse(args))).text}\n`)
  }
  return texts.join('\n')
}
