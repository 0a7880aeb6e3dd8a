import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

/** The code under test. */
async function listReady(baseUrl: string): Promise<unknown[]> {
  const response = await fetch(`${baseUrl}/v2/deployments?status=READY`)
  return response.status === 503 ? listReady(baseUrl) : (await response.json()).resources
}

test('the client asks again', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 1 })
  expect(await listReady(simulator.url)).toHaveLength(20)
  expect(simulator).toHaveReceivedTimes('listDeployments', 2, { parameters: { status: 'READY' } })
  expect(simulator).toHaveReceivedInOrder([{ operation: 'listDeployments', status: 503 }, 'listDeployments'])
})
