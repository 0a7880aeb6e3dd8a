import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson, type Page } from '../support/client.ts'

const UUID = '11111111-2222-3333-4444-555555555555'
const { db: sample } = createSimulator()
const [taken] = sample.deployments.list()
const [integration] = sample.integrations.list()

test('a created record is completed by the factory, and refers to an existing repository', () => {
  const { db } = createSimulator()
  const deployment = db.deployments.create({ name: 'checkout' })
  const { integration_id, repo_url } = deployment.source_config
  expect(db.repositories.list()).toContainEqual(expect.objectContaining({ integration_id, url: repo_url }))
  expect(deployment).toMatchObject({ name: 'checkout', tenant_id: taken?.tenant_id })
  expect(deployment.created_at).toBe(deployment.updated_at)
})

test('a created record keeps the given values, also within the configuration, and completes the rest', () => {
  const { db } = createSimulator()
  const [repository] = db.repositories.list().slice(-1)
  const { source_config } = db.deployments.create({
    source_config: { repo_url: repository?.url ?? '', install_command: 'make' },
  })
  expect(source_config).toMatchObject({
    repo_url: repository?.url,
    integration_id: repository?.integration_id,
    install_command: 'make',
  })
})

test('a created record is the same in every world with the same seed, whatever its size', () => {
  const create = (deployments: number) => createSimulator({ deployments }).db.deployments.create({ name: 'checkout' })
  expect(create(3)).toEqual(create(60))
})

test('a created record treats a field that is undefined as not given', () => {
  const nothing = { id: undefined, name: undefined, status: undefined, secrets: undefined, source_config: undefined }
  const create = (given: object) => createSimulator().db.deployments.create(given)
  expect(create(nothing)).toEqual(create({}))
  expect(create({ source_config: { repo_url: undefined } })).toEqual(create({}))
})

test('a created record has its own repository, with a unique URL', () => {
  const { db } = createSimulator()
  for (let count = 0; count < 60; count += 1) db.repositories.create()
  const urls = db.repositories.list().map(({ url }) => url)
  expect(new Set(urls).size).toBe(urls.length)
})

test('a created record has a value in every field if every field must have one, also within given values', () => {
  const { db } = createSimulator({ assumptions: { nullableFields: 'none' } })
  const { source_config } = db.deployments.create({
    source_config: {
      resource_spec: { cpu: 2, labels: { team: null }, sidecars: [{ name: 'proxy', image: 'envoy' }] },
    },
  })
  expect(source_config.resource_spec).toMatchObject({ cpu: 2, labels: { team: null }, sidecars: [{ name: 'proxy' }] })
  expect(JSON.stringify({ ...source_config.resource_spec, labels: {} })).not.toContain('null')
})

test('a created record may be younger than the present of its world, and is then updated as late', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  const created_at = '2030-01-01T00:00:00Z'
  const deployment = db.deployments.create({ created_at })
  expect(db.deployments.update(deployment.id, { name: 'later' })).toMatchObject({
    created_at,
    updated_at: created_at,
  })
  const provider = db.providers.create({ created_at })
  expect(db.providers.update(provider.id, { name: 'later' })).toMatchObject({ created_at, updated_at: created_at })
})

test('a created record is found over HTTP by any spelling of its id', async () => {
  const simulator = createSimulator({ scenario: 'empty', assumptions: { integrationIdFormat: 'uuid' } })
  simulator.db.integrations.create({ id: 'ABCDEF01-1111-4111-8111-111111111111' })
  simulator.db.repositories.create({ integration_id: 'ABCDEF01-1111-4111-8111-111111111111', name: 'widgets' })
  const path = '/v1/integrations/github/ABCDEF01111141118111111111111111/repos'
  expect(await fetchJson(simulator, path)).toMatchObject([{ name: 'widgets' }])
})

test('a created record is complete in an empty world, without a repository', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  expect(db.deployments.create({ name: 'checkout' }).source_config).toMatchObject({
    repo_url: null,
    integration_id: null,
  })
})

