import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type AssumptionId, createSimulator, register, type Simulator } from '../../src/index.ts'
import { serve } from '../../src/server/index.ts'
import { fetchJson, type Page, type WireRecord } from '../support/client.ts'
import type { WireLine } from '../support/logged-world.ts'

type Assume = (more?: Record<string, string>) => Simulator
/** How a client observes the value of an assumption. */
type Observation = (assume: Assume) => unknown

const UNKNOWN_ID = '11111111-2222-3333-4444-555555555555'

async function send(simulator: Simulator, target: string, init?: RequestInit) {
  const response = await simulator.fetch(target, { redirect: 'manual', ...init })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

const status = async (simulator: Simulator, target: string, init?: RequestInit) =>
  (await send(simulator, target, init)).status

const list = (simulator: Simulator, query = '') => fetchJson<Page>(simulator, `/v2/deployments?limit=100${query}`)

const namesOf = (page: { resources: WireRecord[] }) => page.resources.map(({ name }) => name)

function integrationOf(simulator: Simulator, kind = 'standard'): string {
  return simulator.db.integrations.list().find((each) => each.kind === kind)?.id ?? 'none'
}

const repositoryPath = (simulator: Simulator, id = integrationOf(simulator)) => `/v1/integrations/github/${id}/repos`

// Added in this order. Each possible order of a list sorts these names differently.
const ORDERED = [
  { name: 'b', created_at: '2024-01-02T00:00:00.5Z', updated_at: '2025-01-03T00:00:00Z' },
  { name: 'd', created_at: '2024-01-05T00:00:00Z', updated_at: '2025-01-05T00:00:00Z' },
  { name: 'a', created_at: '2024-01-02T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' },
  { name: 'e', created_at: '2024-01-04T00:00:00Z', updated_at: '2025-01-04T00:00:00Z' },
  { name: 'c', created_at: '2024-01-03T00:00:00Z', updated_at: '2025-01-02T00:00:00Z' },
] as const

async function providerOrder(assume: Assume): Promise<string> {
  const simulator = assume()
  for (const given of ORDERED) simulator.db.providers.create(given)
  return (await fetchJson<WireRecord[]>(simulator, '/v2/auth/providers')).map(({ name }) => name).join('')
}

async function repositoryOrder(assume: Assume): Promise<string> {
  const simulator = assume()
  for (const { name } of ORDERED) simulator.db.repositories.create({ name })
  return (await fetchJson<WireRecord[]>(simulator, repositoryPath(simulator))).map(({ name }) => name).join('')
}

async function deploymentOrder(assume: Assume): Promise<string> {
  const simulator = assume()
  for (const given of ORDERED) simulator.db.deployments.create(given)
  return namesOf(await list(simulator)).join('')
}

async function lengthOfPage(assume: Assume): Promise<number> {
  const simulator = assume()
  for (const given of ORDERED) simulator.db.deployments.create(given)
  return (await list(simulator, '&limit=4')).resources.length
}

async function versionsOfRepositoryPaths(assume: Assume): Promise<Record<string, number[]>> {
  const simulator = assume({ scenario: 'default' })
  const statuses = (version: string) =>
    Promise.all([
      status(simulator, `/${version}/integrations/github/${integrationOf(simulator)}/repos`),
      status(simulator, `/${version}/integrations/forge/github/${integrationOf(simulator, 'alternate')}/repos`),
    ])
  return { v1: await statuses('v1'), v2: await statuses('v2') }
}

async function repositoryRecord(assume: Assume): Promise<Record<string, unknown> | undefined> {
  const simulator = assume({ scenario: 'default' })
  return (await fetchJson<Record<string, unknown>[]>(simulator, repositoryPath(simulator)))[0]
}

/** The only deployment of a world, as the response contains it. */
async function deploymentRecord(assume: Assume, given: object = {}): Promise<WireRecord> {
  const simulator = assume()
  simulator.db.deployments.create({ name: 'checkout', ...given })
  return (await list(simulator)).resources[0] as WireRecord
}

async function newerRecords(assume: Assume): Promise<unknown> {
  const simulator = assume({ scenario: 'default' })
  simulator.db.deployments.create({
    source: 'github',
    deployment_type: 'dev',
    source_revision_config: { repo_ref: 'refs/heads/main' },
  })
  const [deployment] = (await list(simulator)).resources as (WireRecord & { source_config: WireRecord })[]
  const [provider] = await fetchJson<object[]>(simulator, '/v2/auth/providers')
  return {
    deployment: deployment !== undefined && 'tracer_session_id' in deployment,
    provider: provider !== undefined && 'allowed_redirect_uris' in provider,
    tier: deployment?.deployment_tier,
    branch: deployment?.source_config.repo_branch,
  }
}

async function offsets(assume: Assume): Promise<number[]> {
  const simulator = assume()
  for (const name of ['a', 'b', 'c']) simulator.db.deployments.create({ name })
  const pages = ['limit=2', 'limit=2&offset=2', 'limit=2&offset=4'].map((query) =>
    fetchJson<Page>(simulator, `/v2/deployments?${query}`),
  )
  return (await Promise.all(pages)).map(({ offset }) => offset)
}

async function matches(assume: Assume, given: object[], query: string): Promise<unknown> {
  const simulator = assume()
  for (const each of given) simulator.db.deployments.create(each)
  const { status: code, body } = await send(simulator, `/v2/deployments?${query}`)
  return code === 200 ? namesOf(body).sort() : code
}

const TAGS = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002']

const emptyFilters = async (assume: Assume) => {
  const given = [{ name: 'a', tag_value_ids: TAGS, image_version: '1.0', status: 'READY' }]
  const filters = [
    'name_contains=',
    'status=',
    'tag_value_ids=',
    'image_version=',
    'deployment_ids=',
    'tag_value_ids=,',
    'tag_value_ids=%20',
    'deployment_ids=%20,%20',
  ]
  return Promise.all(filters.map((filter) => matches(assume, given, filter)))
}

const newerFilters = async (assume: Assume) => {
  const filters = ['name=a', 'agent_id=a', 'agent_environment=a', 'deployment_type=dev_zero']
  const found = await Promise.all(filters.map((filter) => matches(assume, [{ name: 'a' }, { name: 'ab' }], filter)))
  const locations = await errorLocations((more) => assume({ unknownParameter: '422', ...more }), 'name=a&limit=0')
  return [...found, locations]
}

const nullFilters = (assume: Assume) => {
  const given = [{ name: 'a', image_version: '1.0' }, { name: 'null' }]
  const filters = [
    'status=null',
    'name_contains=null',
    'image_version=null',
    'deployment_ids=null',
    'remote_reconciled=null',
  ]
  return Promise.all(filters.map((filter) => matches(assume, given, filter)))
}

async function errorOf(assume: Assume, target = '/v2/deployments?limit=0') {
  const { status: code, headers, body } = await send(assume(), target)
  return { status: code, type: headers.get('content-type'), body }
}

async function credentials(assume: Assume): Promise<number[]> {
  const attempts: Record<string, string>[] = [
    {},
    { 'x-api-key': 'key' },
    { authorization: 'Bearer token' },
    { 'x-api-key': 'key', 'x-tenant-id': UNKNOWN_ID },
    { authorization: 'Basic abc' },
    { 'x-service-key': 'token' },
    { 'x-service-key': 'token', 'x-user-id': UNKNOWN_ID },
  ]
  return Promise.all(attempts.map((headers) => status(assume(), '/v2/auth/providers', { headers })))
}

async function detailsOfKeys(assume: Assume): Promise<(string | undefined)[]> {
  const attempts: Record<string, string>[] = [
    {},
    { 'x-api-key': 'key' },
    { authorization: 'Bearer key' },
    { 'x-api-key': 'key', 'X-TENANT-ID': UNKNOWN_ID },
    { 'x-service-key': 'token', 'x-user-id': UNKNOWN_ID },
  ]
  const simulator = assume()
  const answers = await Promise.all(attempts.map((headers) => send(simulator, '/v2/auth/providers', { headers })))
  return answers.map(({ status: code, body }) => (code === 200 ? undefined : `${code} ${body.detail}`))
}

/** The responses to an empty object in several encodings: 422, if it can be read. */
async function encodings(assume: Assume): Promise<unknown> {
  const server = await serve(assume(), { port: 0 })
  const post = async (body: Uint8Array, more = {}) => {
    const headers = { 'content-type': 'application/json', ...more }
    return (await fetch(`${server.url}/v2/deployments`, { method: 'POST', headers, body: new Uint8Array(body) })).status
  }
  const seen = {
    plain: await post(Buffer.from('{}')),
    mark: await post(Buffer.from('\ufeff{}')),
    utf16: await post(Buffer.from('{}', 'utf16le')),
    gzip: await post(gzipSync('{}'), { 'content-encoding': 'gzip' }),
  }
  await server.close()
  return seen
}

/** The responses to a list of 500 ids, to a header of 64 KiB, and to bodies of 1 MiB, of a byte more and of 10 MiB and more. */
async function sizes(assume: Assume): Promise<unknown> {
  const server = await serve(assume(), { port: 0 })
  const url = `${server.url}/v2/deployments`
  const get = async (query: string, headers = {}) => (await fetch(`${url}?${query}`, { headers })).status
  const post = async (bytes: number) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body: `"${'x'.repeat(bytes - 2)}"` })).status
  }
  const seen = {
    ids: await get(`deployment_ids=${Array(500).fill(UNKNOWN_ID)}`),
    longHeader: await get('', { 'x-long': 'x'.repeat(64 * 1024) }),
    bodies: [await post(2 ** 20), await post(2 ** 20 + 1), await post(10 * 2 ** 20 + 1)],
  }
  await server.close()
  return seen
}

