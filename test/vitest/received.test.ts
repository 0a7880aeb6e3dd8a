import { expect, test } from 'vitest'
// Importing the module registers the matchers.
import type { ExpectedRequest, RequestMatch } from '../../src/entries/vitest/index.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import '../../src/entries/vitest/index.ts'

async function ask(...requests: (string | [string, string])[]): Promise<Simulator> {
  const simulator = createSimulator()
  for (const request of requests) {
    const [path, body] = typeof request === 'string' ? [request] : request
    await simulator.fetch(path, body === undefined ? {} : { method: 'POST', body })
  }
  return simulator
}

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('Nothing was thrown.')
}

const LIST = '/v2/deployments?limit=5&status=READY'
const BAD = '/v2/deployments?limit=1000'
const PROVIDERS = '/v2/auth/providers'
const CREATE: [string, string] = ['/v2/deployments', '{"name":"shop","labels":{"team":"web","tier":1}}']

test('toHaveReceived accepts a request whose fields match', async () => {
  const simulator = await ask(LIST, BAD, CREATE)
  expect(simulator).toHaveReceived('listDeployments')
  expect(simulator).toHaveReceived('listDeployments', { parameters: { limit: 5, status: 'READY' }, status: 200 })
  expect(simulator).toHaveReceived('listDeployments', { parameters: { limit: expect.any(Number) } })
  expect(simulator).toHaveReceived('listDeployments', { parameters: { name_contains: null } })
  expect(simulator).toHaveReceived('listDeployments', { status: 422 })
  expect(simulator).toHaveReceived('createDeployment', { body: { name: 'shop', labels: { team: 'web' } } })
  expect(simulator).toHaveReceived('createDeployment', { body: expect.objectContaining({ name: 'shop' }) })
  expect(simulator).toHaveReceived('createDeployment', { body: CREATE[1] })
  expect(simulator).not.toHaveReceived('listDeployments', { parameters: { limit: 5 }, status: 422 })
  expect(simulator).not.toHaveReceived('listOAuthProviders')
})

test('toHaveReceived lists the requests received instead, closest match first, with every field that differs', async () => {
  const simulator = await ask(PROVIDERS, BAD, '/v2/deployments?limit=6', LIST)
  const expected = { parameters: { limit: 6, status: 'READY', name_contains: expect.any(String) } }
  expect(messageOf(() => expect(simulator).toHaveReceived('listDeployments', expected))).toBe(
    `Expected a request listDeployments with parameters.limit 6, parameters.status "READY", parameters.name_contains Any<String>, but there was none.
Received instead, closest match first:
  #4 GET /v2/deployments?limit=5&status=READY (listDeployments, 200)
      parameters.limit: expected 6, received 5
      parameters.name_contains: expected Any<String>, received null
  #3 GET /v2/deployments?limit=6 (listDeployments, 200)
      parameters.status: expected "READY", received null
      parameters.name_contains: expected Any<String>, received null
  #2 GET /v2/deployments?limit=1000 (listDeployments, 422)
      parameters.limit: expected 6, received nothing
      parameters.status: expected "READY", received nothing
      parameters.name_contains: expected Any<String>, received nothing
  #1 GET /v2/auth/providers (listOAuthProviders, 200)
      operation: expected "listDeployments", received "listOAuthProviders"
      parameters.limit: expected 6, received nothing
      parameters.status: expected "READY", received nothing
      parameters.name_contains: expected Any<String>, received nothing`,
  )
})

test('toHaveReceived compares bodies field by field', async () => {
  const simulator = await ask(CREATE, ['/v2/deployments', 'no JSON'])
  const message = messageOf(() =>
    expect(simulator).toHaveReceived('createDeployment', { body: { name: 'shop', labels: { team: 'api' } } }),
  )
  expect(message).toContain(
    'Received instead, closest match first:\n  #1 POST /v2/deployments (createDeployment, 422)\n      body.labels.team: expected "api", received "web"\n  #2 ',
  )
})

test('toHaveReceived lists only a few of many', async () => {
  const simulator = await ask(...Array.from({ length: 8 }, () => PROVIDERS))
  const message = messageOf(() => expect(simulator).toHaveReceived('listDeployments'))
  expect(message.split('\n').filter((line) => line.startsWith('  #'))).toHaveLength(5)
  expect(message).toMatch(/\n {2}and 3 more$/)
})

test('toHaveReceived reports that no request was received', () => {
  expect(messageOf(() => expect(createSimulator()).toHaveReceived('listDeployments'))).toBe(
    'Expected a request listDeployments, but there was none.\nNo other request was received.',
  )
})