test('a created record has a state and a name of its own if it is a deletion', () => {
  const { db } = createSimulator({ preset: 'langsmith' })
  const [first, second] = [db.deletions.create(), db.deletions.create()]
  expect(first).toMatchObject({ name: 'deleted-1', state: 'DELETED', deployment: null })
  expect(second).toMatchObject({ name: 'deleted-2', state: 'DELETED' })
  expect(db.deletions.create({ name: 'old-agent' })).toMatchObject({ name: 'old-agent', state: 'DELETED' })
})

test('a created record does not refer to an integration whose id is not a UUID, unless it is given', async () => {
  const integrations = [{ id: 'team 7', kind: 'standard' as const, name: 'acme', repositories: 2 }]
  const scenario = { name: 'odd', description: 'x', providers: 0, integrations, deployments: 3 }
  const simulator = createSimulator({ scenario })
  const { resources } = await fetchJson<Page>(simulator, '/v2/deployments')
  expect(resources.map(({ source_config }) => source_config)).toMatchObject(Array(3).fill({ integration_id: null }))
  expect(simulator.db.deployments.create().source_config.integration_id).toBeNull()
  const told = simulator.db.deployments.create({ source_config: { integration_id: 'team 7' } })
  expect(told.source_config.integration_id).toBe('team 7')
})

test('a created record gives a repository an owner and a name that match the given URL', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  const repository = db.repositories.create({ url: 'https://github.com/acme/widgets.git' })
  expect(repository).toMatchObject({ owner: 'acme', name: 'widgets' })
  expect(db.repositories.create({ owner: 'acme', name: 'gears' }).url).toBe('https://github.com/acme/gears')
})

test('a created record is found over HTTP under the integration that it was given', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const { id } = simulator.db.integrations.create({ kind: 'alternate', name: 'acme' })
  simulator.db.repositories.create({ integration_id: id, name: 'widgets' })
  const repositories = await fetchJson(simulator, `/v1/integrations/forge/github/${id}/repos`)
  expect(repositories).toMatchObject([{ host_integration_id: id, owner: 'acme', name: 'widgets' }])
})

test.for([
  [
    { status: 'ready' },
    '"status" is "ready". Did you mean "READY"? Allowed: AWAITING_DATABASE, READY, UNUSED, AWAITING_DELETE, UNKNOWN, and what the assumption "statusValues" adds',
  ],
  [{ name: 5 }, '"name" is 5.'],
  [{ nmae: 'checkout' }, '"nmae" is unknown. Did you mean "name"? Known: id, tenant_id, name,'],
  [{ source_config: { repo: 'x' } }, '"source_config.repo" is unknown'],
  [{ repo_url: 'x' }, '"repo_url" is unknown. Did you mean "source_config.repo_url"? Known: id, tenant_id, name,'],
  [{ source_config: { resource_spec: { cpu: 'two' } } }, '"source_config.resource_spec.cpu" is "two".'],
  [
    { source_config: { resource_spec: { sidecars: [{ image: 'a' }] } } },
    '"source_config.resource_spec.sidecars.0.name" is missing',
  ],
  [{ id: 'checkout' }, '"id" is "checkout".'],
  [{ id: taken?.id }, `the id "${taken?.id}" already exists`],
  [{ id: taken?.id.toUpperCase() }, `the id "${taken?.id}" already exists`],
  [{ deployment_type: 'huge' }, '"deployment_type" is "huge".'],
  [{ deployment_type: 5 }, '"deployment_type" is 5.'],
  [{ name: null }, '"name" is null.'],
  [{ secrets: null }, '"secrets" is null.'],
  [{ source_config: 5 }, '"source_config" is 5.'],
  [{ source_config: null }, '"source_config" is null.'],
  [{ created_at: '2020-01-01T00:00:00+25:00' }, '"created_at" is "2020-01-01T00:00:00+25:00". It must be an ISO 8601'],
  [{ created_at: '2016-12-31T23:59:60Z' }, '"created_at" is "2016-12-31T23:59:60Z".'],
  [{ created_at: '9999-12-31T23:59:59-01:00' }, '"created_at" is'],
  [{ tag_value_ids: ['x'] }, '"tag_value_ids.0" is "x".'],
  [
    { created_at: '2025-01-02T00:00:00Z', updated_at: '2025-01-01T00:00:00Z' },
    '"updated_at" is "2025-01-01T00:00:00Z". It must not be before "created_at", 2025-01-02T00:00:00Z',
  ],
] as const)('an invalid record is rejected as a deployment, and nothing is written: %j', ([given, issue]) => {
  const { db } = createSimulator()
  const before = db.deployments.list()
  expect(() => db.deployments.create(given as never)).toThrow(`Failed to create deployment: ${issue}`)
  expect(db.deployments.list()).toEqual(before)
})