async function answersToPages(assume: Assume): Promise<unknown[]> {
  const server = await serve(assume(), { port: 0 })
  const origin = 'http://page.test'
  const headers = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' }
  const preflight = await fetch(`${server.url}/v2/deployments`, { method: 'OPTIONS', headers })
  const response = await fetch(`${server.url}/v2/deployments`, { headers: { origin } })
  await server.close()
  return [preflight, response].flatMap((each) => [each.status, each.headers.get('access-control-allow-origin')])
}

/** A creation that the contract and the public service both accept. */
function buildCreation(
  simulator: Simulator,
  {
    name = 'new-agent',
    ...more
  }: { name?: string; integration_id?: string; repo_url?: string; deployment_type?: string } = {},
): RequestInit {
  const [repository] = simulator.db.repositories.list()
  const { integration_id, url: repo_url } = repository ?? {}
  return toPost({
    name,
    source: 'github',
    source_config: { integration_id, repo_url, deployment_type: 'dev', build_on_push: false, ...more },
    source_revision_config: { repo_ref: repository?.default_branch, langgraph_config_path: 'new.json' },
    secrets: [],
  })
}

async function statusesOfCreated(assume: Assume): Promise<(string | undefined)[]> {
  const simulator = assume({ scenario: 'default' })
  const { body } = await send(simulator, '/v2/deployments', buildCreation(simulator))
  return [0, 29_999, 1, 3_600_000].map((milliseconds) => {
    simulator.clock.advance(milliseconds)
    return simulator.db.deployments.get(body.id)?.status
  })
}

/** The status of a creation, and how often the list has its name: at once, and 30 seconds later. */
async function appearanceOfCreated(assume: Assume): Promise<number[]> {
  const simulator = assume({ scenario: 'default' })
  const { status: code, body } = await send(simulator, '/v2/deployments', buildCreation(simulator))
  const count = async () => (await list(simulator)).resources.filter(({ id }) => id === body.id).length
  const atOnce = await count()
  simulator.clock.advance(30_000)
  return [code, atOnce, await count()]
}

