import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { connectAgent, mcpTest as test } from './support/mcp-test.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
}

/** What a required argument can be. */
const USUAL: Readonly<Record<string, unknown>> = {
  path: '/v2/deployments',
  resource: 'providers',
  action: 'list',
}

test('null stands for each argument that can be left out', async ({ agent: { client, call } }) => {
  await call('ask', { path: '/v2/deployments' })
  for (const { name, inputSchema } of (await client.listTools()).tools) {
    const { properties = {}, required = [] } = inputSchema
    const usual = Object.fromEntries(required.map((each) => [each, pickUsual(each, properties[each] as Schema)]))
    const optional = Object.keys(properties).filter((each) => !required.includes(each) && each !== 'body')
    const nulls = Object.fromEntries(optional.map((each) => [each, null]))
    const absent = await call(name, usual)
    expect.soft([name, (await call(name, { ...usual, ...nulls })).isError]).toEqual([name, absent.isError])
    for (const each of optional) {
      const { text } = await call(name, { ...usual, [each]: null })
      expect.soft([name, each, text]).toEqual([name, each, expect.not.stringContaining('is null')])
    }
  }
})

function pickUsual(name: string, { enum: values = [] }: Schema): unknown {
  return values.includes(String(USUAL[name])) || values.length === 0 ? USUAL[name] : values[0]
}

/** Arguments of a form that some programs send, and the form that a tool declares. */
const FORMS: readonly [tool: string, sent: Record<string, unknown>, meant: Record<string, unknown>][] = [
  ['see_records', { resource: 'deployments', limit: '2' }, { resource: 'deployments', limit: 2 }],
  [
    'see_records',
    { resource: 'deployments', where: '{"status":"READY"}' },
    { resource: 'deployments', where: { status: 'READY' } },
  ],
  ['list_requests', { status: 200 }, { status: '200' }],
  ['ask', { path: '/v2/deployments', headers: '{"x-a":"b"}' }, { path: '/v2/deployments', headers: { 'x-a': 'b' } }],
  ['why', { request: '1' }, { request: 1 }],
  ['make_test', { requests: '[1]' }, { requests: [1] }],
  ['assume', { values: '{"nameMatching":"prefix"}' }, { values: { nameMatching: 'prefix' } }],
  [
    'change_record',
    { action: 'create', resource: 'providers', id: 'x', fields: '{"name":"own"}' },
    { action: 'create', resource: 'providers', id: 'x', fields: { name: 'own' } },
  ],
  ['add_fault', { fault: '{"status":503}' }, { fault: { status: 503 } }],
  [
    'load_scenario',
    { scenario: '{"name":"mine","deployments":1}', keep_requests: 'true' },
    { scenario: { name: 'mine', deployments: 1 }, keep_requests: true },
  ],
]

test.for(FORMS)('%s takes %j as %j', async ([name, sent, meant], { agent: { call, leave } }) => {
  const texts = []
  for (const args of [sent, meant]) {
    await call('ask', { path: '/v2/deployments' })
    const { text, isError } = await call(name, args)
    texts.push([isError, text.replace(/^#\d+|organization_id.*/, '')])
    await leave()
  }
  expect(texts[0]).toEqual([false, texts[1]?.[1]])
})

test('a text that is no JSON, or too much of it, is refused as it was sent', async ({ agent: { call } }) => {
  const large = JSON.stringify(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [index, 'x'])))
  for (const where of ['READY', '[1', large, '7', '"status"']) {
    const { text, isError } = await call('see_records', { resource: 'deployments', where })
    expect([where, isError, text]).toEqual([
      where,
      true,
      expect.stringMatching(/"where" is ".*\. Expected: an object with/),
    ])
  }
})

test('a text cannot bring a prototype', async ({ agent: { call } }) => {
  const { text, isError } = await call('change_record', {
    action: 'create',
    resource: 'providers',
    fields: '{"__proto__":{"name":"x"}}',
  })
  expect([isError, text]).toEqual([true, expect.stringContaining('"__proto__" is unknown')])
})

test('a file is no scenario, and the agent is told how to load one', async ({ agent: { call } }) => {
  for (const [name, args] of [
    ['load_scenario', { name: 'mine.yaml' }],
    ['start_world', { scenario: 'mine.yaml' }],
  ] as const) {
    const { text } = await call(name, args)
    expect(text).toContain('Read a file, and give its content to load_scenario as "scenario".')
    expect(text).not.toContain('await')
  }
})

test('ask says which status a response has that the request log does not have', async () => {
  const simulator = createSimulator()
  const refuse = async () => new Response('Invalid HTTP request received.', { status: 400 })
  const agent = await connectAgent({
    fetch: (input, init) =>
      input instanceof Request && input.method === 'FOO' ? refuse() : simulator.fetch(input, init),
  })
  const { text } = await agent.call('ask', { method: 'foo', path: '/v2/deployments' })
  expect(text).toBe('The response has the status 400, and the request log does not have the request.')
})
