import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { oauthProviderFixtures } from '../../fixtures/oauth-providers.ts'
import { createSimulator, defineScenario, type SimulatorOptions } from '../../src/index.ts'
import { deploymentPageWire } from '../../src/service/resources/deployments/wire.ts'
import { oauthProviderSchema } from '../../src/service/resources/providers.ts'
import { fetchJson, type Page } from '../support/client.ts'

/** Everything that a client can read of a world. */
async function readWorld(options: SimulatorOptions): Promise<string> {
  const simulator = createSimulator(options)
  const targets = [
    '/v2/auth/providers',
    ...simulator.db.integrations
      .list()
      .map(({ id, kind }) => `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${id}/repos`),
    '/v2/deployments?limit=100',
  ]
  const bodies = await Promise.all(targets.map(async (target) => (await simulator.fetch(target)).text()))
  return bodies.join('\n')
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

// If a new version of Faker, Node or a factory changes these digests, it changes every user's world.
// If that is intended, it belongs in the release notes.
test.for([
  [{ scenario: 'default' }, '64a1b38024a35d22'],
  [{ scenario: 'default', seed: 7 }, 'e8e678bf26bea8dc'],
  [{ scenario: 'empty' }, '45063bf934a36f3d'],
  [{ preset: 'langsmith', assumptions: { authentication: 'none' } }, '3f1cd7a9fbe6f73b'],
  [{ assumptions: { nullableFields: 'none', freeFormObjects: 'nested' } }, '87e2586fd497a6c0'],
] as const)('a world with %j has its digest', async ([options, expected]) => {
  expect(digest(await readWorld(options))).toBe(expected)
})

test('a world depends on its seed, also if seeds have the same last 32 bits', async () => {
  const worlds = await Promise.all([1, 2, -1, 1 + 2 ** 32].map((seed) => readWorld({ seed })))
  expect(new Set(worlds).size).toBe(4)
})

test('a world has records of the tenant and the organization that it names', () => {
  const [tenant_id, organization_id] = ['11111111-1111-4111-8111-111111111111', 'org-of-the-demo']
  const world = { ...createSimulator().scenario, tenant_id, organization_id }
  const { db } = createSimulator({ scenario: world })
  expect(new Set(db.deployments.list().map((each) => each.tenant_id))).toEqual(new Set([tenant_id]))
  expect(new Set(db.providers.list().map((each) => each.organization_id))).toEqual(new Set([organization_id]))
})

test('a world keeps its deployments when more are added', () => {
  const [few, many] = [40, 200].map((deployments) => createSimulator({ deployments }).db.deployments.list())
  expect(many?.slice(0, 40)).toEqual(few)
})

test('a world has the same first page, however many deployments it has', async () => {
  const firstPage = (deployments: number) => fetchJson<Page>(createSimulator({ deployments }), '/v2/deployments')
  expect(await firstPage(5000)).toEqual(await firstPage(60))
})

test('a world keeps its deployments when it gets records of other kinds', () => {
  const { scenario, db: before } = createSimulator()
  const integrations = [
    ...scenario.integrations.map((each) => ({ ...each, repositories: Number(each.repositories) + 1 })),
    { kind: 'standard' as const, name: 'lumen-next', repositories: 9 },
  ]
  const { db: after } = createSimulator({ scenario: { ...scenario, providers: 14, integrations } })
  expect(after.deployments.list()).toEqual(before.deployments.list())
  expect(after.providers.list().slice(0, 6)).toEqual(before.providers.list())
  expect(after.repositories.list()).toEqual(expect.arrayContaining([...before.repositories.list()]))
})

test('a world moves with its present and is otherwise the same', () => {
  const names = (now: string) =>
    createSimulator({ now })
      .db.deployments.list()
      .map(({ name }) => name)
  expect(names('2030-01-01T00:00:00Z')).toEqual(names('2026-03-02T09:00:00Z'))
  const [first] = createSimulator({ now: new Date('2030-01-01T00:00:00Z') }).db.deployments.list()
  expect(first?.created_at).toMatch(/^2029-12/)
})

test('a world shares no record with a world with another seed', () => {
  const ids = [1, 2].flatMap((seed) =>
    createSimulator({ seed })
      .db.deployments.list()
      .map(({ id }) => id),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

const PRESENT = '2026-03-02T09:00:00Z'

const { db, tagValueIds } = createSimulator()
const deployments = db.deployments.list()
const scenario = { name: 'many', providers: 3, integrations: [], deployments: 0, tokens: 30, listeners: 30 }
const many = createSimulator({ scenario }).db

test('the default world has several providers, two integrations of each kind, some thirty repositories, some sixty deployments', () => {
  const kinds = db.integrations.list().map(({ kind }) => kind)
  expect(kinds).toEqual(['standard', 'standard', 'alternate', 'alternate'])
  expect([db.providers.count(), db.repositories.count(), db.deployments.count()]).toEqual([6, 32, 60])
})

test.for([
  ['status', ['AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN']],
  ['deployment_type', ['dev_free', 'dev', 'prod']],
  ['remote_reconciled', [true, false]],
  ['source', ['github', 'external_docker', 'internal_docker', 'internal_source']],
  ['image_version', [null, '0.7.28', '0.7.12', '0.6.39', '0.6.4', '0.5.41', '0.4.22']],
] as const)('the default world has deployments of every %s', ([field, values]) => {
  expect(new Set<unknown>(deployments.map((each) => each[field]))).toEqual(new Set<unknown>(values))
})

test('the default world has deployments with every tag value, with several and with none', () => {
  expect(new Set(deployments.flatMap((each) => each.tag_value_ids))).toEqual(new Set(tagValueIds))
  expect(new Set(deployments.map((each) => each.tag_value_ids.length))).toEqual(new Set([0, 1, 2]))
})

test('the default world has deployments from GitHub that run code from a repository of their integration', () => {
  const repositories = db.repositories.list().map(({ integration_id, url }) => `${integration_id} ${url}`)
  for (const { source_config } of deployments.filter(({ source }) => source === 'github')) {
    expect(repositories).toContain(`${source_config.integration_id} ${source_config.repo_url}`)
  }
})

test('the default world has repositories with unique URLs that contain their owner and name', () => {
  const repositories = db.repositories.list()
  for (const { url, owner, name } of repositories) expect(url).toBe(`https://github.com/${owner}/${name}`)
  expect(new Set(repositories.map(({ url }) => url)).size).toBe(repositories.length)
  expect(new Set(deployments.map(({ name }) => name)).size).toBe(deployments.length)
})

test('the default world has the endpoints of well-known providers', () => {
  const [first, ...others] = db.providers.list()
  expect(first).toMatchObject(oauthProviderFixtures[0] ?? {})
  expect(others).toHaveLength(5)
})

test('the default world has no record that was updated before it was created, or created after the present', () => {
  const others = [...db.providers.list(), ...many.tokens.list(), ...many.listeners.list()]
  for (const { created_at, updated_at } of [...deployments, ...others]) {
    expect([created_at, updated_at, PRESENT].toSorted()).toEqual([created_at, updated_at, PRESENT])
  }
})

test('the default world has tokens and listeners that were updated between their creation and the present', () => {
  for (const each of [many.tokens, many.listeners]) {
    const between = each.list().filter(({ created_at, updated_at }) => created_at < updated_at && updated_at < PRESENT)
    expect(between.length).toBeGreaterThan(15)
  }
})

test('the default world has resource specs that a platform accepts', () => {
  const specs = deployments.flatMap(({ source_config }) => source_config.resource_spec ?? [])
  expect(specs.length).toBeGreaterThan(10)
  for (const spec of specs) {
    expect(spec.cpu).toBeGreaterThanOrEqual(0.1)
    expect(spec.cpu_limit).toBeGreaterThanOrEqual(spec.cpu ?? Number.NaN)
    expect(spec.cpu_limit).toBeLessThanOrEqual(16)
    expect(spec.max_scale).toBeGreaterThanOrEqual(spec.min_scale ?? Number.NaN)
    expect(spec.memory_limit_mb).toBeGreaterThanOrEqual(spec.memory_mb ?? Number.NaN)
  }
})

test('the default world has secrets that say that they are not real', () => {
  const values = deployments.flatMap(({ secrets }) => secrets.map(({ value }) => value))
  expect(values.length).toBeGreaterThan(50)
  for (const value of values) expect(value).toMatch(/mock/)
})

test('the default world has connection strings that name a host, a port and a database', () => {
  const values = deployments.flatMap(({ secrets }) =>
    secrets.flatMap(({ name, value }) => (name === 'DATABASE_URL' ? new URL(value) : [])),
  )
  expect(values.length).toBeGreaterThan(0)
  for (const { hostname, port, pathname } of values) {
    expect([hostname, port, pathname]).toEqual([
      expect.stringMatching(/^[a-z-]+\.internal\.example$/),
      '5432',
      expect.stringMatching(/^\/[a-z_-]+$/i),
    ])
  }
})

test('the default world runs the default branch in production, and some other branches elsewhere', () => {
  const branches = new Map(db.repositories.list().map(({ url, default_branch }) => [url, default_branch]))
  const isOther = ({ source_config, source_revision_config }: (typeof deployments)[number]) =>
    source_config.repo_url !== null && source_revision_config.repo_ref !== branches.get(source_config.repo_url)
  const others = deployments.filter(isOther)
  expect(others.length).toBeGreaterThan(0)
  expect(others.map(({ deployment_type }) => deployment_type)).not.toContain('prod')
})

test('the default world has labels and annotations that read like those of a team', () => {
  const specs = deployments.flatMap(({ source_config }) => source_config.resource_spec ?? [])
  const annotated = specs.filter(({ annotations }) => annotations !== null)
  expect(annotated.length).toBeGreaterThan(0)
  for (const { labels, annotations } of annotated) {
    expect(labels).toMatchObject({ 'app.kubernetes.io/version': expect.stringMatching(/^\d+\.\d+\.\d+$/) })
    expect(annotations).toMatchObject({ 'deployments.example/owner': expect.stringMatching(/^[^@ ]+@example\.com$/) })
  }
})

test('the default world has sidecars whose mounts refer to existing volumes', () => {
  const specs = deployments.flatMap(({ source_config }) => source_config.resource_spec ?? [])
  const withSidecars = specs.filter(({ sidecars }) => sidecars !== null)
  expect(withSidecars.length).toBeGreaterThan(0)
  for (const { sidecars, init_containers, volumes } of withSidecars) {
    const mounts = [...(sidecars ?? []), ...(init_containers ?? [])].flatMap(({ volumeMounts }) => volumeMounts ?? [])
    const names = volumes?.map(({ name }) => name) ?? []
    expect(names).toEqual(expect.arrayContaining(mounts.map(({ name }) => name)))
  }
})

test('the default world responds with exactly the fields of the contract', async () => {
  const simulator = createSimulator()
  const body = await fetchJson(simulator, '/v2/deployments?limit=100')
  expect(deploymentPageWire.written.parse(body)).toEqual(body)
  const providers = await fetchJson(simulator, '/v2/auth/providers')
  expect(z.array(oauthProviderSchema).parse(providers)).toEqual(providers)
})

test("a scenario can be the user's own", async () => {
  const scenario = defineScenario({
    name: 'quiet',
    description: 'One integration, two repositories, a single deployment.',
    providers: 1,
    integrations: [{ kind: 'standard', name: 'lumen-works', repositories: 2 }],
    deployments: 1,
  })
  const { db } = createSimulator({ scenario })
  expect([db.providers.count(), db.repositories.count(), db.deployments.count()]).toEqual([1, 2, 1])
})

test('a scenario with an unknown name is rejected with the known ones', () => {
  expect(() => createSimulator({ scenario: 'buzzy' })).toThrow(
    /^Failed to load the scenario: "buzzy" is unknown\. Did you mean "busy"\? Known: default, empty, .*busy/,
  )
})

test('a scenario with several issues is rejected with all of them', () => {
  const input = { name: 'bad', description: 'x', providers: -1, integrations: [{ kind: 'other' }], deployments: 1.5 }
  expect(() => defineScenario(input as never)).toThrow(
    /^Failed to define scenario "bad": "providers" is -1\..*"integrations\.0\.kind" is "other"\..*"deployments" is 1\.5\./,
  )
})

test('a scenario with a field of a record beside the record is rejected, and the message says where it belongs', () => {
  expect(() => createSimulator().load({ name: 'own', deployments: [{ name: 'checkout' }] } as never)).toThrow(
    '"deployments.0.name" is unknown. Did you mean "deployments.0.record.name"? Known: count, fixture, revisions, record',
  )
})

test.for([
  [1001, 'update that repository.'],
  [1002, 'update that repository; and more.'],
] as const)('a scenario with %i records with one id is checked until a thousand of them are wrong', ([count, end]) => {
  const repositories = [{ count, record: { id: '1' } }]
  const integrations = [{ kind: 'standard' as const, name: 'a', repositories }]
  const scenario = { name: 'bad', providers: 0, integrations, deployments: 0 }
  expect(() => createSimulator({ scenario })).toThrow(
    `Failed to build the world: integrations.0.repositories.0: the id "1" already exists. Choose another id, or ${end}`,
  )
})

test('a scenario with more than a hundred issues is rejected with a hundred of them, and the number of others', () => {
  const integrations = Array.from({ length: 150 }, () => ({ kind: 'other', name: 'x', repositories: 1 }))
  const scenario = { name: 'bad', description: 'x', providers: 0, integrations, deployments: 0 }
  expect(() => createSimulator({ scenario: scenario as never })).toThrow(
    /"integrations\.98\.kind" is "other"\. [^;]*; "integrations\.99\.kind" is "other"\. [^;]*; and 50 more\.$/,
  )
})

test.for([
  [{ seed: 1.5 }, '"seed" is 1.5'],
  [{ now: 'today' }, '"now" is "today"'],
  [{ deployments: -1 }, '"deployments" is -1'],
  [{ now: new Date('x') }, '"now" is "Invalid Date"'],
  [{ now: 5 }, '"now" is "5"'],
  [
    { presets: 'spec' },
    /^Failed to create the simulator: "presets" is not an option\. Did you mean "preset"\? Options: (\w+, )+\w+\.$/,
  ],
  [{ baseUrl: 'api.test' }, 'Failed to use the base URL: "api.test" is not a URL.'],
  [{ baseUrl: 'http://api.test/?a=1' }, 'Failed to use the base URL'],
] as const)('a scenario is rejected with the options %j', ([options, issue]) => {
  expect(() => createSimulator(options as SimulatorOptions)).toThrow(issue)
})
