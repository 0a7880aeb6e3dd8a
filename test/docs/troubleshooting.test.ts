import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

test('a delayed response arrives when the clock has moved', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', delay: 3000 })
  const response = fetch(`${simulator.url}/v2/deployments`)
  const request = await simulator.requests.waitFor('listDeployments', { state: 'pending' })
  expect(request.waitsFor).toMatchObject({ what: 'clock' })
  simulator.clock.advance(3000)
  expect((await response).status).toBe(200)
})
