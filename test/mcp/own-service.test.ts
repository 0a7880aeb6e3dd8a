import { test as base, expect } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { library } from '../engine/library/library.ts'
import { findServiceWords } from '../support/service-words.ts'
import { callAll, connectAgent, type Step, type TestAgent, TOLD_LAST } from './support/mcp-test.ts'

const test = base.extend<{ connected: TestAgent; agent: TestAgent }>({
  connected: [async ({}, use) => use(await connectAgent(createSimulator(library))), { scope: 'file' }],
  agent: async ({ connected }, use) => {
    await use(connected)
    await connected.leave()
  },
})

/** What an agent does with a service that the package does not have, and what the last step tells it. */
const CASES: readonly [title: string, steps: readonly Step[], told: RegExp | readonly RegExp[]][] = [
  [
    'see_world shows records of the main resource',
    [['see_world']],
    [
      /Preset plain \(others: eager\)\./,
      /\nRecords: 3 authors, 12 books\n- book Volume \d+, [\da-f-]{36}\n/,
      /\nScenarios: default$/,
    ],
  ],
  [
    'see_records shows them',
    [['see_records', { resource: 'books', limit: 2 }]],
    /^2 of 12 books\. Go on with offset 2\.\n/,
  ],
  [
    'see_records says that nothing matches',
    [['see_records', { resource: 'books', where: { title: 'none' } }]],
    /^None of 12 books match\. Values are compared as a whole; ask with title finds a part of a name\.$/,
  ],
  [
    'start_world starts another world',
    [['start_world', { scenario: 'default', preset: 'eager' }]],
    [/^World agent-[0-9a-f]{32}\./, /\nPreset eager \(others: plain\)\./],
  ],
  ['list_requests lists them', [['ask', { path: '/books' }], ['list_requests']], /^#1 GET \/books \| 200 \| listBooks/],
  [
    'ask names the nearest operation',
    [['ask', { path: '/boks' }]],
    /\nNo operation has this method and path\. Nearest: GET \/books \(listBooks\)\.\n/,
  ],
  [
    'why says what a filter does',
    [['ask', { path: '/books', query: 'genre=novle' }], ['why']],
    /\n- genre=novle removed 12 and left 0\. No book has novle; .* Did you mean novel\?\n/,
  ],
  ['add_fault takes a fault', [['add_fault', { fault: { operation: 'listBooks', status: 503 } }]], /responds with 503/],
  ['remove_faults removes them', [['add_fault', { recipe: 'down' }], ['remove_faults']], /^There are no faults now\.$/],
  [
    'clock lists what will happen',
    [['clock', { action: 'advance', seconds: 90 }]],
    /^It is 2026-03-02T09:01:30Z\. The clock is frozen\.\nHappened: 0 steps\./,
  ],
  ['change_record creates one', [['change_record', { action: 'create', resource: 'authors' }]], /^Created: \{"id"/],
  [
    'load_scenario counts the main resource',
    [['load_scenario', { scenario: { name: 'mine', books: 1 } }]],
    /^The world is now mine, preset plain, at .*, with 1 book\.$/,
  ],
  ['fork copies the world', [['fork'], ['see_world', { world: TOLD_LAST }]], /^World agent-[0-9a-f]{32}\./],
  [
    'snapshot goes back',
    [
      ['snapshot', { action: 'take', name: 'a' }],
      ['snapshot', { action: 'restore', name: 'a' }],
    ],
    /with 12 books\.$/,
  ],
  [
    'assume switches an answer',
    [['assume', { values: { unknownBook: '410' } }]],
    /^1 answer now:\n- unknownBook=410 \(was 404\)\n/,
  ],
  [
    'depends_on lists what decided responses',
    [['ask', { path: '/books' }], ['depends_on']],
    /^It depended on:\n- bookOrder=title \(or shelf\): How are books sorted\? 1 request, such as #1\.$/,
  ],
  ['coverage counts cases', [['ask', { path: '/books' }], ['coverage']], /\n- listBooks: \d+ of \d+\. Untested: /],
  [
    'make_test imports the service',
    [['ask', { path: '/books', query: 'limit=1' }], ['make_test']],
    /^It was tried: the test gets the same\.\n[\s\S]*\nimport \{ service \} from '\.\/service\.js'\n[\s\S]*\nconst test = base\.extend\('simulatorOptions', \{ service(, scenario)? \}\)\n/,
  ],
  [
    'make_test says how to depend on less of the world',
    [['ask', { path: '/books' }], ['make_test']],
    /For a test of your own, create only what it is about: simulator\.db\.books\.create\(\{ title: 'checkout' \}\)\./,
  ],
]

test.for(CASES)('%s', async ([, steps, told], { agent }) => {
  const texts = await callAll(agent.call, steps)
  expect(texts.filter(({ isError }) => isError)).toEqual([])
  for (const pattern of [told].flat()) expect(texts.at(-1)?.text).toMatch(pattern)
  expect(texts.flatMap(({ text }) => findServiceWords(text))).toEqual([])
})

test('every tool is tried', async ({ agent }) => {
  const { tools } = await agent.client.listTools()
  const called = new Set(CASES.flatMap(([, steps]) => steps.map(([name]) => name)))
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...called].toSorted())
})

test('tools, resources, prompts and instructions say nothing about another service', async ({ agent: { client } }) => {
  const lists = [
    await client.listTools(),
    await client.listResources(),
    await client.listPrompts(),
    client.getInstructions() ?? '',
  ]
  expect(findServiceWords(JSON.stringify(lists))).toEqual([])
  expect(client.getInstructions()).toMatch(/^deploymock simulates Lending Library\./)
  const [see] = (await client.listTools()).tools.filter(({ name }) => name === 'see_records')
  expect(see?.inputSchema.properties).toMatchObject({ resource: { enum: ['authors', 'books', 'loans'] } })
})

test('resources are those of the service', async ({ agent: { client } }) => {
  const { resources } = await client.listResources()
  expect(resources.map(({ name }) => name)).toEqual(['assumptions', 'scenario schema', 'openapi'])
  const texts = await Promise.all(
    resources.map(async ({ uri }) => {
      const [content] = (await client.readResource({ uri })).contents
      return content !== undefined && 'text' in content ? content.text : ''
    }),
  )
  expect(texts.flatMap((text) => findServiceWords(text))).toEqual([])
  const schema = JSON.parse(String(texts[1]))
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(['name', 'seed', 'preset', 'books', 'loans']))
})

test.for(['write_integration_test', 'find_dependencies'])(
  'the prompt %s is about any service',
  async (name, { agent: { client } }) => {
    const { prompts } = await client.listPrompts()
    const [argument] = prompts.find((each) => each.name === name)?.arguments ?? []
    const { messages } = await client.getPrompt({ name, arguments: { [argument?.name ?? '']: 'npm test' } })
    expect(findServiceWords(JSON.stringify(messages))).toEqual([])
  },
)

test('an agent is told which records there are', async ({ agent }) => {
  expect(await agent.call('see_records', { resource: 'deployments' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('"resource"'),
  })
})
