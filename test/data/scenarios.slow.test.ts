import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { awkwardNames } from '../../fixtures/awkward-names.ts'
import { deploymentFixtures } from '../../fixtures/named-deployments.ts'
import { countRecords, scenarioSchemaOf } from '../../src/engine/scenario/scenario.ts'
import { createSimulator, defineScenario, type Scenario, type ScenarioName, type Simulator } from '../../src/index.ts'
import { deployments } from '../../src/service/resources/deployments/deployments.ts'
import { deploymentPageWire } from '../../src/service/resources/deployments/wire.ts'
import { oauthProviderSchema } from '../../src/service/resources/providers.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { service } from '../../src/service/service.ts'
import { fetchAllPages, fetchJson, type Page } from '../support/client.ts'
import { isFull, sample } from '../support/scope.ts'

// As the contract describes it, and the default assumptions spell it.
const repositorySchema = z.strictObject({
  host_integration_id: z.string(),
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  url: z.string(),
  default_branch: z.string(),
})

// Building a hundred thousand deployments takes long on a busy machine.
const PATIENCE = { timeout: 120_000 }

/** Creates a simulator with the data of a scenario, but under the default preset, and without its latency and faults. */
function createCalmSimulator({ preset, latency, faults, chaos, ...calm }: Scenario): Simulator {
  return createSimulator({ scenario: calm })
}

function listTargets({ db }: Simulator) {
  const count = db.deployments.count()
  const offsets = [0, 100, Math.floor(count / 2), Math.max(0, count - 100), count]
  return {
    providers: '/v2/auth/providers',
    repositories: db.integrations
      .list()
      .map(
        ({ id, kind }) =>
          `/v1/integrations/${kind === 'standard' ? '' : 'forge/'}github/${encodeURIComponent(id)}/repos`,
      ),
    pages: offsets.map((offset) => `/v2/deployments?limit=100&offset=${offset}`),
  }
}

test.for(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  'the scenario %s is equal to its parsed form',
  ([, scenario]) => {
    expect(defineScenario(scenario)).toEqual(scenario)
  },
)

const digest = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)

/** The digests of a world's first page, and of its other lists and a sample of its pages. */
async function digestWorld(simulator: Simulator): Promise<[string, string]> {
  const read = async (target: string) => (await simulator.fetch(target)).text()
  const { providers, repositories, pages } = listTargets(simulator)
  const first = await read('/v2/deployments')
  return [digest([first]), digest(await Promise.all([providers, ...repositories, ...pages].map(read)))]
}

// If a new version of Faker, Node or a factory changes these digests, it changes every user's world.
// If that is intended, it belongs in the release notes.
const digests: Readonly<Record<ScenarioName, readonly [firstPage: string, sample: string]>> = {
  default: ['b0517d711fa61692', '0baed1c61e9e9cc1'],
  empty: ['2107b5e6583858a7', '0c9b94c14fe23144'],
  'first-day': ['b4499475a7b0af42', '36220ad32b06f51a'],
  busy: ['e5506f687ca06a52', 'cc3656debb280031'],
  large: ['35366d86caae86c9', 'c60441c6d80fb80b'],
  'page-edges': ['a007c43f8e7ddf89', '629a15372b7695eb'],
  awkward: ['1945caffe4de0226', '1352032f744efa11'],
  'every-field': ['15767a3f6ea96e84', '14768b26dc69773f'],
  troubled: ['5a52b8c768afee4f', '7066755bb35717c8'],
  pipeline: ['1815a7c2150bb270', 'ec6f8866fedbfbbc'],
}

// The worlds are built once for all tests. The large one takes seconds.
const chosen = scenarios
  .filter(({ name }) => isFull || name !== 'large')
  .map((scenario) => [scenario.name, scenario] as const)
const worlds = new Map<string, Simulator>()

/** Creates the world of a scenario, or returns the one that another test has created. */
function find(scenario: Scenario): Simulator {
  const simulator = worlds.get(scenario.name) ?? createCalmSimulator(scenario)
  worlds.set(scenario.name, simulator)
  return simulator
}