test('toHaveReceived lists requests that were not expected', async () => {
  const simulator = await ask(LIST)
  expect(messageOf(() => expect(simulator).not.toHaveReceived('listDeployments', { status: 200 }))).toBe(
    'Expected no request listDeployments with status 200, but there was one:\n  #1 GET /v2/deployments?limit=5&status=READY (listDeployments, 200)',
  )
})

test('toHaveReceivedTimes counts the matching requests', async () => {
  const simulator = await ask(LIST, BAD, LIST)
  expect(simulator).toHaveReceivedTimes('listDeployments', 3)
  expect(simulator).toHaveReceivedTimes('listDeployments', 2, { status: 200 })
  expect(simulator).toHaveReceivedTimes('createDeployment', 0)
  expect(simulator).not.toHaveReceivedTimes('listDeployments', 2)
})

test('toHaveReceivedTimes lists which requests match and which do not', async () => {
  const simulator = await ask(LIST, BAD)
  expect(messageOf(() => expect(simulator).toHaveReceivedTimes('listDeployments', 2, { status: 200 }))).toBe(
    `Expected 2 requests listDeployments with status 200, but there was 1.
  #1 GET /v2/deployments?limit=5&status=READY (listDeployments, 200)
Received instead, closest match first:
  #2 GET /v2/deployments?limit=1000 (listDeployments, 422)
      status: expected 200, received 422`,
  )
})

test('toHaveReceivedInOrder accepts requests in their order with others between them', async () => {
  const simulator = await ask(PROVIDERS, LIST, CREATE, LIST)
  expect(simulator).toHaveReceivedInOrder(['listOAuthProviders', { operation: 'createDeployment', status: 422 }])
  expect(simulator).toHaveReceivedInOrder(['listDeployments', 'createDeployment', 'listDeployments'])
  expect(simulator).toHaveReceivedInOrder([])
  expect(simulator).not.toHaveReceivedInOrder(['createDeployment', 'listOAuthProviders'])
  expect(simulator).not.toHaveReceivedInOrder(['createDeployment', 'createDeployment'])
})

test('toHaveReceivedInOrder reports which one is missing, and what was received instead', async () => {
  const simulator = await ask(LIST, PROVIDERS, BAD)
  const expected = ['listDeployments', { operation: 'listDeployments', status: 200 }] as const
  expect(messageOf(() => expect(simulator).toHaveReceivedInOrder(expected))).toBe(
    `Expected request 2 of 2, listDeployments with status 200, but it was not received after #1.
Received instead, closest match first:
  #3 GET /v2/deployments?limit=1000 (listDeployments, 422)
      status: expected 200, received 422
  #2 GET /v2/auth/providers (listOAuthProviders, 200)
      operation: expected "listDeployments", received "listOAuthProviders"`,
  )
})

test.for([
  ['dropDeployment', {}, '"dropDeployment" is not an operation.'],
  [
    'listDeployments',
    { parameters: { nameContains: 'x' } },
    '"nameContains" is not a parameter of listDeployments. Did you mean "name_contains"? Parameters: limit, offset,',
  ],
  [
    'listDeploymets',
    {},
    '"listDeploymets" is not an operation. Did you mean "listDeployments"? Operations: listOAuthProviders,',
  ],
  [
    'listOAuthProviders',
    { parameters: { limit: 1 } },
    '"limit" is not a parameter of listOAuthProviders. It has none.',
  ],
  [
    'listDeployments',
    { params: {} },
    '"params" is not a field of a request. Fields: operation, parameters, status, body.',
  ],
] as const)('expecting %s with %j is an error', async ([operation, match, message]) => {
  const simulator = createSimulator()
  // Also with `.not`, because such a request can never be received.
  for (const assertion of [expect(simulator), expect(simulator).not]) {
    expect(messageOf(() => assertion.toHaveReceived(operation as 'listDeployments', match as RequestMatch))).toContain(
      `Failed to look for a request: ${message}`,
    )
  }
})

test('an object without requests is rejected', () => {
  expect(() => expect({ url: 'x' }).toHaveReceived('listDeployments')).toThrow(
    'Failed to look for a request: {"url":"x"} has no requests. Pass a simulator or a session.',
  )
})

test.for([
  [{ operaton: 'listDeployments' }, '"operaton" is not a field of a request. Did you mean "operation"?'],
  [{ status: 503 }, 'the operation is missing. Operations: listOAuthProviders, '],
  [{ operation: 'listDeployments', status: '5x' }, '"status" is "5x". Allowed: a status from 100 to 599, null '],
  [{ operation: 'listDeployments', status: 2000 }, '"status" is 2000. Allowed: a status from 100 to 599, null '],
])('a matcher rejects %j, also if it is negated', ([expected, message]) => {
  const match = () => expect(createSimulator()).not.toHaveReceivedInOrder([expected as ExpectedRequest])
  expect(messageOf(match)).toContain(`Failed to look for a request: ${message}`)
})
