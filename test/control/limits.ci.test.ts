import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { isFull } from '../support/scope.ts'

const MANY = isFull ? 50_000 : 1000
const WORLD = { name: 'x', description: 'x', providers: 0, integrations: [], deployments: 0 }
const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))

async function send(simulator: Simulator, method: string, path: string, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await simulator.fetch(`/_simulator${path}`, { method, body: text })
  const answer = await response.text()
  return { status: response.status, bytes: answer.length, error: JSON.parse(answer).error }
}

function snapshotWith(changes: object): object {
  const { current, ...snapshot } = createSimulator({ scenario: 'empty' }).snapshot()
  return { ...snapshot, current: { ...current, changes: { ...current.changes, ...changes } } }
}

/** Integrations with one id, of which all but the first are impossible. */
const alike = (count: number) => Array(count).fill({ id: 'one', kind: 'standard', name: 'a', repositories: 0 })

/** Changes with steps of a deployment that does not exist. */
const steps = (count: number) => ({
  timeline: Array(count).fill({ due: 1, resource: 'deployments', id: 'x', when: {}, set: {} }),
})

test.for([
  ['groups of a scenario', 'PUT', '/scenario', { ...WORLD, deployments: Array(MANY).fill({ count: -1 }) }],
  ['numbers for groups', 'PUT', '/scenario', { ...WORLD, providers: Array(MANY).fill(1) }],
  ['records of groups', 'PUT', '/scenario', { ...WORLD, deployments: Array(MANY).fill({ record: { name: 1 } }) }],
  [
    'groups that cannot be built',
    'PUT',
    '/scenario',
    { ...WORLD, deployments: Array(MANY).fill({ record: { status: 'NO' } }) },
  ],
  ['faults', 'PUT', '/scenario', { ...WORLD, faults: Array(MANY).fill({ effect: { kind: 'status', status: 1 } }) }],
  ['unknown fields', 'PUT', '/scenario', { ...WORLD, ...names(9000) }],
  ['unknown assumptions', 'PATCH', '/assumptions', names(9000)],
  ['unknown assumptions of a session', 'POST', '/sessions', { assumptions: names(9000) }],
  ['secrets of a record', 'POST', '/records/deployments', { secrets: Array(1000).fill(1) }],
  ['records of a snapshot', 'PUT', '/snapshots/a', snapshotWith({ deployments: { added: Array(MANY).fill({}) } })],
  [
    'records that a session cannot have',
    'POST',
    '/sessions',
    { snapshot: snapshotWith({ deployments: { removed: Array(MANY).fill('x') } }) },
  ],
  ['steps of records that do not exist', 'POST', '/sessions', { snapshot: snapshotWith(steps(101)) }],
] as const)('a request with very many issues lists the first hundred %s', async ([, method, path, body]) => {
  const { status, error, bytes } = await send(createSimulator({ scenario: 'empty' }), method, path, body)
  expect([status, error.issues.length]).toEqual([422, 100])
  expect(error.message).toMatch(/; and more\.$/)
  expect(bytes).toBeLessThan(1_000_000)
})

test('a request with very many issues lists the first hundred and the number of further issues if they were counted', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { error } = await send(simulator, 'PUT', '/scenario', {
    ...WORLD,
    deployments: Array(123).fill({ count: -1 }),
  })
  expect([error.issues.length, error.message]).toEqual([100, expect.stringMatching(/; and 23 more\.$/)])
  const other = await send(simulator, 'PATCH', '/assumptions', names(101))
  expect([other.error.issues.length, other.error.message]).toEqual([100, expect.stringMatching(/; and 1 more\.$/)])
})

test.for([
  ['unknown assumptions', 'PATCH', '/assumptions', names(100)],
  ['invalid groups', 'PUT', '/scenario', { ...WORLD, deployments: Array(100).fill({ record: { status: 'NO' } }) }],
  ['groups that cannot be built', 'PUT', '/scenario', { ...WORLD, integrations: alike(101) }],
  ['changes', 'POST', '/sessions', { snapshot: snapshotWith({ deployments: { removed: Array(100).fill('x') } }) }],
  ['steps of records that do not exist', 'POST', '/sessions', { snapshot: snapshotWith(steps(100)) }],
] as const)(
  'a request with very many issues lists the first hundred and nothing else if there are no more: %s',
  async ([, method, path, body]) => {
    const { error } = await send(createSimulator({ scenario: 'empty' }), method, path, body)
    expect([error.issues.length, error.message]).toEqual([100, expect.not.stringContaining('more.')])
  },
)

const TOO_MANY = 'Failed to read the body: it contains more than 500000 values. Send less.'

test('a large body is rejected if it has very many values', async () => {
  const zeros = { ...WORLD, deployments: Array(300_000).fill({ count: 0 }) }
  const { status, error } = await send(createSimulator({ scenario: 'empty' }), 'PUT', '/scenario', zeros)
  expect([status, error]).toEqual([413, { message: TOO_MANY, issues: [] }])
})

test('a large body is rejected before it is read to its end', async () => {
  const text = `{"deployments":[${'0,'.repeat(2_000_000)}`
  const { status, error } = await send(createSimulator({ scenario: 'empty' }), 'PUT', '/scenario', text)
  expect([status, error.message]).toEqual([413, TOO_MANY])
})