test.for(chosen)('the scenario %s responds with exactly the fields of the contract', async ([, scenario]) => {
  const simulator = find(scenario)
  const { providers, repositories, pages } = listTargets(simulator)
  const expectToMatch = async (schema: z.ZodType, target: string) => {
    const body = await fetchJson(simulator, target)
    expect(schema.parse(body)).toEqual(body)
  }
  await expectToMatch(z.array(oauthProviderSchema), providers)
  for (const target of repositories) await expectToMatch(z.array(repositorySchema), target)
  for (const target of pages) await expectToMatch(deploymentPageWire.written, target)
})

test.for(chosen)('the scenario %s has its digests', PATIENCE, async ([name, scenario]) => {
  expect(await digestWorld(find(scenario))).toEqual(digests[name as ScenarioName])
})

test.for(sample(chosen, 4))('the scenario %s has the same digests in another simulator', async ([name, scenario]) => {
  expect(await digestWorld(createCalmSimulator(scenario))).toEqual(digests[name as ScenarioName])
})

test.for(scenarios)('the scenario $name can have another number of deployments', ({ name }) => {
  const { db } = createSimulator({ scenario: name, deployments: 3 })
  expect(db.deployments.count()).toBe(3)
})

test.for(scenarios)('the scenario $name has a description of one or two sentences', ({ description }) => {
  expect(description).toMatch(/^[A-Z].{30,200}\.$/)
})

test.for(chosen)('the scenario %s has no record that was updated before it was created', ([name, scenario]) => {
  const { db } = find(scenario)
  // Completing all deployments takes seconds.
  const isLarge = name === 'large' || (name === 'busy' && !isFull)
  const collections: readonly { list(): readonly object[] }[] = Object.values(
    isLarge ? { providers: db.providers } : db,
  )
  const records = collections.flatMap((each) => each.list()) as { created_at?: string; updated_at?: string }[]
  const isWrong = ({ created_at = '', updated_at = '' }) => Date.parse(updated_at) < Date.parse(created_at)
  expect(records.filter(isWrong)).toEqual([])
})

test.for(chosen)('the scenario %s has no deployment of a repository that does not exist', async ([, scenario]) => {
  const simulator = find(scenario)
  const urls = new Set(simulator.db.repositories.list().map(({ integration_id, url }) => `${integration_id} ${url}`))
  const { resources } = await fetchJson<Page>(simulator, '/v2/deployments?limit=100')
  const configs = (resources as unknown as { source_config: Record<string, unknown> }[]).map(
    (each) => each.source_config,
  )
  const used = configs.filter(({ repo_url }) => repo_url !== null)
  expect(used.filter((each) => !urls.has(`${each.integration_id} ${each.repo_url}`))).toEqual([])
})

test('the scenarios start with the default one, and have different names', () => {
  const names = scenarios.map(({ name }) => name)
  expect(names[0]).toBe('default')
  expect(new Set(names).size).toBe(names.length)
})