const observations: Partial<Record<AssumptionId, Record<string, [Observation, unknown]>>> = {
  repositoryPaths: {
    v1: [versionsOfRepositoryPaths, { v1: [200, 200], v2: [404, 404] }],
    v2: [versionsOfRepositoryPaths, { v1: [404, 404], v2: [200, 200] }],
    '/hosts/{integration_id}, /others-{integration_id}/all': [
      async (assume) => {
        const simulator = assume({ scenario: 'default' })
        return Promise.all([
          status(simulator, `/hosts/${integrationOf(simulator)}`),
          status(simulator, `/others-${integrationOf(simulator, 'alternate')}/all`),
        ])
      },
      [200, 200],
    ],
  },
  repositoryFields: {
    short: [
      async (assume) => Object.keys((await repositoryRecord(assume)) ?? {}),
      ['host_integration_id', 'id', 'name', 'owner', 'url', 'default_branch'],
    ],
    long: [
      async (assume) => Object.keys((await repositoryRecord(assume)) ?? {}),
      ['integration_id', 'repository_id', 'repository_name', 'repository_owner', 'repository_url', 'default_branch'],
    ],
    'a, b, c, d, e, f': [async (assume) => Object.keys((await repositoryRecord(assume)) ?? {}), [...'abcdef']],
  },
  repositoryIdType: {
    string: [async (assume) => (await repositoryRecord(assume))?.id, expect.any(String)],
    integer: [async (assume) => (await repositoryRecord(assume))?.id, expect.any(Number)],
  },
  repositoryEnvelope: {
    array: [
      (assume) => fetchJson(assumeWithRepository(assume), '/v1/integrations/github/i/repos'),
      [expect.anything()],
    ],
    resources: [
      (assume) => fetchJson(assumeWithRepository(assume), '/v1/integrations/github/i/repos'),
      { resources: [expect.anything()] },
    ],
    items: [
      (assume) => fetchJson(assumeWithRepository(assume), '/v1/integrations/github/i/repos'),
      { items: [expect.anything()], next_cursor: null },
    ],
  },
  repositoryOrdering: {
    created: [repositoryOrder, 'bdaec'],
    name: [repositoryOrder, 'abcde'],
    shuffled: [repositoryOrder, 'bdeca'],
  },
  integrationIdFormat: {
    any: [(assume) => status(assume(), repositoryPath(assume(), 'x')), 404],
    uuid: [(assume) => status(assume(), repositoryPath(assume(), 'x')), 422],
  },
  unknownIntegration: {
    404: [(assume) => status(assume(), repositoryPath(assume(), UNKNOWN_ID)), 404],
    403: [(assume) => status(assume(), repositoryPath(assume(), UNKNOWN_ID)), 403],
    empty: [(assume) => fetchJson(assume(), repositoryPath(assume(), UNKNOWN_ID)), []],
  },
  providerOrdering: {
    created: [providerOrder, 'abced'],
    name: [providerOrder, 'abcde'],
    shuffled: [providerOrder, 'edabc'],
  },
  deploymentOrdering: {
    createdDescending: [deploymentOrder, 'decba'],
    createdAscending: [deploymentOrder, 'abced'],
    name: [deploymentOrder, 'abcde'],
    updatedDescending: [deploymentOrder, 'debca'],
    shuffled: [deploymentOrder, 'aedcb'],
  },
  lastPageOffset: {
    returned: [offsets, [2, 3, 4]],
    limit: [offsets, [2, 4, 6]],
    zeroAtEnd: [offsets, [2, 0, 0]],
  },
  shortPages: {
    never: [lengthOfPage, 4],
    sometimes: [lengthOfPage, 3],
  },
  optionalFields: {
    null: [async (assume) => (await deploymentRecord(assume, { image_version: null })).image_version, null],
    absent: [
      async (assume) => {
        const record = await deploymentRecord(assume, {
          image_version: null,
          source_config: { custom_url: null, resource_spec: { cpu: 1, labels: { kept: null } } },
        })
        const { resource_spec, ...source } = record.source_config as Record<string, unknown>
        return ['image_version' in record, 'custom_url' in source, resource_spec]
      },
      [false, false, { cpu: 1, labels: { kept: null } }],
    ],
  },
  nullableFields: {
    some: [async (assume) => /:null/.test(JSON.stringify(await list(assume({ scenario: 'default' })))), true],
    none: [async (assume) => /:null/.test(JSON.stringify(await list(assume({ scenario: 'default' })))), false],
  },
  recordShape: {
    written: [
      async (assume) => Object.keys(await deploymentRecord(assume)),
      'id tenant_id name source_config source_revision_config secrets secret_references created_at updated_at latest_revision_id active_revision_id image_version'.split(
        ' ',
      ),
    ],
    upstream: [
      (assume) => deploymentRecord(assume, { status: 'READY', deployment_type: 'prod', source: 'github' }),
      expect.objectContaining({
        status: 'READY',
        source: 'github',
        source_config: expect.objectContaining({ deployment_type: 'prod' }),
        source_revision_config: expect.not.objectContaining({ graph_config_path: expect.anything() }),
      }),
    ],
    newer: [newerRecords, { deployment: true, provider: true, tier: 'SERVERLESS_S', branch: 'main' }],
  },
  unknownFields: {
    none: [async (assume) => Object.keys((await repositoryRecord(assume)) ?? {}).length, 6],
    extra: [
      async (assume) => [
        Object.keys((await repositoryRecord(assume)) ?? {}),
        Object.keys(await deploymentRecord(assume)).filter((name) => name.startsWith('x_')),
        Object.keys(await list(assume())),
      ],
      [
        [
          'host_integration_id',
          'id',
          'name',
          'x_revision_hint',
          'owner',
          'url',
          'default_branch',
          'x_flags',
          'x_score',
        ],
        ['x_revision_hint', 'x_flags', 'x_score'],
        ['x_request', 'resources', 'offset'],
      ],
    ],
  },
  secretValues: {
    clear: [async (assume) => (await secretsOf(assume))[0]?.value, 'mock'],
    masked: [async (assume) => (await secretsOf(assume))[0]?.value, '********'],
    empty: [async (assume) => (await secretsOf(assume))[0]?.value, ''],
  },
  listenerConfig: {
    echoed: [listenerConfigs, { k8s_namespace: 'agents' }],
    omitted: [listenerConfigs, null],
  },
  freeFormObjects: {
    typical: [async (assume) => Object.keys(labelsOf(assume)), expect.arrayContaining(['app.kubernetes.io/name'])],
    empty: [async (assume) => labelsOf(assume), {}],
    nested: [async (assume) => Object.keys(labelsOf(assume)), expect.arrayContaining(['key.with/slashes'])],
  },
  timestampFormat: {
    microsecondsZ: [timestamps, ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00.120000Z']],
    millisecondsZ: [timestamps, ['2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00.120Z']],
    secondsZ: [timestamps, ['2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z']],
    offset: [timestamps, ['2024-01-01T00:00:00+00:00', '2024-01-01T00:00:00.120000+00:00']],
  },
  previewIdle: {
    never: [daysOfPreview, [200, 200, 200]],
    week: [daysOfPreview, [200, 200, 404]],
    '1d 12h': [daysOfPreview, [200, 404, 404]],
  },
  deploymentTypes: {
    written: [typesOf, [['dev', 'dev_free', 'prod'], 422, 200]],
    both: [typesOf, [['dedicated', 'dev', 'dev_free', 'prod', 'serverless'], 201, 200]],
    replaced: [typesOf, [['dedicated', 'dev', 'prod', 'serverless'], 201, 422]],
  },
  statusValues: {
    known: [statusesOf, ['AWAITING_DATABASE', 'AWAITING_DELETE', 'READY', 'UNKNOWN', 'UNUSED']],
    newer: [
      (assume) => matches(assume, [{ name: 'going', status: 'AWAITING_FINAL_DELETE' }], 'status=AWAITING_FINAL_DELETE'),
      ['going'],
    ],
    extra: [statusesOf, ['AWAITING_DATABASE', 'AWAITING_DELETE', 'HIBERNATED', 'READY', 'UNKNOWN', 'UNUSED']],
    'UP, DOWN': [statusesOf, ['DOWN', 'UP']],
  },
  unknownStatus: {
    empty: [(assume) => matches(assume, [{}], 'status=ready'), []],
    422: [(assume) => matches(assume, [{}], 'status=ready'), 422],
  },
  nameMatching: {
    substring: [(assume) => matches(assume, [{ name: 'my-app' }, { name: 'App' }], 'name_contains=app'), ['my-app']],
    prefix: [(assume) => matches(assume, [{ name: 'my-app' }, { name: 'app-1' }], 'name_contains=app'), ['app-1']],
    substringIgnoringCase: [
      (assume) => matches(assume, [{ name: 'my-app' }, { name: 'App' }], 'name_contains=aPP'),
      ['App', 'my-app'],
    ],
  },
  imageVersionMatching: {
    exact: [(assume) => matches(assume, [{ name: 'a', image_version: '0.6.1' }], 'image_version=0.6'), []],
    prefix: [(assume) => matches(assume, [{ name: 'a', image_version: '0.6.1' }], 'image_version=0.6'), ['a']],
  },
  tagMatching: {
    any: [(assume) => matches(assume, [{ name: 'a', tag_value_ids: TAGS.slice(1) }], `tag_value_ids=${TAGS}`), ['a']],
    all: [
      (assume) =>
        matches(
          assume,
          [
            { name: 'a', tag_value_ids: TAGS.slice(1) },
            { name: 'b', tag_value_ids: TAGS },
          ],
          `tag_value_ids=${TAGS}`,
        ),
      ['b'],
    ],
  },
  emptyFilter: {
    ignored: [emptyFilters, [['a'], ['a'], ['a'], ['a'], ['a'], ['a'], ['a'], ['a']]],
    matchesNothing: [emptyFilters, [['a'], [], [], [], [], [], [], []]],
    422: [emptyFilters, [422, 422, 422, 422, 422, 422, 422, 422]],
  },
  malformedIdInList: {
    ignored: [
      async (assume) => {
        const ids = [`x,%20${UNKNOWN_ID},`, UNKNOWN_ID.replaceAll('-', ''), 'x', ',,']
        return Promise.all(
          ids.map((given) => matches(assume, [{ name: 'a', id: UNKNOWN_ID }], `deployment_ids=${given}`)),
        )
      },
      [['a'], ['a'], [], ['a']],
    ],
    422: [
      async (assume) => [
        await errorLocations(assume, `deployment_ids=x,${UNKNOWN_ID}&tag_value_ids=,y`),
        await matches(assume, [{ name: 'a', id: UNKNOWN_ID }], `deployment_ids=${UNKNOWN_ID.replaceAll('-', '')}`),
      ],
      [['tag_value_ids.1', 'deployment_ids.0'], ['a']],
    ],
  },
  repeatedParameter: {
    last: [async (assume) => (await manyOf(assume, 'limit=1&limit=2')).length, 2],
    first: [async (assume) => (await manyOf(assume, 'limit=1&limit=2')).length, 1],
    422: [(assume) => status(assume(), '/v2/deployments?limit=1&limit=2'), 422],
  },
  unknownParameter: {
    ignored: [(assume) => status(assume(), '/v2/auth/providers?a=1'), 200],
    422: [(assume) => errorLocations(assume, 'zeta=1&limit=0&alpha=2'), ['limit', 'zeta', 'alpha']],
  },
  newerParameters: {
    ignored: [newerFilters, [['a', 'ab'], ['a', 'ab'], ['a', 'ab'], 422, ['limit', 'name']]],
    supported: [newerFilters, [['a'], [], [], [], ['limit']]],
    withoutAgents: [newerFilters, [['a'], 400, 400, [], ['limit']]],
  },
  nullParameter: {
    text: [nullFilters, [[], ['null'], [], [], 422]],
    absent: [nullFilters, Array(5).fill(['a', 'null'])],
  },
  integerSyntax: {
    pydantic: [(assume) => status(assume(), '/v2/deployments?limit=%205.0'), 200],
    decimal: [
      (assume) => Promise.all(['5', '%205', '5.0'].map((text) => status(assume(), `/v2/deployments?limit=${text}`))),
      [200, 422, 422],
    ],
  },
  booleanSyntax: {
    pydantic: [(assume) => status(assume(), '/v2/deployments?remote_reconciled=Yes'), 200],
    strict: [
      (assume) =>
        Promise.all(
          ['true', 'false', 'True', '1'].map((text) => status(assume(), `/v2/deployments?remote_reconciled=${text}`)),
        ),
      [200, 200, 422, 422],
    ],
  },
  offsetBeyondEnd: {
    empty: [(assume) => status(assume(), '/v2/deployments?offset=1'), 200],
    404: [(assume) => Promise.all([0, 1].map((at) => status(assume(), `/v2/deployments?offset=${at}`))), [200, 404]],
    422: [
      async (assume) => {
        const { body } = await send(assume({ repeatedParameter: 'first' }), '/v2/deployments?offset=7&offset=0')
        return [await status(assume(), '/v2/deployments'), body.detail]
      },
      [200, [expect.objectContaining({ type: 'less_than', loc: ['query', 'offset'], input: '7' })]],
    ],
  },
  errorBody: {
    fastapi: [
      errorOf,
      { status: 422, type: 'application/json', body: { detail: [expect.objectContaining({ input: '0' })] } },
    ],
    problem: [
      errorOf,
      {
        status: 422,
        type: 'application/problem+json',
        body: {
          type: 'about:blank',
          title: 'Unprocessable Content',
          status: 422,
          detail: 'query.limit: Input should be greater than or equal to 1',
          errors: [{ location: 'query.limit', detail: 'Input should be greater than or equal to 1' }],
        },
      },
    ],
    message: [
      (assume) => errorOf(assume, '/nope'),
      { status: 404, type: 'application/json', body: { error: { code: 'not_found', message: 'Not Found' } } },
    ],
  },
  validationStatus: {
    422: [(assume) => status(assume(), '/v2/deployments?limit=0'), 422],
    400: [(assume) => status(assume(), '/v2/deployments?limit=0'), 400],
  },
  validationErrors: {
    first100: [countErrors, [100, `${'{"name":"a","padding":"'.padEnd(100, 'x')}...`]],
    all: [countErrors, [300, expect.objectContaining({ name: 'a' })]],
  },
  requestSize: {
    large: [sizes, { ids: 200, longHeader: 431, bodies: [422, 422, 413] }],
    proxy: [sizes, { ids: 414, longHeader: 431, bodies: [422, 413, 413] }],
  },
  bodyEncoding: {
    inflated: [encodings, { plain: 422, mark: 422, utf16: 422, gzip: 422 }],
    asSent: [encodings, { plain: 422, mark: 422, utf16: 422, gzip: 400 }],
    utf8: [encodings, { plain: 422, mark: 400, utf16: 400, gzip: 400 }],
  },
  methodNotAllowed: {
    405: [async (assume) => (await send(assume(), '/v2/deployments', { method: 'PUT' })).headers.get('allow'), 'GET'],
    404: [(assume) => status(assume(), '/v2/deployments', { method: 'PUT' }), 404],
  },
  headRequests: {
    405: [(assume) => status(assume(), '/v2/deployments', { method: 'HEAD' }), 405],
    200: [
      async (assume) => {
        const { status: code, headers, text } = await send(assume(), '/v2/deployments', { method: 'HEAD' })
        return [code, headers.get('content-length'), text]
      },
      [200, String('{"resources":[],"offset":0}'.length), ''],
    ],
  },
  trailingSlash: {
    redirect: [(assume) => status(assume(), '/v2/deployments/'), 307],
    404: [(assume) => status(assume(), '/v2/deployments/'), 404],
    same: [(assume) => status(assume(), '/v2/deployments/'), 200],
  },
  authentication: {
    none: [credentials, [200, 200, 200, 200, 200, 200, 200]],
    apiKey: [credentials, [403, 200, 403, 200, 403, 403, 403]],
    bearer: [credentials, [403, 403, 200, 403, 403, 403, 403]],
    apiKeyAndTenant: [credentials, [403, 403, 403, 200, 403, 403, 403]],
    apiKeyOrBearer: [credentials, [403, 200, 200, 200, 403, 403, 403]],
    keyBearerOrService: [credentials, [403, 200, 200, 200, 403, 403, 200]],
  },
  authenticationFailure: {
    403: [(assume) => status(assume({ authentication: 'apiKey' }), '/v2/deployments'), 403],
    401: [
      async (assume) => {
        const { status: code, headers } = await send(assume({ authentication: 'bearer' }), '/v2/deployments')
        return [code, headers.get('www-authenticate')]
      },
      [401, 'Bearer'],
    ],
  },
  keyScope: {
    workspace: [detailsOfKeys, [undefined, undefined, undefined, undefined, undefined]],
    organization: [
      detailsOfKeys,
      [
        undefined,
        "403 This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header.",
        "403 This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header.",
        undefined,
        undefined,
      ],
    ],
  },
  deploymentFeature: {
    enabled: [(assume) => status(assume(), '/v2/deployments'), 200],
    notEnabled: [
      async (assume) => {
        const simulator = assume({ documentation: 'served' })
        return [
          await send(simulator, '/v2/deployments?limit=0').then(({ status: code, body }) => [code, body]),
          await status(simulator, '/openapi.json'),
          await status(assume({ authentication: 'apiKey', authenticationFailure: '401' }), '/v2/deployments'),
        ]
      },
      [[403, { detail: 'LangSmith Deployment is not enabled for this organization' }], 200, 401],
    ],
  },
  crossOrigin: {
    open: [answersToPages, [204, 'http://page.test', 200, 'http://page.test']],
    none: [answersToPages, [405, null, 200, null]],
  },
  rateLimit: {
    none: [
      async (assume) => {
        const simulator = assume()
        // One more than the limit allows.
        const codes = await Promise.all(Array.from({ length: 1001 }, () => status(simulator, '/v2/auth/providers')))
        return new Set(codes)
      },
      new Set([200]),
    ],
    limited: [
      async (assume) => {
        const simulator = assume()
        const ask = () => send(simulator, '/v2/auth/providers')
        for (let count = 0; count < 1000; count += 1) await ask()
        const { status: code, headers } = await ask()
        simulator.clock.advance(10_000)
        return [code, headers.get('retry-after'), (await ask()).status]
      },
      [429, '10', 200],
    ],
  },
  operations: {
    written: [(assume) => status(assume(), '/v2/listeners'), 404],
    upstream: [(assume) => status(assume(), '/v2/listeners'), 200],
  },
  logTimestamps: {
    milliseconds: [async (assume) => (await logLines(assume))[0]?.timestamp, Date.parse('2026-03-01T00:00:00Z')],
    text: [
      async (assume) => (await logLines(assume, { timestampFormat: 'secondsZ' }))[0]?.timestamp,
      '2026-03-01T00:00:00Z',
    ],
  },
  logLevel: {
    atLeast: [logLevels, ['ERROR', 'WARNING']],
    exact: [logLevels, ['WARNING']],
  },
  logEnd: {
    afterLastLine: [logPages, [1, true, 0, false]],
    nowhere: [logPages, [1, false]],
  },
  listenerCreation: {
    allowed: [statusOfListener, 201],
    forbidden: [statusOfListener, 403],
  },
  duplicateProvider: {
    409: [statusOfSecondProvider, 409],
    400: [statusOfSecondProvider, 400],
  },
  authorizationUrl: {
    callback: [pathOfAuthorization, '/v2/auth/callback/google'],
    provider: [pathOfAuthorization, '/o/oauth2/v2/auth'],
  },
  creation: {
    simulated: [appearanceOfCreated, [201, 1, 1]],
    accepted: [appearanceOfCreated, [202, 0, 1]],
    absent: [(assume) => status(assume(), '/v2/deployments', { method: 'POST' }), 405],
    upstream: [
      async (assume) => {
        const simulator = assume()
        const source_config = { deployment_type: 'dev' }
        const body = {
          name: 'agent',
          source: 'internal_source',
          source_config,
          source_revision_config: {},
          secrets: [],
        }
        const { status: code } = await send(simulator, '/v2/deployments', toPost(body))
        return [code, simulator.db.revisions.list().map(({ status: state }) => state)]
      },
      [201, ['SKIPPED']],
    ],
  },
  creationReferences: {
    checked: [creationOfStrangers, [404, 400]],
    unchecked: [creationOfStrangers, [201, 201]],
  },
  deploymentNames: {
    any: [(assume) => creationWithName(assume, 'my_agent'), 201],
    hostname: [(assume) => creationWithName(assume, 'my_agent'), 400],
  },
  duplicateName: {
    accepted: [creationTwice, [201, 201]],
    409: [creationTwice, [201, 409]],
  },
  sameSource: {
    allowed: [creationsOfOneSource, [201, 201]],
    409: [creationsOfOneSource, [201, 409]],
  },
  agentEnvironments: {
    any: [creationsForAgents, [201, 201]],
    known: [creationsForAgents, [201, 422]],
  },
  missingCreationFields: {
    filledIn: [creationsWithLess, [201, 201]],
    400: [creationsWithLess, [400, 400]],
  },
  sourceFields: {
    kept: [fieldsOfOthers, [201, 200, { cpu: 2 }]],
    refused: [fieldsOfOthers, [400, 400, null]],
    ignored: [fieldsOfOthers, [201, 200, null]],
  },
  zeroScale: {
    all: [scalesToZero, [201, 200]],
    zeroTypes: [scalesToZero, [400, 400]],
  },
  reservedSecrets: {
    allowed: [reservedNames, [201, 200]],
    refused: [reservedNames, [400, 400]],
  },
  statusTransitions: {
    awaiting: [statusesOfCreated, ['AWAITING_DATABASE', 'AWAITING_DATABASE', 'READY', 'READY']],
    instant: [statusesOfCreated, Array(4).fill('READY')],
    stuck: [statusesOfCreated, Array(4).fill('AWAITING_DATABASE')],
    fails: [statusesOfCreated, ['AWAITING_DATABASE', 'AWAITING_DATABASE', 'UNKNOWN', 'UNKNOWN']],
  },
  documentation: {
    absent: [documentsOf, [404, 404]],
    served: [documentsOf, ['3.1.1', expect.stringContaining('<h1>Deployment Management Service</h1>')]],
  },
  versionPrefix: {
    root: [(assume) => paths(assume), [200, 404]],
    '/api-host': [(assume) => paths(assume), [404, 200]],
    'root, /api-host': [(assume) => paths(assume), [200, 200]],
  },
}

/** The build log of a revision that was skipped. */
async function logPage(
  assume: Assume,
  { query = '', ...more }: Record<string, string> = {},
): Promise<{ logs: WireLine[]; next_offset: string | null }> {
  const simulator = assume({ operations: 'upstream', ...more })
  const { id: deployment_id } = simulator.db.deployments.create({ name: 'a', source: 'github' })
  const at = '2026-03-01T00:00:00Z'
  const { id } = simulator.db.revisions.create({
    id: UNKNOWN_ID,
    deployment_id,
    source: 'github',
    status: 'SKIPPED',
    history: [{ status: 'SKIPPED', at }],
  })
  return fetchJson(simulator, `/v2/deployments/${deployment_id}/revisions/${id}/logs?type=build${query}`)
}

const logLines = async (assume: Assume, more?: Record<string, string>) => (await logPage(assume, more)).logs

/** The levels in the deploy log of a failed rollout, at level WARNING. */
async function logLevels(assume: Assume): Promise<string[]> {
  const simulator = assume({ operations: 'upstream' })
  const { id: deployment_id } = simulator.db.deployments.create({ name: 'a' })
  simulator.db.revisions.create({
    deployment_id,
    status: 'DEPLOY_FAILED',
    outcome: 'deployFails',
    history: [
      { status: 'DEPLOYING', at: '2026-03-01T00:00:00Z' },
      { status: 'DEPLOY_FAILED', at: '2026-03-01T00:05:00Z' },
    ],
  })
  const { logs } = await fetchJson<{ logs: WireLine[] }>(
    simulator,
    `/v2/deployments/${deployment_id}/logs?level=WARNING`,
  )
  return [...new Set(logs.map(({ level }) => level))].toSorted()
}

/** How many lines each page of a log has, and whether it says where the next one begins. */
async function logPages(assume: Assume): Promise<unknown[]> {
  const seen: unknown[] = []
  let offset: string | null = ''
  while (offset !== null && seen.length < 10) {
    const page = await logPage(assume, { query: `&offset=${offset}` })
    seen.push(page.logs.length, page.next_offset !== null)
    offset = page.logs.length === 0 ? null : page.next_offset
  }
  return seen
}

async function documentsOf(assume: Assume): Promise<unknown[]> {
  const [document, page] = await Promise.all(['/openapi.json', '/docs'].map((path) => assume().fetch(path)))
  return [
    document?.ok ? (await document.json()).openapi : document?.status,
    page?.ok ? await page.text() : page?.status,
  ]
}

function assumeWithRepository(assume: Assume): Simulator {
  const simulator = assume()
  simulator.db.integrations.create({ id: 'i' })
  simulator.db.repositories.create({ integration_id: 'i' })
  return simulator
}

async function secretsOf(assume: Assume): Promise<{ value: string }[]> {
  const record = await deploymentRecord(assume, { secrets: [{ name: 'A', value: 'mock' }] })
  return record.secrets as { value: string }[]
}

function labelsOf(assume: Assume): object {
  const deployments = assume({ scenario: 'default' }).db.deployments.list()
  return deployments.map((each) => each.source_config.resource_spec?.labels).find((labels) => labels != null) ?? []
}

async function timestamps(assume: Assume): Promise<unknown[]> {
  const given = { created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00.12Z' }
  const { created_at, updated_at } = await deploymentRecord(assume, given)
  return [created_at, updated_at]
}

function statusesOf(assume: Assume): string[] {
  const deployments = assume({ scenario: 'default' }).db.deployments.list()
  return [...new Set(deployments.map((each) => each.status))].sort()
}

/** The types of a world, and the statuses of a creation and of a filter with types of different families. */
async function typesOf(assume: Assume): Promise<unknown[]> {
  const simulator = assume({ scenario: 'default' })
  const types = simulator.db.deployments.list().map(({ deployment_type }) => deployment_type)
  return [
    [...new Set(types)].sort(),
    await status(simulator, '/v2/deployments', buildCreation(simulator, { deployment_type: 'serverless' })),
    await status(simulator, '/v2/deployments?deployment_type=dev_free'),
  ]
}

async function errorLocations(assume: Assume, query: string): Promise<string[]> {
  const { body } = await send(assume(), `/v2/deployments?${query}`)
  return body.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))
}

