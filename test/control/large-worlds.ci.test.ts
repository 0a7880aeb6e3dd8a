import { expect, test, vi } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { sample } from '../support/scope.ts'

const LARGE = 2000
const large = { name: 'large', deployments: LARGE }

const load = ({ fetch }: Simulator, scenario: object, init: RequestInit = {}) =>
  fetch('/_simulator/scenario', { method: 'PUT', body: JSON.stringify(scenario), ...init })
const begin = ({ fetch }: Simulator, body: object) =>
  fetch('/_simulator/sessions', { method: 'POST', body: JSON.stringify(body) })
/** Starts to load a world, and returns when part of it is built. */
async function beginLoading(simulator: Simulator, init?: RequestInit) {
  // The first request to the control API loads its code.
  await simulator.fetch('/_simulator/health')
  const before = simulator.memory().kinds.worlds
  const loading = load(simulator, large, init)
  const isLoading = () => expect(simulator.memory().kinds.worlds).toBeGreaterThan(before)
  await vi.waitFor(isLoading, { interval: 1 })
  return { before, loading }
}

test('while a large world is built for a request other requests get responses from the previous world', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const order: string[] = []
  const { loading } = await beginLoading(simulator)
  const loaded = loading.then(() => order.push('loaded'))
  const page = await simulator.fetch('/v2/deployments')
  order.push('listed')
  expect(await page.json()).toMatchObject({ resources: [] })
  await loaded
  expect(order).toEqual(['listed', 'loaded'])
  expect(simulator.db.deployments.count()).toBe(LARGE)
})

test('while a large world is built for a request the build stops when the client disconnects, and its memory is released', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const controller = new AbortController()
  const { before, loading } = await beginLoading(simulator, { signal: controller.signal })
  controller.abort()
  await expect(loading).rejects.toThrow('abort')
  expect([simulator.memory().kinds.worlds, simulator.scenario.name]).toEqual([before, 'empty'])
})

test('while a large world is built for a request it is built once for all requests that need it', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const names = ['a', 'b', 'c']
  const responses = await Promise.all(names.map((name) => begin(simulator, { name, scenario: large })))
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
  const { worlds } = simulator.memory().kinds
  await begin(simulator, { name: 'd', scenario: large })
  expect(simulator.memory().kinds.worlds).toBe(worlds)
  const pages = await Promise.all(names.map((name) => simulator.fetch(`/_s/${name}/v2/deployments`)))
  expect(new Set(await Promise.all(pages.map((page) => page.text()))).size).toBe(1)
})

test('while a large world is built for a request a second one that does not fit beside it is rejected with the figures', async () => {
  const simulator = createSimulator({ scenario: 'empty', memory: 3 })
  const { loading } = await beginLoading(simulator)
  const refused = await load(simulator, { ...large, seed: 2 })
  expect([refused.status, (await refused.json()).error.message]).toEqual([507, expect.stringContaining('MB')])
  expect((await loading).status).toBe(200)
})

test('while a large world is built for a request an issue in its last record is still reported', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const groups = [{ count: LARGE }, { record: { status: 'NO' } }]
  const response = await load(simulator, { name: 'x', deployments: groups })
  expect([response.status, (await response.json()).error.issues]).toEqual([
    422,
    [{ path: 'deployments.1', message: expect.stringContaining('"status" is "NO"') }],
  ])
  expect(simulator.scenario.name).toBe('empty')
})

test('a session that is created by a request is built in steps, too', async () => {
  const simulator = createSimulator({ scenario: large, assumptions: { nullableFields: 'some' } })
  simulator.assume({ nullableFields: 'none' })
  const order: string[] = []
  const opening = simulator.fetch('/_s/new/v2/deployments').then(() => order.push('opened'))
  await simulator.fetch('/v2/deployments?limit=1')
  order.push('listed')
  await opening
  expect(order).toEqual(['listed', 'opened'])
})

test('a world loaded over HTTP has the same lists as one that was built at once, in every order', async () => {
  const scenario = { ...large, deployments: LARGE / 2 }
  const orders = ['createdDescending', 'createdAscending', 'updatedDescending', 'name', 'shuffled'] as const
  for (const deploymentOrdering of sample(orders, 3)) {
    const assumptions = { deploymentOrdering }
    const [loaded, built] = [
      createSimulator({ scenario: 'empty' }),
      createSimulator({ scenario: { ...scenario, assumptions } }),
    ]
    await load(loaded, { ...scenario, assumptions })
    const target = '/v2/deployments?limit=100&offset=500'
    const [a, b] = await Promise.all([loaded.fetch(target), built.fetch(target)])
    expect(await a.text()).toBe(await b.text())
  }
})

test('while the records of a large world are searched other requests get responses', async () => {
  const simulator = createSimulator({ deployments: LARGE })
  await simulator.fetch('/_simulator/health')
  const order: string[] = []
  // The summary of a deployment does not contain this field, so all of them are built.
  const searched = simulator.fetch('/_simulator/records/deployments?template_id=unknown').then(async (response) => {
    order.push('searched')
    return (await response.json()).total
  })
  await simulator.fetch('/v2/auth/providers').then(() => order.push('listed'))
  const { length } = simulator.db.deployments.list({ where: { template_id: 'unknown' } })
  expect(await searched).toBe(length)
  expect(order).toEqual(['listed', 'searched'])
})
