import { expect, test } from 'vitest'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { service } from '../../src/service/service.ts'
import type { Simulator } from '../../src/service/types.ts'

const read = async (simulator: Simulator, path: string) =>
  (await simulator.fetch(path, { headers: { 'x-api-key': 'any' } })).text()

test.each([
  ['an OAuth provider', '/v2/auth/providers', (db) => db.providers.create()],
  ['a deployment', '/v2/deployments', (db) => db.deployments.create()],
  ['a repository', undefined, (db) => db.repositories.create()],
] as [string, string | undefined, (db: Simulator['db']) => { id: string }][])(
  'a list that was requested before contains %s that was added since',
  async (_what, given, create) => {
    const simulator = createSimulator(service)
    const integration = simulator.db.integrations.list().find(({ kind }) => kind === 'standard')
    const path = given ?? `/v1/integrations/github/${integration?.id}/repos`
    const before = await read(simulator, path)
    expect(await read(simulator, path)).toBe(before)

    const { id } = create(simulator.db)
    expect(await read(simulator, path)).toContain(id)

    simulator.reset()
    expect(await read(simulator, path)).toBe(before)
  },
)

test('a list that was requested with credentials is rejected without them', async () => {
  const simulator = createSimulator(service, { assumptions: { authentication: 'apiKey' } })
  await read(simulator, '/v2/deployments')
  expect((await simulator.fetch('/v2/deployments')).status).toBe(403)
})

test('the assumption that rejects a request for a known list is named', async () => {
  const simulator = createSimulator(service, { strict: true, assumptions: { keyScope: 'organization' } })
  const ask = async (headers: Record<string, string>) => {
    const response = await simulator.fetch('/v2/deployments', { headers })
    return [response.status, response.headers.get('x-simulator-assumptions')?.includes('keyScope=organization')]
  }
  expect(await ask({ 'x-api-key': 'key', 'x-tenant-id': 'workspace' })).toEqual([200, false])
  expect(await ask({ 'x-api-key': 'key' })).toEqual([403, true])
})

test('HEAD after GET has no body, but the same content length', async () => {
  const simulator = createSimulator(service, { assumptions: { headRequests: '200' } })
  const body = await read(simulator, '/v2/deployments')
  for (let turn = 0; turn < 2; turn += 1) {
    const head = await simulator.fetch('/v2/deployments', { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(new TextEncoder().encode(body).length))
    expect(await head.text()).toBe('')
  }
})

test('responses beyond the size of the cache are still correct', async () => {
  const simulator = createSimulator(service, { deployments: 300 })
  const ids = new Set<string>()
  for (const limit of [1, 2, 3, 4, 5, 6, 7, 1]) {
    for (let offset = 0; offset < 300; offset += 1) {
      const body = JSON.parse(await read(simulator, `/v2/deployments?limit=${limit}&offset=${offset}`))
      ids.add(body.resources[0].id)
    }
  }
  expect(ids.size).toBe(300)
})

test('a page has the same bytes however often it is requested', async () => {
  const simulator = createSimulator(service)
  const first = await read(simulator, '/v2/deployments')
  for (let turn = 0; turn < 8; turn += 1) expect(await read(simulator, '/v2/deployments')).toBe(first)
})