async function manyOf(assume: Assume, query: string): Promise<WireRecord[]> {
  return (await fetchJson<Page>(assume({ scenario: 'default' }), `/v2/deployments?${query}`)).resources
}

async function creationOfStrangers(assume: Assume): Promise<number[]> {
  const simulator = assume({ scenario: 'default' })
  return [
    await status(simulator, '/v2/deployments', buildCreation(simulator, { integration_id: UNKNOWN_ID })),
    await status(simulator, '/v2/deployments', buildCreation(simulator, { repo_url: 'https://x.test/a/b' })),
  ]
}

async function creationWithName(assume: Assume, name: string): Promise<number> {
  const simulator = assume({ scenario: 'default' })
  return status(simulator, '/v2/deployments', buildCreation(simulator, { name }))
}

async function creationTwice(assume: Assume): Promise<number[]> {
  const simulator = assume({ scenario: 'default' })
  const creation = () => status(simulator, '/v2/deployments', buildCreation(simulator, { name: 'twice' }))
  return [await creation(), await creation()]
}

async function listenerConfigs(assume: Assume): Promise<unknown> {
  const { source_config } = await deploymentRecord(assume, {
    source_config: { listener_config: { k8s_namespace: 'agents' } },
  })
  return (source_config as Record<string, unknown>).listener_config
}

