import { expect, test } from 'vitest'
import { createCall, createService } from '../support/control-plane.ts'

const AGENT = { agent_id: 'support', environment: 'production' }
const CREATION = {
  agent: AGENT,
  source: 'internal_docker',
  source_config: { deployment_type: 'dev' },
  source_revision_config: { image_uri: 'registry.example/support:1' },
  secrets: [],
}

function open(assumptions: Record<string, string> = {}) {
  const simulator = createService({ preset: 'langsmith-next', assumptions })
  const call = createCall(simulator.fetch)
  const create = (changes: object = {}) => call('POST /v2/deployments', { ...CREATION, ...changes })
  return { simulator, call, create }
}

test('a creation for an agent needs no name, and responses have none', async () => {
  const { simulator, call, create } = open()
  const { status, body } = await create()
  expect([status, body]).toMatchObject([201, { name: null, agent: AGENT }])
  expect(simulator.db.deployments.get(String(body.id))).toMatchObject({
    name: null,
    agent_id: 'support',
    agent_environment: 'production',
  })
  simulator.clock.advance(20 * 60_000)
  const { body: ready } = await call(`GET /v2/deployments/${body.id}`)
  expect(ready).toMatchObject({
    name: null,
    agent: AGENT,
    source_config: { custom_url: expect.stringMatching(/^https:\/\/support-/) },
  })
})

test('a lookup by agent finds exactly its deployment', async () => {
  const { call, create } = open()
  const { body } = await create()
  await create({ agent: { ...AGENT, environment: 'staging' } })
  await create({ agent: { ...AGENT, agent_id: 'sales' } })
  const list = async (query: string) => (await call(`GET /v2/deployments?${query}`)).body.resources
  expect(await list('agent_id=support&agent_environment=production')).toEqual([body])
  expect(await list('agent_id=support')).toHaveLength(2)
  expect(await list('agent_environment=production')).toHaveLength(2)
  expect(await list('agent_id=nobody')).toEqual([])
  expect(await list('name_contains=support')).toEqual([])
})

test('a second deployment of an agent environment is refused under any name and from any source', async () => {
  const { call, create } = open()
  const { body } = await create()
  const taken = { status: 409, body: { detail: 'A deployment already exists for this agent environment' } }
  const source = { source: 'internal_source', source_revision_config: {} }
  expect([await create({ name: 'another' }), await create(source)]).toEqual([taken, taken])
  await call(`DELETE /v2/deployments/${body.id}`)
  expect((await create()).status).toBe(201)
})

test('a deployment of an agent can have a name, too, which is taken then', async () => {
  const { call, create } = open()
  expect((await create({ name: 'support-agent' })).body).toMatchObject({ name: 'support-agent', agent: AGENT })
  const { status, body } = await create({ name: 'support-agent', agent: { ...AGENT, environment: 'staging' } })
  expect([status, body.detail]).toEqual([409, expect.stringContaining('tracing project')])
  expect((await call('GET /v2/deployments?name=support-agent')).body.resources).toHaveLength(1)
})

test.for([
  ['neither a name nor an agent', { agent: undefined }, ['name']],
  ['null for both', { name: null, agent: null }, ['name']],
  ['an agent without an environment', { agent: { agent_id: 'support' } }, ['agent', 'environment']],
  ['an empty agent', { agent: { ...AGENT, agent_id: '' } }, ['agent', 'agent_id']],
] as const)('a creation with %s is invalid', async ([, changes, loc]) => {
  const { create } = open()
  const { status, body } = await create(changes)
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', ...loc] }]])
})

test('without agents, a creation needs a name', async () => {
  const { create } = open({ newerParameters: 'withoutAgents' })
  expect((await create()).status).toBe(422)
  expect((await create({ name: 'support' })).body).toMatchObject({ name: 'support', agent: null })
})

test('a client that knows no agents gets the id of the agent as the name', async () => {
  const { create } = open({ recordShape: 'upstream' })
  expect((await create()).body.name).toBe('support')
})

test('a deleted deployment without a name leaves no name behind', async () => {
  const { simulator, call, create } = open()
  const { body } = await create()
  await call(`DELETE /v2/deployments/${body.id}`)
  expect((await call(`GET /v2/deployments/${body.id}`)).body).toMatchObject({ name: null, status: 'AWAITING_DELETE' })
  simulator.clock.advance(60_000)
  expect((await create()).status).toBe(201)
})

test('deployments without a name are listed first by name, and records of a scenario can be such', async () => {
  const simulator = createService({
    preset: 'langsmith-next',
    assumptions: { deploymentOrdering: 'name' },
    scenario: {
      name: 'agents',
      deployments: [
        { record: { name: 'beta' } },
        { record: { name: null, agent_id: 'a', agent_environment: 'b' } },
        { record: { name: 'alpha' } },
      ],
    },
  })
  const { body } = await createCall(simulator.fetch)('GET /v2/deployments')
  expect(body.resources.map(({ name }: { name: string | null }) => name)).toEqual([null, 'alpha', 'beta'])
})

test.for([
  [{ name: null }, 'name'],
  [{ agent_id: 'support' }, 'agent_environment'],
  [{ agent_environment: 'production' }, 'agent_environment'],
] as const)('a record with %j is invalid', ([fields, field]) => {
  const { simulator } = open()
  expect(() => simulator.db.deployments.create(fields)).toThrow(field)
})
