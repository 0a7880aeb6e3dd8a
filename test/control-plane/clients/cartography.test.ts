// The requests of Cartography, and what it reads from the responses.

import { expect } from 'vitest'
import { serverTest as test } from './server-test.ts'

type Json = Record<string, unknown>

const HEADERS = { 'X-Api-Key': 'lsv2_sk_x', 'X-Organization-Id': 'org', 'X-Tenant-Id': 'tenant' }
const PAGE = 100

function createClient(url: string) {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(url + path, { headers: HEADERS })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    get,
    /** Increases the offset by the size of a page until a page is not full. */
    async listDeployments() {
      const found: Json[] = []
      for (let offset = 0; ; offset += PAGE) {
        const { resources } = (await get(`/v2/deployments?limit=${PAGE}&offset=${offset}`)) as { resources: Json[] }
        found.push(...resources)
        if (resources.length < PAGE) return found
      }
    },
  }
}

test('Cartography reads all deployments with their workspace', async ({ start }) => {
  const { url, simulator } = await start({ deployments: 230 })
  const found = await createClient(url).listDeployments()
  expect(new Set(found.map(({ id }) => id)).size).toBe(230)
  expect(new Set(found.map(({ tenant_id }) => tenant_id))).toEqual(
    new Set(simulator.db.deployments.list().map(({ tenant_id }) => tenant_id)),
  )
})

test.for(['/v2/auth/providers', '/v2/auth/platform-providers'])(
  'Cartography reads the providers at %s',
  async (path, { start }) => {
    const client = createClient((await start()).url)
    const found = (await client.get(path)) as Json[]
    expect(found).not.toEqual([])
    for (const provider of found) {
      expect(provider).toMatchObject({ id: expect.any(String), provider_id: expect.any(String) })
    }
  },
)

test('Cartography reads the connections of each agent', async ({ start }) => {
  const { url, simulator } = await start({ scenario: 'busy' })
  const client = createClient(url)
  const agents = [...new Set(simulator.db.connections.list().map(({ agent_id }) => agent_id))]
  const found = await Promise.all(
    agents.map(async (id) => ((await client.get(`/v2/auth/agents/${id}/connections`)) as { data: Json[] }).data),
  )
  expect(found.flat()).toHaveLength(6)
  for (const { id, provider_id } of found.flat())
    expect([id, provider_id]).toEqual([expect.any(String), expect.any(String)])
  expect(await client.get('/v2/auth/agents/unknown/connections')).toEqual({ data: [] })
})