test('an invalid record is rejected if a free-form object is not JSON: it contains itself, or is deeper than a hundred levels', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle
  let deep: Record<string, unknown> = {}
  for (let level = 0; level < 5000; level += 1) deep = { deep }
  for (const labels of [cycle, deep, { when: 5n }, { run: () => 1 }]) {
    const create = () => db.deployments.create({ source_config: { resource_spec: { labels } } })
    expect(create).toThrow(/^Failed to create deployment: "source_config\.resource_spec\.labels" is /)
  }
  expect(db.deployments.count()).toBe(0)
})

test.for([[5], [null], ['checkout'], [[]]])('an invalid record is rejected if it is not an object: %j', ([given]) => {
  const { db } = createSimulator({ scenario: 'empty' })
  for (const records of Object.values(db)) {
    expect(() => records.create(given as never)).toThrow(
      `Failed to write a record: ${JSON.stringify(given)} is not a record.`,
    )
    expect(records.count()).toBe(0)
  }
})

test('an update without fields says so', () => {
  const { db } = createSimulator()
  const [{ id } = { id: '' }] = db.deployments.list({ limit: 1 })
  expect(() => db.deployments.update(id, undefined as never)).toThrow(
    'Failed to write a record: the fields are missing. Pass an object.',
  )
})

test('an invalid record has no effect on the next record', () => {
  const [db, untouched] = [createSimulator({ scenario: 'empty' }).db, createSimulator({ scenario: 'empty' }).db]
  expect(() => db.repositories.create({ id: '' })).toThrow('"id" is ""')
  expect(() => db.deployments.create({ status: 'none' })).toThrow('"status" is "none"')
  expect(db.integrations.count()).toBe(0)
  expect(db.repositories.create()).toEqual(untouched.repositories.create())
  expect(db.deployments.create()).toEqual(untouched.deployments.create())
})

test('an invalid record is rejected with all of its issues at once', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  expect(() => db.deployments.create({ name: 5, secrets: 'none' } as never)).toThrow(/"name" is 5.*"secrets" is "none"/)
})

test.for([
  [{ integration_id: UUID }, `"integration_id" is "${UUID}". It must be the id of an integration of this world`],
  [{ id: '' }, '"id" is "".'],
  [{ id: sample.repositories.list()[0]?.id }, 'exists'],
] as const)('an invalid record is rejected as a repository: %j', ([given, issue]) => {
  const { db } = createSimulator()
  const before = db.repositories.count()
  expect(() => db.repositories.create(given as never)).toThrow(issue)
  expect(db.repositories.count()).toBe(before)
})

test('an invalid record is rejected as a repository if its id is not a number, but ids are numbers', () => {
  const { db } = createSimulator({ assumptions: { repositoryIdType: 'integer' } })
  expect(() => db.repositories.create({ id: 'widgets' })).toThrow(
    '"id" is "widgets". It must consist of at most 15 digits',
  )
})

test('an invalid record is rejected as a deployment without a value if every field must have one', () => {
  const { db } = createSimulator({ assumptions: { nullableFields: 'none' } })
  expect(() => db.deployments.create({ image_version: null })).toThrow('"image_version" is null.')
})

test('an invalid record does not change the record that it was to replace', () => {
  const { db } = createSimulator()
  const [before] = db.deployments.list()
  const id = before?.id ?? ''
  expect(() => db.deployments.update(id, { status: 'gone' })).toThrow('Failed to update deployment: "status" is "gone"')
  expect(() => db.deployments.update(id, { id: UUID })).toThrow(`The id of "${id}" cannot change.`)
  expect(db.deployments.get(id)).toBe(before)
})

