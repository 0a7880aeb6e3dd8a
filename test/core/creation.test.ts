import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { fetchJson, type Page } from '../support/client.ts'

const UUID = '11111111-2222-3333-4444-555555555555'

/** What a creation consists of, derived from a repository record (section 2.2 of the contract). */
function buildBody({ db }: Simulator, more: object = {}) {
  const [repository] = db.repositories.list()
  return {
    integration_id: repository?.integration_id,
    source_config: { repo_url: repository?.url },
    source_revision_config: { repo_ref: repository?.default_branch },
    ...more,
  }
}

async function post(simulator: Simulator, body: unknown, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: 'POST', headers: { 'content-type': type }, body: text }
  const response = await simulator.fetch('/v2/deployments', init)
  return { status: response.status, body: await response.json() }
}

test('a creation takes the fields of a repository record, and returns the deployment that the list then shows first', async () => {
  const simulator = createSimulator()
  const { status, body } = await post(simulator, buildBody(simulator, { name: 'checkout' }))
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'checkout',
    source_config: { repo_url: simulator.db.repositories.list()[0]?.url, custom_url: null, resource_spec: null },
    secrets: [],
    active_revision_id: null,
    latest_revision_id: expect.any(String),
  })
  const { resources } = await fetchJson<Page>(simulator, '/v2/deployments?limit=1')
  expect(resources).toEqual([body])
})

test.for([
  ['some', { build_on_push: null }, { graph_config_path: null, repo_commit_sha: null }],
  ['none', { build_on_push: expect.any(Boolean) }, { graph_config_path: expect.stringMatching(/json$/) }],
] as const)(
  'a creation without a field has null or a value there, with nullableFields=%s',
  async ([nullableFields, source, revision]) => {
    const simulator = createSimulator({ assumptions: { nullableFields } })
    const { body } = await post(simulator, buildBody(simulator, { name: 'checkout' }))
    expect(body).toMatchObject({ source_config: source, source_revision_config: revision })
  },
)

test('a creation accepts the integration in source_config, and then names the deployment after its repository', async () => {
  const simulator = createSimulator()
  const [repository] = simulator.db.repositories.list()
  const { status, body } = await post(simulator, {
    source_config: { integration_id: repository?.integration_id, repo_url: repository?.url, build_on_push: true },
    source_revision_config: { repo_ref: 'feature', graph_config_path: 'app/graph.json' },
    secrets: [{ name: 'API_KEY', value: 'mock' }],
    unknown: 'ignored',
  })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      name: repository?.name,
      source_config: expect.objectContaining({ build_on_push: true }),
      source_revision_config: expect.objectContaining({ repo_ref: 'feature', graph_config_path: 'app/graph.json' }),
      secrets: [{ name: 'API_KEY', value: 'mock' }],
    }),
  ])
})

test('a creation adds a deployment that is found by its status, its type and its name', async () => {
  const simulator = createSimulator()
  await post(simulator, buildBody(simulator, { name: 'checkout' }))
  const query = '?name_contains=checkout&status=AWAITING_DATABASE&deployment_type=dev&remote_reconciled=false'
  expect((await fetchJson<Page>(simulator, `/v2/deployments${query}`)).resources).toHaveLength(1)
})