async function creationsOfOneSource(assume: Assume): Promise<number[]> {
  const simulator = assume({ scenario: 'default' })
  const create = (name: string) => status(simulator, '/v2/deployments', buildCreation(simulator, { name }))
  return [await create('one'), await create('two')]
}

/** The status of a preview after one, two and eight days. */
async function daysOfPreview(assume: Assume): Promise<number[]> {
  const simulator = assume({ operations: 'upstream' })
  const { id } = simulator.db.deployments.create({ is_preview: true })
  const statuses: number[] = []
  for (const days of [1, 1, 6]) {
    simulator.clock.advance(`${days}d`)
    statuses.push(await status(simulator, `/v2/deployments/${id}`))
  }
  return statuses
}

function creationsForAgents(assume: Assume): Promise<number[]> {
  const simulator = assume({ creation: 'upstream', newerParameters: 'supported' })
  const body = { source: 'internal_source', source_config: {}, source_revision_config: {}, secrets: [] }
  return Promise.all(
    ['production', 'qa'].map((environment) =>
      status(simulator, '/v2/deployments', toPost({ ...body, agent: { agent_id: 'a', environment } })),
    ),
  )
}

/** A creation and a change with resources that only images of other registries have, and what is left of them. */
async function fieldsOfOthers(assume: Assume): Promise<unknown[]> {
  const simulator = assume({ creation: 'upstream', operations: 'upstream' })
  const source_config = { resource_spec: { cpu: 2 } }
  const body = { name: 'new', source: 'internal_source', source_config, source_revision_config: {}, secrets: [] }
  const { id } = simulator.db.deployments.create({ source: 'internal_source', source_config: { resource_spec: null } })
  const statuses = [
    await status(simulator, '/v2/deployments', toPost(body)),
    await status(simulator, `/v2/deployments/${id}`, { ...toPost({ source_config }), method: 'PATCH' }),
  ]
  const left = simulator.db.deployments.get(id)?.source_config.resource_spec
  return [...statuses, left === null ? null : { cpu: left?.cpu }]
}