test.for([
  ['PATCH', '/assumptions', 16],
  ['POST', '/records/deployments', 16],
  ['PUT', '/scenario', 16],
  ['PUT', '/snapshots/a', 16],
  ['POST', '/sessions', 16],
] as const)('a large body of %s %s has at most %i MB', async ([method, path, megabytes]) => {
  const simulator = createSimulator({ scenario: 'empty', memory: 256 })
  const most = megabytes * 1024 * 1024
  const fitting = await send(simulator, method, path, `{}${' '.repeat(most - 2)}`)
  expect(fitting.status).not.toBe(413)
  const { status, error } = await send(simulator, method, path, `{}${' '.repeat(most - 1)}`)
  const message = `Failed to read the body: it has more than ${most} bytes. Send `
  expect([status, error]).toEqual([413, { message: expect.stringContaining(message), issues: [] }])
})

test('a large body cannot contain more faults than a request can search', async () => {
  const faults = Array(1001).fill({ effect: { kind: 'stall' } })
  const { error } = await send(createSimulator({ scenario: 'empty' }), 'PUT', '/scenario', { ...WORLD, faults })
  expect(error.issues).toEqual([
    { path: 'faults', message: expect.stringContaining('It must have at most 1000 items') },
  ])
})

test('a large body with a long name gets a response with only its start', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { bytes } = await send(simulator, 'PUT', '/scenario', { name: 'x'.repeat(1_000_000) })
  const long = await send(simulator, 'PATCH', '/assumptions', { statusValues: 'x,'.repeat(500_000) })
  expect([bytes < 1000, long.error.message]).toEqual([
    true,
    expect.stringContaining('It has 1000000 characters, but at most 10000 are allowed'),
  ])
})

test('a large body gets the position where it stops being JSON', async () => {
  const text = `{\n"name":[${'1,'.repeat(400_000)}`
  const { status, error } = await send(createSimulator({ scenario: 'empty' }), 'PUT', '/scenario', text)
  expect([status, error.message]).toEqual([
    400,
    'Failed to read the body: it is not JSON: Expecting value at line 2, column 800009. Send JSON.',
  ])
})

test('a large body is repeated only in part', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { error } = await send(simulator, 'PATCH', '/assumptions', { lastPageOffset: Array(MANY).fill([1]) })
  expect(error.message).toMatch(/"lastPageOffset" is \[\[1\],\[1\],.{40,60}\.\.\.\. /)
})

test('a large body can contain many faults, but not two with the same id', async () => {
  const count = 998
  const faults = Array.from({ length: count }, (_, index) => ({ id: `${index}`, effect: { kind: 'stall' } }))
  const simulator = createSimulator({ scenario: 'empty' })
  expect((await send(simulator, 'PUT', '/scenario', { ...WORLD, faults })).status).toBe(200)
  const twice = [...faults, { id: '7', effect: { kind: 'stall' } }, { effect: { kind: 'stall' } }]
  const { error } = await send(simulator, 'PUT', '/scenario', { ...WORLD, faults: twice })
  expect(error.issues.map(({ path }: { path: string }) => path)).toEqual([`faults.${count}.id`])
})

test('a message lists the first of many names', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  for (let count = 0; count < 60; count += 1) simulator.faults.add({ status: 500 })
  const { error } = await send(simulator, 'DELETE', '/faults/x', '')
  expect(error.message).toMatch(/Known: 1, 2, .*, 49, 50, and 10 more\.$/)
})

test.for([
  ['POST', '/records/deployments'],
  ['PATCH', '/records/deployments/00000000-0000-4000-8000-000000000001'],
] as const)('a record that is sent with %s %s has at most 40000 values', async ([method, path]) => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.db.deployments.create({ id: '00000000-0000-4000-8000-000000000001' })
  const secrets = (count: number) => ({ secrets: Array.from({ length: count }, () => ({ name: 'A', value: 'b' })) })
  // The body, its list, and three values for each secret.
  expect((await send(simulator, method, path, secrets(13_332))).status).toBe(method === 'POST' ? 201 : 200)
  const { status, error } = await send(simulator, method, path, secrets(13_333))
  expect([status, error.message]).toEqual([413, expect.stringContaining('it contains more than 40000 values')])
})

test('a fault holds at most 1000 values', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { status, error } = await send(simulator, 'POST', '/faults', { status: 500, query: names(9000) })
  expect([status, error.message]).toEqual([413, expect.stringContaining('it contains more than 1000 values')])
})

test('a thousand snapshots are kept, and each of them can still be replaced', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const take = (name: string) => send(simulator, 'POST', '/snapshots', { name })
  for (let index = 0; index < 999; index += 1) await take(`s${index}`)
  expect((await take('last')).status).toBe(201)
  expect((await send(simulator, 'PUT', '/snapshots/last', simulator.snapshot())).status).toBe(200)
  const { status, error } = await take('more')
  const message = 'Failed to store snapshot "more": there are already 1000 snapshots. Delete some.'
  expect([status, error.message]).toEqual([422, message])
  await simulator.fetch('/_simulator/snapshots/s0', { method: 'DELETE' })
  expect((await take('more')).status).toBe(201)
})
