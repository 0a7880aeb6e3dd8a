import { createTestSimulator } from 'deploymock/jest'
import { listNames } from './names.js'

const simulator = createTestSimulator({ baseUrl: 'https://deployments.test', scenario: 'empty' })

beforeEach(() => {
  simulator.db.deployments.create({ name: 'checkout', status: 'READY' })
})

test('lists the names of those with the status', async () => {
  simulator.db.deployments.create({ name: 'search', status: 'AWAITING_DATABASE' })
  expect(await listNames(simulator.url, 'READY')).toEqual(['checkout'])
  expect(simulator).toHaveReceived('listDeployments', { parameters: { status: 'READY' } })
})

test('lists what is ready', async () => {
  const response = await fetch(`${simulator.url}/v2/deployments?status=READY`)
  expect((await response.json()).resources).toMatchObject([{ name: 'checkout' }])
  expect(simulator).toHaveReceived('listDeployments', { parameters: { limit: 20 } })
})

test('fails if the service fails', async () => {
  simulator.faults.add({ operation: 'listDeployments', status: 503 })
  await expect(listNames(simulator.url, 'READY')).rejects.toThrow('The service answered 503.')
})