test('the scenarios have first pages that share no record', async () => {
  // The first page of `large` does not depend on the number of deployments.
  const pages = await Promise.all(
    scenarios.map((scenario) =>
      fetchJson<Page>(
        scenario.name === 'large' ? createCalmSimulator({ ...scenario, deployments: 20 }) : find(scenario),
        '/v2/deployments',
      ),
    ),
  )
  const ids = pages.flatMap(({ resources }) => resources.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const names = pages.map(({ resources }) => resources.map(({ name }) => name).join('\n'))
  expect(new Set(names).size).toBe(scenarios.length)
})

// Chaos is opt-in: a scenario of the package is the same every time.
const fields = Object.keys(scenarioSchemaOf(service).shape).filter((field) => field !== '$schema' && field !== 'chaos')

test.for(fields)('the scenarios use the field %s', (field) => {
  const blank = scenarioSchemaOf(service).parse({
    name: 'x',
    description: 'x',
    providers: 0,
    integrations: [],
    deployments: 0,
  })
  const values = scenarios.map((scenario) => Object.entries(scenario).find(([name]) => name === field)?.[1])
  const isSaid = (value: unknown) =>
    value !== undefined && value !== Object.entries(blank).find(([name]) => name === field)?.[1]
  expect(values.some(isSaid)).toBe(true)
})

test.for([
  ...['providers.count', 'providers.record.name'],
  ...['integrations.id', 'integrations.repositories.count', 'integrations.repositories.record.name'],
  ...['deployments.count', 'deployments.record.name', 'deployments.record.source_config.resource_spec.cpu'],
  ...['deployments.fixture', 'changes.providers.added.name', 'changes.elapsed'],
  ...['latency.median', 'faults.id', 'faults.probability', 'faults.times'],
  ...['faults.match.operation', 'faults.match.method', 'faults.match.path', 'faults.match.query.status'],
  ...['faults.effect.status', 'faults.effect.detail', 'faults.effect.milliseconds.min'],
])('the scenarios show how to write %s', (path) => {
  expect(scenarios.some((scenario) => hasPath(scenario, path.split('.')))).toBe(true)
})

test.for(Object.keys(deploymentFixtures))('the scenarios use the hand-written deployment %s', (fixture) => {
  const groups = scenarios.flatMap(({ deployments }) => (typeof deployments === 'number' ? [] : deployments))
  expect(groups.map((group) => group.fixture)).toContain(fixture)
})

function hasPath(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined
  if (Array.isArray(value)) return value.some((item) => hasPath(item, [name, ...rest]))
  const field = Object.entries(value ?? {}).find(([key]) => key === name)
  return field !== undefined && hasPath(field[1], rest)
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

test('a hand-written deployment alone is a world', async () => {
  const deployments = Object.keys(deploymentFixtures).map((fixture) => ({ fixture }))
  const scenario = { name: 'fixtures', description: 'All of them.', providers: 0, integrations: [], deployments }
  const page = await fetchJson(createSimulator({ scenario }), '/v2/deployments')
  expect(deploymentPageWire.written.parse(page).resources).toHaveLength(deployments.length)
})

test.for(
  sample(
    chosen.filter(([name]) => name !== 'large'),
    4,
  ),
)('if every field must have a value the scenario %s works, too', async ([, { assumptions, ...scenario }]) => {
  const options = { ...assumptions, nullableFields: 'none', optionalFields: 'absent' } as const
  const simulator = createCalmSimulator({ ...scenario, assumptions: options })
  const page = await fetchJson(simulator, '/v2/deployments?limit=100')
  // `absent` leaves out fields without a value, and there are none.
  expect(deploymentPageWire.written.parse(page)).toEqual(page)
})

test('if every field must have a value missing values of a group are generated, at any depth', async () => {
  const deployments = [{ record: { source_config: { resource_spec: { cpu: 1, volumes: [{ name: 'data' }] } } } }]
  const scenario = { name: 'parts', description: 'x', providers: 0, integrations: [], deployments }
  const { db } = createSimulator({ scenario, assumptions: { nullableFields: 'none' } })
  const { resource_spec } = db.deployments.list()[0]?.source_config ?? {}
  expect(resource_spec).toMatchObject({ cpu: 1, min_scale: expect.any(Number) })
  expect(resource_spec?.volumes).toMatchObject([{ name: 'data', csi: expect.any(Object) }])
})

test.for([
  ['sidecars.0.command', { sidecars: [{ name: 'proxy', image: 'proxy:1', command: null }] }],
  [
    'sidecars.1.env',
    {
      sidecars: [
        { name: 'a', image: 'a:1' },
        { name: 'b', image: 'b:1', env: null },
      ],
    },
  ],
])('if every field must have a value a null in a list is named by its path: %s', ([path, resource_spec]) => {
  const { db } = createSimulator({ assumptions: { nullableFields: 'none' } })
  expect(() => db.deployments.create({ source_config: { resource_spec } } as never)).toThrow(
    `"source_config.resource_spec.${path}" is null. Every field must have a value`,
  )
})

test('first-day has a provider, an integration, a deployment that is ready and one that waits for its database', () => {
  const { db } = createSimulator({ scenario: 'first-day' })
  expect([db.providers.count(), db.integrations.count(), db.repositories.count()]).toEqual([1, 1, 3])
  expect(db.deployments.list()).toMatchObject([
    { name: 'stargazing-planner-dev', status: 'AWAITING_DATABASE', active_revision_id: null },
    { name: 'hello-agent', status: 'READY', active_revision_id: expect.any(String) },
  ])
})

const COUNTS: Readonly<Record<ScenarioName, number>> = {
  default: 60,
  empty: 0,
  'first-day': 2,
  busy: 1200,
  large: 100_000,
  'page-edges': 300,
  awkward: 64,
  'every-field': 3,
  troubled: 200,
  pipeline: 5,
}

test('the scenarios have the right numbers of deployments', () => {
  const counts = scenarios.map((each) => [each.name, countRecords(deployments, each)])
  expect(Object.fromEntries(counts)).toEqual(COUNTS)
})

test('of all scenarios busy has several pages of every status, type, source and image version', () => {
  const deployments = (worlds.get('busy') ?? createSimulator({ scenario: 'busy' })).db.deployments.list()
  for (const field of ['status', 'deployment_type', 'source', 'image_version', 'remote_reconciled'] as const) {
    const sizes = countBy(deployments, (each) => `${each[field]}`)
    for (const size of sizes.values()) expect(size).toBeGreaterThan(40)
  }
})

const edges = createSimulator({ scenario: 'page-edges' })

test.for([
  ['name_contains=weighbridge-agent', 100],
  ['name_contains=gate-agent', 101],
  ['status=UNUSED', 100],
  ['status=AWAITING_DELETE', 101],
  ['deployment_type=dev', 100],
  ['deployment_type=prod', 200],
  ['image_version=0.6.4', 100],
  ['image_version=0.5.41', 101],
  ['tag_value_ids=00000000-0000-4000-8000-000000000100', 100],
  ['tag_value_ids=00000000-0000-4000-8000-000000000101', 101],
  ['remote_reconciled=true', 100],
  ['remote_reconciled=false', 200],
  ['status=UNUSED&deployment_type=dev&remote_reconciled=true', 100],
  ['', 300],
] as const)('page-edges %j finds exactly %i', async ([query, count]) => {
  const full = await fetchJson<Page>(edges, `/v2/deployments?${query}&limit=100`)
  const next = await fetchJson<Page>(edges, `/v2/deployments?${query}&limit=100&offset=${full.offset}`)
  expect([full.resources.length, next.resources.length]).toEqual([100, Math.min(100, count - 100)])
  const records = await fetchAllPages(edges, new URLSearchParams(query))
  expect(new Set(records.map(({ id }) => id)).size).toBe(count)
})

test('page-edges ends its first page between deployments with equal names and timestamps, which are ordered only by id', async () => {
  const { resources } = await fetchJson<Page>(edges, '/v2/deployments?limit=40')
  const alike = resources.map(({ name, created_at, updated_at }) => `${name} ${created_at} ${updated_at}`)
  expect(new Set(alike).size).toBe(1)
  const ids = resources.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
})

const awkward = createSimulator({ scenario: 'awkward' })

test.for(awkwardNames.map((name) => [name]))('awkward finds %j by its name', async ([name]) => {
  const query = `name_contains=${encodeURIComponent(name as string)}&limit=100`
  const { resources } = await fetchJson<Page>(awkward, `/v2/deployments?${query}`)
  expect(resources.map((each) => each.name).filter((found) => found === name)).toEqual([name])
})

test('awkward has names of 250 and of 1,000 characters', () => {
  const lengths = awkwardNames.map((name) => [...name].length)
  expect(lengths).toEqual(expect.arrayContaining([250, 1000]))
})

test('awkward has a deployment with null in every field that may have no value', () => {
  const found = awkward.db.deployments.list().find(({ name }) => name === 'nothing-set')
  expect(found).toMatchObject({
    secrets: [],
    secret_references: null,
    latest_revision_id: null,
    active_revision_id: null,
    image_version: null,
  })
  const configs = [...Object.values(found?.source_config ?? {}), ...Object.values(found?.source_revision_config ?? {})]
  expect(configs).toEqual(Array(14).fill(null))
})

test('awkward has a resource spec with a value for every field', () => {
  const found = awkward.db.deployments.list().find(({ name }) => name === 'huge-spec')
  const fields = Object.values(found?.source_config.resource_spec ?? {})
  expect(fields.length).toBe(40)
  expect(fields).not.toContain(null)
})

test('awkward lists the repositories of an integration whose id is not a UUID', async () => {
  const path = `/v1/integrations/github/${encodeURIComponent('équipe 7 %')}/repos`
  expect(await fetchJson(awkward, path)).toHaveLength(2)
})

// Lets pending work continue as far as it can without time passing.
