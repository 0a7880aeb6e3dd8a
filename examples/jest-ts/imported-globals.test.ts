import { expect, test } from '@jest/globals'
import { createTestSimulator } from 'deploymock/jest'
import { listDeployments } from './deployments.ts'

const simulator = createTestSimulator({ baseUrl: 'https://deployments.test', scenario: 'empty' })

test('the matchers also belong to an imported expect', async () => {
  expect(await listDeployments(simulator.url)).toEqual([])
  expect(simulator).toHaveReceivedTimes('listDeployments', 1)
  expect(simulator).not.toHaveReceived('createDeployment')
})
