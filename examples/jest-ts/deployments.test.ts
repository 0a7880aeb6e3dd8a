import { type BoundarySession, setupSimulator } from 'deploymock/node'
import { listDeployments } from './deployments.ts'

const simulator = setupSimulator({ baseUrl: 'https://deployments.test' })

beforeAll(() => simulator.listen())
afterAll(() => simulator.close())

/** Runs a test in its own world. */
const inBoundary = (run: (session: BoundarySession) => Promise<void>) => () => simulator.boundary(run)

test(
  'lists every deployment once, over all pages',
  inBoundary(async ({ db, url }) => {
    const ids = (await listDeployments(url)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(db.deployments.count())
    expect(ids.length).toBeGreaterThan(25)
  }),
)

test(
  'lists what the filters select',
  inBoundary(async ({ db, url, requests }) => {
    db.deployments.create({ name: 'checkout', status: 'READY' })
    db.deployments.create({ name: 'checkout-next', status: 'AWAITING_DATABASE' })
    const listed = await listDeployments(url, { name_contains: 'checkout', status: 'READY' })
    expect(listed.map(({ name }) => name)).toEqual(['checkout'])
    expect(requests.list()).toMatchObject([{ operation: 'listDeployments', status: 200 }])
  }),
)

test(
  'fails if a later page fails',
  inBoundary(async ({ faults, url }) => {
    faults.add({ operation: 'listDeployments', query: { offset: '25' }, status: 503 })
    await expect(listDeployments(url)).rejects.toThrow('The service answered 503.')
  }),
)

test('a world does not see the records of another', async () => {
  const countAfterCreating = (name: string) =>
    simulator.boundary(async ({ db, url }) => {
      db.deployments.create({ name })
      return (await listDeployments(url, { name_contains: 'world-' })).map((deployment) => deployment.name)
    })
  expect(await Promise.all(['world-1', 'world-2'].map(countAfterCreating))).toEqual([['world-1'], ['world-2']])
})
