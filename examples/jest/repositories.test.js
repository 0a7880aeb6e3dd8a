import { createTestSimulator } from 'deploymock/jest'
import { HttpResponse, http } from 'msw'
import { listRepositoryUrls } from './repositories.js'

const simulator = createTestSimulator({ baseUrl: 'https://deployments.test' })
const list = (id) => listRepositoryUrls(simulator.url, id)

let integration
beforeEach(() => {
  integration = simulator.db.integrations.create({ kind: 'standard', name: 'lumen-works' })
})

test('lists the repositories of an integration', async () => {
  const repository = simulator.db.repositories.create({ integration_id: integration.id, name: 'shop' })
  expect(await list(integration.id)).toEqual([repository.url])
  expect(simulator).toHaveReceivedTimes('listRepositories', 1, { status: 200 })
})

test('returns an empty list for an unknown integration', async () => {
  expect(await list('unknown')).toEqual([])
  expect(simulator).toHaveReceived('listRepositories', { status: 404 })
})

test('fails if the service fails', async () => {
  simulator.faults.add({ operation: 'listRepositories', status: 500 })
  await expect(list(integration.id)).rejects.toThrow('The service answered 500.')
})

test('shows what a test overrides', async () => {
  simulator.use(http.get('*/repos', () => HttpResponse.json([{ url: 'https://example.com/a' }])))
  expect(await list(integration.id)).toEqual(['https://example.com/a'])
})

test('begins anew after each test, without its records, faults and overrides', async () => {
  expect(await list(integration.id)).toEqual([])
  expect(simulator).toHaveReceivedTimes('listRepositories', 1)
})

test('a request that matches no operation fails the test', async () => {
  await fetch('https://deployments.test/v2/repositories').catch(() => undefined)
  expect(() => simulator.verify()).toThrow('/v2/repositories matches no operation.')
})
