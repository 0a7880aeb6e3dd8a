import { setupSimulator } from 'deploymock/node'
import { listRepositoryUrls } from './repositories.js'

const simulator = setupSimulator({ baseUrl: 'https://deployments.test' })

beforeAll(() => simulator.listen())
afterAll(() => simulator.close())

/** Runs a test in its own world. */
const inBoundary = (run) => () => simulator.boundary(run)

test(
  'lists the repositories of an integration',
  inBoundary(async ({ db, url }) => {
    const integration = db.integrations.create({ kind: 'standard', name: 'lumen-works' })
    const repository = db.repositories.create({ integration_id: integration.id, name: 'shop' })
    expect(await listRepositoryUrls(url, integration.id)).toEqual([repository.url])
  }),
)

test(
  'returns an empty list for an unknown integration',
  inBoundary(async ({ url, requests }) => {
    expect(await listRepositoryUrls(url, 'unknown')).toEqual([])
    expect(requests.list()).toMatchObject([{ operation: 'listRepositories', status: 404 }])
  }),
)

test(
  'fails if the service fails',
  inBoundary(async ({ db, url, faults }) => {
    faults.add({ operation: 'listRepositories', status: 500 })
    const [integration] = db.integrations.list()
    await expect(listRepositoryUrls(url, integration.id)).rejects.toThrow('The service answered 500.')
  }),
)

test('a request that matches no operation fails the test', async () => {
  const swallowing = () => fetch('https://deployments.test/v2/repositories').catch(() => undefined)
  await expect(simulator.boundary(swallowing)).rejects.toThrow('/v2/repositories matches no operation.')
})