test.for([
  ['{}', 422, ['missing integration_id', 'missing source_config', 'missing source_revision_config']],
  [
    { name: 5, source_config: {} },
    422,
    ['string_type name', 'missing integration_id', 'missing source_config.repo_url', 'missing source_revision_config'],
  ],
  [
    {
      name: 'a',
      integration_id: 5,
      source_config: { integration_id: 'abc', repo_url: null },
      source_revision_config: { repo_ref: 1 },
    },
    422,
    [
      'string_type integration_id',
      'uuid_parsing source_config.integration_id',
      'string_type source_config.repo_url',
      'string_type source_revision_config.repo_ref',
    ],
  ],
  [
    { secrets: { a: 'b' }, integration_id: UUID, source_config: [], source_revision_config: 'x' },
    422,
    ['model_attributes_type source_config', 'model_attributes_type source_revision_config', 'list_type secrets'],
  ],
  [
    {
      secrets: [{ name: 'A' }, 'x'],
      integration_id: UUID,
      source_config: { repo_url: '', deployment_type: 'huge' },
      source_revision_config: { repo_ref: '' },
    },
    422,
    ['literal_error source_config.deployment_type', 'missing secrets.0.value', 'model_attributes_type secrets.1'],
  ],
  ['null', 422, ['missing ']],
  ['[]', 422, ['model_attributes_type ']],
  ['"x"', 422, ['model_attributes_type ']],
  ['{"name":', 422, ['json_invalid 8']],
] as const)('a creation with the body %j gets %i with %j', async ([body, status, issues], { expect }) => {
  const simulator = createSimulator()
  const answer = await post(simulator, body)
  const found = answer.body.detail.map(
    ({ type, loc }: { type: string; loc: string[] }) => `${type} ${loc.slice(1).join('.')}`,
  )
  expect([answer.status, found]).toEqual([status, issues])
  expect(simulator.db.deployments.count()).toBe(60)
})

test('a creation with another content type than JSON is rejected as text', async () => {
  const { status, body } = await post(createSimulator(), 'name=a', 'application/x-www-form-urlencoded')
  expect([status, body.detail[0]]).toMatchObject([422, { type: 'model_attributes_type', input: 'name=a' }])
})

test.for([['application/vnd.api+json'], ['application/json; charset=utf-8'], ['Application/JSON']])(
  'a creation is parsed as JSON with the content type %s',
  async ([type]) => {
    const simulator = createSimulator()
    expect((await post(simulator, buildBody(simulator), type)).status).toBe(201)
  },
)