/** A creation that names no type, and one from a repository that does not say whether pushes build it. */
function creationsWithLess(assume: Assume): Promise<number[]> {
  const bodies = (simulator: Simulator) => {
    const [repository] = simulator.db.repositories.list()
    const source_config = { integration_id: repository?.integration_id, repo_url: repository?.url }
    return [
      { source: 'internal_source', source_config: {}, source_revision_config: {} },
      {
        source: 'github',
        source_config: { ...source_config, deployment_type: 'dev' },
        source_revision_config: { repo_ref: 'main', langgraph_config_path: 'new.json' },
      },
    ]
  }
  const simulator = assume({ creation: 'upstream', scenario: 'default' })
  return Promise.all(
    bodies(simulator).map((body, index) =>
      status(simulator, '/v2/deployments', toPost({ ...body, name: `new-${index}`, secrets: [] })),
    ),
  )
}

/** The statuses of a creation with some fields, and of a change with the same. */
async function createAndChange(assume: Assume, fields: object): Promise<number[]> {
  const simulator = assume({ creation: 'upstream', operations: 'upstream' })
  const body = { name: 'new', source: 'internal_source', source_revision_config: {}, secrets: [], ...fields }
  const { id } = simulator.db.deployments.create({ source: 'internal_source', deployment_type: 'prod' })
  return [
    await status(simulator, '/v2/deployments', toPost(body)),
    await status(simulator, `/v2/deployments/${id}`, { ...toPost(fields), method: 'PATCH' }),
  ]
}

