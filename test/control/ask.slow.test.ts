import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

test('a question to the service gets the bytes that a request gets, with an explanation', async ({ start }) => {
  const { remote } = await start({ simulator: { scenario: 'busy' } })
  const answer = await remote.ask({ path: '/v2/deployments', query: 'status=READY&limit=2' })
  const response = await fetch(`${remote.url}/v2/deployments?status=READY&limit=2`)
  expect(answer).toMatchObject({
    status: 200,
    body: await response.text(),
    isWhole: true,
    operation: 'listDeployments',
    parameters: { status: 'READY', limit: 2 },
    explanation: { page: { returned: 2 }, filters: [{ parameter: 'status' }] },
  })
  expect(answer.headers).toContainEqual(['content-type', 'application/json'])
})

test('a question to the service leaves no trace: no fault, chaos or latency applies, and the journal stays empty', async ({
  start,
}) => {
  const { remote, simulator } = await start({
    simulator: { scenario: { name: 'slow', deployments: 2, latency: 60_000 } },
  })
  simulator.faults.add({ status: 503, times: 1 })
  simulator.setChaos({ level: 1 })
  const before = simulator.snapshot()
  const types: string[] = []
  simulator.events.listen(({ type }) => types.push(type))
  expect((await remote.ask({ path: '/v2/deployments' })).status).toBe(200)
  expect(simulator.requests.count()).toBe(0)
  expect(simulator.chaosCounts).toEqual({ requests: 0, applied: 0 })
  expect(simulator.snapshot()).toEqual(before)
  expect(types).toEqual([])
})

test.for([0, 1, 2])(
  'a question to the service is cut between two characters, however they are placed: %i',
  async (shift) => {
    const deployments = [{ record: { name: `${'a'.repeat(shift)}${'€'.repeat(2_000_000)}` } }]
    const simulator = createSimulator({ scenario: { name: 'wide', deployments } })
    const { body, isWhole } = await simulator.ask({ path: '/v2/deployments' })
    expect([isWhole, body.at(-1)]).toEqual([false, '€'])
  },
)

test('a question to the service does not count for the rate limit', async () => {
  const simulator = createSimulator({ assumptions: { rateLimit: 'limited' }, scenario: 'empty' })
  const statuses = new Set<number>()
  for (let turn = 0; turn < 1001; turn += 1) statuses.add((await simulator.ask({ path: '/v2/deployments' })).status)
  expect([...statuses]).toEqual([200])
  expect((await simulator.fetch('/v2/deployments')).status).toBe(200)
})

test('a question to the service changes nothing, even if its GET completes an authentication', async () => {
  const simulator = createSimulator({ scenario: 'pipeline', preset: 'langsmith' })
  const [provider] = simulator.db.providers.list()
  const { id } = simulator.db.authentications.create({ provider_id: provider?.provider_id ?? '' })
  const before = simulator.snapshot()
  const path = `/v2/auth/callback/${provider?.provider_id}`
  expect((await simulator.ask({ path, query: `state=${id}&code=y` })).status).toBe(200)
  expect(simulator.snapshot()).toEqual(before)
  await simulator.fetch(`${path}?state=${id}&code=y`)
  expect(simulator.snapshot()).not.toEqual(before)
})

test.for(['apiKeyAndTenant', 'bearer', 'keyBearerOrService'] as const)(
  'a question to the service has the credentials that %s requires',
  async (authentication, { start }) => {
    const { remote } = await start({ simulator: { assumptions: { authentication, keyScope: 'organization' } } })
    expect((await remote.ask({ path: '/v2/deployments' })).status).toBe(200)
  },
)

test('a question to the service keeps the credentials that it has', async () => {
  const simulator = createSimulator({ assumptions: { authentication: 'bearer', authenticationFailure: '401' } })
  expect((await simulator.ask({ path: '/v2/deployments', headers: { 'X-Api-Key': 'k' } })).status).toBe(401)
})

test('a question to the service gets the errors of the service, too', async ({ start }) => {
  const { remote } = await start()
  expect(await remote.ask({ path: '/nowhere' })).toMatchObject({ status: 404, operation: null, parameters: null })
  expect(await remote.ask({ path: '/v2/deployments', query: 'limit=x' })).toMatchObject({
    status: 422,
    operation: 'listDeployments',
    parameters: null,
  })
})

test('a question to the service is rejected by a strict session as a request is', async () => {
  const simulator = createSimulator({ strict: true })
  expect((await simulator.ask({ path: '/v2/listeners' })).status).toBe(501)
})

test('a question to the service with HEAD gets no body', async () => {
  const simulator = createSimulator({ assumptions: { headRequests: '200' } })
  expect(await simulator.ask({ method: 'HEAD', path: '/v2/deployments' })).toMatchObject({ status: 200, body: '' })
})

test.for([
  [{ method: 'POST', path: '/v2/deployments' }, 'method'],
  [{ path: '/v2/deployments?limit=2' }, 'path'],
  [{ path: '/_simulator' }, 'path'],
  [{ path: '/v2', headers: { 'a b': 'c' } }, 'headers.a b'],
  [{}, 'path'],
] as const)('a question to the service %j is rejected', async ([question, path], { start }) => {
  const { remote, simulator } = await start()
  await expect(remote.ask(question as never)).rejects.toMatchObject({ status: 422, issues: [{ path }] })
  await expect(simulator.ask(question as never)).rejects.toThrow(/^Failed to ask the service: /)
})
