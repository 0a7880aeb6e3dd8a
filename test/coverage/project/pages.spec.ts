import { createSimulator } from 'deploymock'
import { expect, test } from 'vitest'

// Created before any hook runs, and used by several tests.
const simulator = createSimulator()

test.for([
  ['/v2/deployments?limit=1', 200],
  ['/v2/deployments?limit=20&offset=40', 200],
  ['/v2/deployments?limit=0', 422],
] as const)('%s gets %i', async ([target, status]) => {
  expect((await simulator.fetch(target)).status).toBe(status)
})