function scalesToZero(assume: Assume): Promise<number[]> {
  return createAndChange(assume, { source_config: { resource_spec: { min_scale: 0 } } })
}

function reservedNames(assume: Assume): Promise<number[]> {
  return createAndChange(assume, { source_config: {}, secrets: [{ name: 'POSTGRES_URI', value: 'mock' }] })
}

function statusOfListener(assume: Assume): Promise<number> {
  const listener = { compute_type: 'k8s', compute_id: 'a', compute_config: {} }
  return status(assume({ operations: 'upstream' }), '/v2/listeners', toPost(listener))
}

async function statusOfSecondProvider(assume: Assume): Promise<number> {
  const simulator = assume({ operations: 'upstream' })
  const provider = { provider_id: 'a', name: 'A', mcp_server_url: 'https://a.test' }
  const create = () => status(simulator, '/v2/auth/providers/mcp-discover', toPost(provider))
  await create()
  return create()
}

async function pathOfAuthorization(assume: Assume): Promise<string> {
  const simulator = assume({ operations: 'upstream', scenario: 'default' })
  const { body } = await send(simulator, '/v2/auth/authenticate', toPost({ provider: 'google', scopes: [] }))
  return new URL(body.url).pathname
}

function toPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

const paths = (assume: Assume) =>
  Promise.all(['/v2/deployments', '/api-host/v2/deployments'].map((path) => status(assume(), path)))