test('an invalid record is rejected as an update of an unknown record', () => {
  const { db } = createSimulator()
  expect(() => db.deployments.update(UUID, { name: 'x' })).toThrow(`no record has the id "${UUID}"`)
})

test('a record of the database cannot be changed by its reader', () => {
  const { db } = createSimulator()
  const [deployment] = db.deployments.list()
  expect(() => Object.assign(deployment?.source_config ?? {}, { repo_url: 'x' })).toThrow(TypeError)
  expect(() => Object.assign(db.deployments.get(deployment?.id ?? '') ?? {}, { name: 'x' })).toThrow(TypeError)
})

test('a record of the database does not follow changes to the value that it was created from', () => {
  const { db } = createSimulator({ scenario: 'empty' })
  const labels = { team: { name: 'checkout' } }
  const { id } = db.deployments.create({ source_config: { resource_spec: { labels } } })
  labels.team.name = 'other'
  expect(db.deployments.get(id)?.source_config.resource_spec?.labels).toEqual({ team: { name: 'checkout' } })
})

test('a record of the database has only its own fields, and none of the underlying library', () => {
  const { db } = createSimulator()
  for (const records of [db.providers, db.integrations, db.repositories, db.deployments]) {
    expect(Reflect.ownKeys(records.list()[0] ?? {}).filter((key) => typeof key === 'symbol')).toEqual([])
  }
})

test('a record of the database keeps a null that the underlying library would turn into an empty text', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.db.deployments.create({ image_version: null })
  const { resources } = await fetchJson<Page>(simulator, '/v2/deployments')
  expect(resources[0]).toMatchObject({ image_version: null })
})

test('a record of the database is updated field by field, and so are its nested objects', () => {
  const { db } = createSimulator()
  const [before] = db.deployments.list()
  const after = db.deployments.update(before?.id ?? '', { source_config: { install_command: 'make' } })
  expect(after.source_config).toEqual({ ...before?.source_config, install_command: 'make' })
  expect(after.updated_at > (before?.updated_at ?? '')).toBe(true)
  expect(db.deployments.list().map(({ id }) => id)).toEqual(sample.deployments.list().map(({ id }) => id))
})

test('a record of the database keeps its place among the repositories of its integration when it is updated', async () => {
  const simulator = createSimulator()
  const list = async () => {
    const listed = await fetchJson<{ id: string }[]>(simulator, `/v1/integrations/github/${integration?.id}/repos`)
    return listed.map(({ id }) => id)
  }
  const before = await list()
  for (const id of before.slice(0, 3)) {
    simulator.db.repositories.update(id, { default_branch: 'trunk' })
    expect(await list()).toEqual(before)
  }
})

test('a record of the database is removed by delete, and the repositories of an integration with it', async () => {
  const simulator = createSimulator()
  const { db } = simulator
  const id = integration?.id ?? ''
  expect(db.integrations.delete(id)).toBe(true)
  expect(db.integrations.delete(id)).toBe(false)
  expect(db.repositories.list().filter((each) => each.integration_id === id)).toEqual([])
  expect((await simulator.fetch(`/v1/integrations/github/${id}/repos`)).status).toBe(404)
})

test('reset restores records, ids and time to the start of the world', async () => {
  const simulator = createSimulator()
  const { db } = simulator
  const page = () => simulator.fetch('/v2/deployments?limit=100').then((response) => response.text())
  const [start, first] = [await page(), db.deployments.create({ name: 'checkout' })]
  for (const { id } of db.repositories.list()) db.repositories.delete(id)
  db.deployments.delete(taken?.id ?? '')

  simulator.reset()
  expect(await page()).toBe(start)
  expect(db.repositories.list()).toEqual(sample.repositories.list())
  expect(db.deployments.create({ name: 'checkout' })).toEqual(first)
})

test('reset of one simulator does not affect another', () => {
  const [one, other] = [createSimulator({ scenario: 'empty' }), createSimulator({ scenario: 'empty' })]
  other.db.deployments.create({ name: 'checkout' })
  one.reset()
  expect([one.db.deployments.count(), other.db.deployments.count()]).toEqual([0, 1])
})
