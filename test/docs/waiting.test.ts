import { test } from 'deploymock/vitest'
import { expect } from 'vitest'

test('the page shows that it is loading, and then the deployments', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', delay: 3000 })
  const answer = fetch(`${simulator.url}/v2/deployments`)
  await simulator.requests.waitFor('listDeployments', { state: 'pending' })
  // Here, the page is loading.
  simulator.clock.advance(3000)
  expect((await answer).status).toBe(200)
})
