// The requests of the Go client and of langsmith-cli, and what it reads from the responses.

import { expect } from 'vitest'
import { serverTest as test } from './server-test.ts'

type Json = Record<string, unknown>

/** The client refuses redirects, treats every status from 300 as an error, and shows its detail. */
function createClient(url: string) {
  return async (method: string, path: string, body?: object): Promise<Json> => {
    const headers = { 'X-Api-Key': 'lsv2_sk_x', 'X-Tenant-ID': 'tenant', 'content-type': 'application/json' }
    const init = { method, headers, redirect: 'error' as const, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/api-host${path}`, init)
    const text = await response.text()
    if (response.status >= 300) throw new Error(String(JSON.parse(text).detail))
    return text === '' ? {} : JSON.parse(text)
  }
}

const CLUSTER = { compute_type: 'k8s', compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } }

test('the Go client creates, finds, changes and deletes a listener', async ({ start }) => {
  const call = createClient((await start()).url)
  const { id } = await call('POST', '/v2/listeners', CLUSTER)
  const { resources } = await call('GET', '/v2/listeners?limit=100')
  expect(resources).toMatchObject([{ id, compute_id: 'my-cluster', compute_config: { k8s_namespaces: ['agents'] } }])
  const config = { k8s_namespaces: ['agents', 'batch'] }
  await call('PATCH', `/v2/listeners/${id}`, { compute_config: config })
  expect(await call('GET', `/v2/listeners/${id}`)).toMatchObject({ id, compute_config: config })
  expect(await call('DELETE', `/v2/listeners/${id}`)).toEqual({})
  await expect(call('GET', `/v2/listeners/${id}`)).rejects.toThrow(`Listener ID ${id} not found.`)
})

test('langsmith-cli creates a deployment once, finds it by its name, and starts revisions of it', async ({ start }) => {
  const { url, simulator } = await start({ preset: 'langsmith-next', deployments: 120 })
  const call = createClient(url)
  const find = async (name: string) => {
    const byPart = await call('GET', `/v2/deployments?limit=100&name_contains=${name}`)
    const byName = await call('GET', `/v2/deployments?name=${name}`)
    expect((byPart.resources as Json[]).filter((each) => each.name === name)).toEqual(byName.resources)
    return (byName.resources as Json[])[0]
  }
  expect(await find('my-agent')).toBeUndefined()
  const sent = {
    name: 'my-agent',
    source: 'internal_docker',
    source_config: { deployment_type: 'dev' },
    source_revision_config: {},
    secrets: [{ name: 'OPENAI_API_KEY', value: 'key' }],
  }
  const { id } = await call('POST', '/v2/deployments', sent)
  await expect(call('POST', '/v2/deployments', sent)).rejects.toThrow('There already exists a project')
  expect(await call('POST', `/v2/deployments/${id}/push-token`)).toMatchObject({
    token: expect.any(String),
    registry_url: expect.any(String),
  })
  const { latest_revision_id } = await call('PATCH', `/v2/deployments/${id}`, {
    revision_source: 'internal_docker',
    source_revision_config: { image_uri: 'registry.example/my-agent@sha256:0' },
    secrets: [],
  })
  simulator.clock.advance(15 * 60_000)
  expect(await call('GET', `/v2/deployments/${id}/revisions/${latest_revision_id}`)).toMatchObject({
    status: 'DEPLOYED',
  })
  expect(await find('my-agent')).toMatchObject({
    id,
    source: 'internal_docker',
    tenant_id: expect.any(String),
    is_preview: expect.toSatisfy((value) => typeof value === 'boolean' || value === null),
    source_config: { custom_url: expect.stringContaining('my-agent') },
  })
  expect(await call('DELETE', `/v2/deployments/${id}`)).toEqual({})
  expect(await find('my-agent')).toBeUndefined()
})

/** Leaves out previews, and gives up if the service has ignored the filters, or finds several. */
async function findByAgent(call: ReturnType<typeof createClient>, agent: { agent_id: string; environment: string }) {
  const query = new URLSearchParams({ agent_id: agent.agent_id, agent_environment: agent.environment, limit: '100' })
  const { resources } = await call('GET', `/v2/deployments?${query}`)
  const found = (resources as Json[]).filter(({ is_preview }) => is_preview !== true)
  const isOfAgent = (each: Json) => JSON.stringify(each.agent) === JSON.stringify(agent)
  if (!found.every(isOfAgent)) throw new Error('The filter was ignored')
  if (found.length > 1) throw new Error('There are several')
  return found[0]
}

const AGENT = { agent_id: 'support bot', environment: 'production' }

test('langsmith-cli creates a deployment of an agent once, and finds it beside previews', async ({ start }) => {
  const { url, simulator } = await start({ preset: 'langsmith-next', deployments: 30 })
  const call = createClient(url)
  expect(await findByAgent(call, AGENT)).toBeUndefined()
  const config = { source: 'internal_docker', source_config: { deployment_type: 'serverless' }, secrets: [] }
  const sent = { agent: AGENT, ...config, source_revision_config: {} }
  const { id, name } = await call('POST', '/v2/deployments', sent)
  expect(name).toBeNull()
  await expect(call('POST', '/v2/deployments', sent)).rejects.toThrow(
    'A deployment already exists for this agent environment',
  )
  const fields = { name: 'preview', agent_id: AGENT.agent_id, agent_environment: AGENT.environment }
  simulator.db.deployments.create({ ...fields, is_preview: true })
  expect(await findByAgent(call, AGENT)).toMatchObject({ id, name: null, source: 'internal_docker', is_preview: false })
  expect(await findByAgent(call, { ...AGENT, environment: 'staging' })).toBeUndefined()
  await call('DELETE', `/v2/deployments/${id}`)
  expect(await findByAgent(call, AGENT)).toBeUndefined()
})

test.for([
  ['that ignores the filters', { newerParameters: 'ignored' }, 'The filter was ignored'],
  ['without agents', { newerParameters: 'withoutAgents' }, 'Agent filters are not available for this tenant.'],
] as const)(
  'langsmith-cli gives up to look for an agent in a service %s',
  async ([, assumptions, message], { start }) => {
    const { url } = await start({ preset: 'langsmith-next', deployments: 30, assumptions })
    await expect(findByAgent(createClient(url), AGENT)).rejects.toThrow(message)
  },
)

test('langsmith-cli reads all pages, with an offset from the second one', async ({ start }) => {
  const call = createClient((await start({ deployments: 230 })).url)
  const found: Json[] = []
  for (let offset = 0; offset % 100 === 0; offset = found.length) {
    const { resources } = await call('GET', `/v2/deployments?limit=100${offset > 0 ? `&offset=${offset}` : ''}`)
    found.push(...(resources as Json[]))
  }
  expect(new Set(found.map(({ id }) => id)).size).toBe(230)
})

test('the Go client shows why a listener cannot be created', async ({ start }) => {
  const call = createClient((await start({ assumptions: { listenerCreation: 'forbidden' } })).url)
  await expect(call('POST', '/v2/listeners', CLUSTER)).rejects.toThrow(
    'Creating listeners is only allowed for LangSmith organizations with self-hosted enterprise plans.',
  )
})

test('the Go client finds the listeners of a scenario', async ({ start }) => {
  const { url } = await start({ scenario: 'busy' })
  const { resources, offset } = await createClient(url)('GET', '/v2/listeners?limit=100')
  expect([(resources as Json[]).length, offset]).toEqual([3, 3])
})
