import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'

const MOST = 1000

const create = () =>
  createSimulator({
    preset: 'langsmith',
    assumptions: { rateLimit: 'limited', authentication: 'none' },
    now: '2026-03-01T00:00:00Z',
  })

/** How many requests the limit allows now. */
async function countAllowed(simulator: Simulator): Promise<number> {
  for (let count = 0; count <= MOST; count += 1) {
    if ((await simulator.fetch('/v2/auth/providers')).status === 429) return count
  }
  return Number.POSITIVE_INFINITY
}

async function waitThroughChanges(simulator: Simulator): Promise<Response> {
  const [provider] = simulator.db.providers.list()
  const { id } = simulator.db.authentications.create({ provider_id: provider?.provider_id ?? '' })
  const waiting = simulator.fetch(`/v2/auth/wait/${id}?timeout=60`)
  for (const name of ['one', 'two', 'three']) {
    simulator.db.deployments.create({ name })
    // The request is answered anew after each change.
    await new Promise(setImmediate)
  }
  simulator.clock.advance(61_000)
  return waiting
}

const fetchWithFault = (effect: 'duplicate-record' | 'missing-record') => (simulator: Simulator) => {
  simulator.faults.add({ operation: 'listDeployments', effect })
  return simulator.fetch('/v2/deployments?limit=2&offset=2')
}

const ONCE: Record<string, (simulator: Simulator) => Promise<unknown>> = {
  'a first request for the OpenAPI document': (simulator) => simulator.fetch('/openapi.json'),
  'a first request for the docs': (simulator) => simulator.fetch('/docs'),
  'a first request for the document with an encoded path': (simulator) => simulator.fetch('/openapi%2Ejson'),
  'a page with a duplicate record': fetchWithFault('duplicate-record'),
  'a page with a missing record': fetchWithFault('missing-record'),
  'a request after a delay': (simulator) => {
    simulator.faults.add({ operation: 'listDeployments', delay: 0 })
    return simulator.fetch('/v2/deployments')
  },
}

test.for(Object.entries(ONCE))('counts %s once', async ([, act]) => {
  const simulator = create()
  await act(simulator)
  expect(await countAllowed(simulator)).toBe(MOST - 1)
})

test('counts a request once that is answered anew whenever the data changes', async () => {
  const simulator = create()
  for (let count = 0; count < MOST - 1; count += 1) await simulator.fetch('/v2/auth/providers')
  expect((await waitThroughChanges(simulator)).status).toBe(200)
})

test('counts no question that is asked without a trace', async () => {
  const simulator = create()
  await simulator.ask({ path: '/openapi.json' })
  expect(await countAllowed(simulator)).toBe(MOST)
})