test.for([
  ['endless arrays', '['.repeat(1_000_000)],
  ['nested arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
] as const)('a creation with %s gets 400', async ([, text]) => {
  expect(await post(createSimulator(), text)).toEqual({
    status: 400,
    body: { detail: 'There was an error parsing the body' },
  })
})

const nest = (levels: number, inner: string) => `{"name":${'['.repeat(levels - 1)}${inner}${']'.repeat(levels - 1)}}`
test.for([
  ['960 levels', nest(960, ''), 422],
  ['961 levels', nest(961, ''), 400],
  ['brackets in a text', nest(960, JSON.stringify('[{'.repeat(1000))), 422],
  ['closing brackets in a text', nest(961, '"]"'), 400],
  ['escaped quotes and brackets in a text', nest(960, JSON.stringify('\\\\"[\\'.repeat(1000))), 422],
  ['escaped backslashes before the end of a text', nest(960, '"\\\\\\\\",[]'), 400],
] as const)('a creation with %s gets the status of its nesting', async ([, text, status]) => {
  expect((await post(createSimulator(), text)).status).toBe(status)
})

test('a creation accepts every spelling of a UUID as the integration id', async () => {
  const simulator = createSimulator()
  const id = simulator.db.repositories.list()[0]?.integration_id ?? ''
  for (const integration_id of [id.toUpperCase(), id.replaceAll('-', ''), `urn:uuid:${id}`]) {
    expect((await post(simulator, buildBody(simulator, { integration_id }))).body.source_config.integration_id).toBe(id)
  }
})

// With a frozen clock, every request would wait for its latency. Another preset has another creation.
test.for(scenarios)(
  'a creation works for every repository in the world $name',
  async ({ latency, faults, preset, ...scenario }) => {
    const deployments = typeof scenario.deployments === 'number' ? 10 : scenario.deployments
    const simulator = createSimulator({ scenario: { ...scenario, deployments } })
    const kinds = { standard: 'github', alternate: 'forge/github' }
    for (const { id, kind } of simulator.db.integrations.list()) {
      const path = `/v1/integrations/${kinds[kind]}/${encodeURIComponent(id)}/repos`
      const listed = await fetchJson<Record<string, string>[]>(simulator, path)
      for (const { host_integration_id: integration_id, url: repo_url, default_branch: repo_ref } of listed) {
        const creation = { integration_id, source_config: { repo_url }, source_revision_config: { repo_ref } }
        const { status, body } = await post(simulator, creation)
        expect([status, body.source_config?.integration_id, body]).toEqual([201, integration_id, expect.anything()])
      }
    }
  },
)

test('a creation requires a UUID where integrations have one, and always in source_config', async () => {
  const simulator = createSimulator({ scenario: 'awkward', assumptions: { integrationIdFormat: 'uuid' } })
  const { id } = simulator.db.integrations.create({ id: 'team 7' })
  const { url: repo_url } = simulator.db.repositories.create({ integration_id: id })
  const rest = { source_config: { repo_url }, source_revision_config: { repo_ref: 'main' } }
  expect((await post(simulator, { ...rest, integration_id: id })).status).toBe(422)
  simulator.assume({ integrationIdFormat: 'any' })
  const inside = { ...rest, source_config: { repo_url, integration_id: id } }
  expect((await post(simulator, inside)).body.detail).toMatchObject([
    { type: 'uuid_parsing', loc: ['body', 'source_config', 'integration_id'] },
  ])
  expect((await post(simulator, { ...rest, integration_id: id })).status).toBe(201)
})

test.for([
  ['in full', 'https://forge.example/a/b', 'https://forge.example/a/b'],
  ['up to 1,000 characters', `https://${'x'.repeat(992)}`, `https://${'x'.repeat(992)}`],
  ['by its start', `https://${'x'.repeat(993)}`, `https://${'x'.repeat(92)}...`],
] as const)(
  'a creation names an unknown repository and the integration without it: %s',
  async ([, repo_url, named]) => {
    const simulator = createSimulator()
    const body = buildBody(simulator, { source_config: { repo_url } })
    const detail = `Integration ID ${body.integration_id} has no repository ${named}.`
    expect(await post(simulator, body)).toEqual({ status: 400, body: { detail } })
  },
)

test('a creation rejects a repository of another integration', async () => {
  const simulator = createSimulator()
  const { integration_id } = buildBody(simulator)
  const other = simulator.db.repositories.list().find((each) => each.integration_id !== integration_id)
  const body = buildBody(simulator, { source_config: { repo_url: other?.url } })
  const detail = `Integration ID ${integration_id} has no repository ${other?.url}.`
  expect(await post(simulator, body)).toEqual({ status: 400, body: { detail } })
})

test('a creation takes no longer for a URL of slashes', async () => {
  const simulator = createSimulator({ assumptions: { creationReferences: 'unchecked' } })
  const source_config = { repo_url: `${'/'.repeat(200_000)}x` }
  expect((await post(simulator, buildBody(simulator, { source_config }))).body.name).toBe('x')
})

test('a creation without a name is counted under the generated name', async () => {
  const simulator = createSimulator({ assumptions: { duplicateName: '409' } })
  expect((await post(simulator, buildBody(simulator))).status).toBe(201)
  expect((await post(simulator, buildBody(simulator))).status).toBe(409)
})

test('a creation returns a value in every field if every field must have one, even with gaps in the body', async () => {
  const simulator = createSimulator({ assumptions: { nullableFields: 'none' } })
  const source_config = { ...buildBody(simulator).source_config, resource_spec: { cpu: 1, labels: { team: null } } }
  const { status, body } = await post(simulator, buildBody(simulator, { source_config }))
  expect([status, body.source_config.resource_spec.cpu]).toEqual([201, 1])
  expect(
    JSON.stringify({ ...body, source_config: { ...body.source_config, resource_spec: { labels: {} } } }),
  ).not.toMatch(/null/)
})
