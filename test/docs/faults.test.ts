import { expect, test, vi } from 'vitest'
import { createSimulator } from '../../src/index.ts'

test('faults, and the clock that they settle on', async () => {
  const console = { log: vi.fn() }
  const simulator = createSimulator()
  simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
  simulator.faults.add({ query: { status: 'READY' }, delay: { min: 200, max: 900 } })
  simulator.faults.add({ operation: 'listDeployments', effect: 'reset', probability: 0.1 })

  const answer = simulator.fetch('/v2/deployments?status=READY')
  await simulator.requests.waitFor('listDeployments', { state: 'pending' })
  simulator.clock.advance(900)
  console.log((await answer).status)
  expect(console.log).toHaveBeenCalledWith(503)
})