/** How many errors a creation with 300 invalid fields gets, and the input of the error for a missing field. */
async function countErrors(assume: Assume): Promise<unknown> {
  const secrets = Array(299).fill('wrong')
  const given = {
    name: 'a',
    padding: 'x'.repeat(70_000),
    integration_id: 'i',
    source_config: { repo_url: 'u' },
    secrets,
  }
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(given) }
  const { body } = await send(assume(), '/v2/deployments', init)
  return [body.detail.length, body.detail.find(({ type }: { type: string }) => type === 'missing').input]
}

const rows = Object.entries(observations).flatMap(([id, values]) =>
  Object.entries(values).map(([value, [observe, expected]]) => ({ id, value, observe, expected })),
)

test.for(rows)('a client observes the value of an assumption $id=$value', async ({ id, value, observe, expected }) => {
  const assume: Assume = ({ scenario = 'empty', ...more } = {}) =>
    createSimulator({ scenario, assumptions: { ...more, [id]: value } })
  expect(await observe(assume)).toEqual(expected)
})

// What the text of a value says about a status holds under each preset.
const ofStatus = rows.filter(({ id, value }) => /\b[2-5]\d\d\b/.test(proseOf(id, value)))

function proseOf(id: string, value: string): string {
  const entries: Readonly<Record<string, { readonly values: Readonly<Record<string, string>> }>> = register
  return entries[id]?.values[value] ?? ''
}

test.for(ofStatus)(
  'a client of the public service observes the status of $id=$value',
  async ({ id, value, observe, expected }) => {
    const assume: Assume = ({ scenario = 'empty', ...more } = {}) =>
      createSimulator({ preset: 'langsmith', scenario, assumptions: { authentication: 'none', ...more, [id]: value } })
    expect(await observe(assume)).toEqual(expected)
  },
)

test('a client observes the value of an assumption for every entry and every value', () => {
  const entries = Object.entries<{ values: object }>(register)
  const observable = entries.flatMap(([id, { values }]) => Object.keys(values).map((value) => `${id}=${value}`))
  const observed = new Set(rows.map(({ id, value }) => `${id}=${value}`))
  expect(observable.filter((each) => !observed.has(each))).toEqual([])
})
