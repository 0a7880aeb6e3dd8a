import { createTestSimulator } from 'deploymock/jest'
import { HttpResponse, http } from 'msw'
import { listDeployments } from './deployments.ts'

const simulator = createTestSimulator({ baseUrl: 'https://deployments.test' })
const { db, url } = simulator

test('lists every deployment once, over all pages', async () => {
  const ids = (await listDeployments(url)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(db.deployments.count())
  expect(ids.length).toBeGreaterThan(25)
})

test('lists every deployment if pages are not full', async () => {
  simulator.assume({ shortPages: 'sometimes' })
  expect(await listDeployments(url)).toHaveLength(db.deployments.count())
})

test('lists what the filters select', async () => {
  db.deployments.create({ name: 'checkout', status: 'READY' })
  db.deployments.create({ name: 'checkout-next', status: 'AWAITING_DATABASE' })
  const listed = await listDeployments(url, { name_contains: 'checkout', status: 'READY' })
  expect(listed.map(({ name }) => name)).toEqual(['checkout'])
  expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' }, status: 200 })
})

test('fails if a later page fails', async () => {
  simulator.faults.add({ operation: 'listDeployments', query: { offset: '25' }, status: 503 })
  await expect(listDeployments(url)).rejects.toThrow('The service answered 503.')
})

test('lists what an override contains', async () => {
  simulator.use(http.get('*/v2/deployments', () => HttpResponse.json({ resources: [], offset: 0 })))
  expect(await listDeployments(url)).toEqual([])
})

test('a world does not see the records of another', async () => {
  const countAfterCreating = (name: string) =>
    simulator.boundary(async ({ db, url }) => {
      db.deployments.create({ name })
      return (await listDeployments(url, { name_contains: 'world-' })).map((deployment) => deployment.name)
    })
  expect(await Promise.all(['world-1', 'world-2'].map(countAfterCreating))).toEqual([['world-1'], ['world-2']])
})
