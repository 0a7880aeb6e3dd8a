// Which fields each source can have, needs and must not have: what the public service documents, field by field.

import { expect, test } from 'vitest'
import { createSimulator, type Preset, type Simulator } from '../../src/index.ts'
import { createCall, type Fields, findOne } from '../support/control-plane.ts'

const PRESETS = ['spec', 'langsmith', 'langsmith-next'] as const
const SOURCES = ['github', 'external_docker', 'internal_docker', 'internal_source', 'internal_template'] as const

type Source = (typeof SOURCES)[number]

interface Row {
  path: string
  /** The sources that it applies to. */
  of: readonly Source[]
  /** The sources that need it. */
  neededBy?: readonly Source[]
  value: unknown
  /** Whether only newer versions of the service have it. */
  isNewer?: true
}

const EVERY = SOURCES
const PUSHED: readonly Source[] = ['github', 'internal_docker', 'internal_source', 'internal_template']

const rows: readonly Row[] = [
  { path: 'source_config.integration_id', of: ['github'], neededBy: ['github'], value: 'of the repository' },
  { path: 'source_config.repo_url', of: ['github'], neededBy: ['github'], value: 'of the repository' },
  // The page says that it only applies to `github`, but clients send it for whatever they build or push.
  { path: 'source_config.deployment_type', of: PUSHED, neededBy: PUSHED, value: 'prod' },
  { path: 'source_config.build_on_push', of: ['github'], neededBy: ['github'], value: false },
  { path: 'source_config.custom_url', of: ['external_docker'], value: 'https://agent.example' },
  { path: 'source_config.resource_spec', of: ['external_docker'], neededBy: ['external_docker'], value: { cpu: 1 } },
  { path: 'source_config.listener_id', of: ['external_docker'], value: 'of a listener' },
  { path: 'source_config.listener_config', of: ['external_docker'], value: { k8s_namespace: 'agents' } },
  { path: 'source_config.install_command', of: EVERY, value: 'make install' },
  { path: 'source_config.build_command', of: EVERY, value: 'make build' },
  {
    path: 'source_config.template_id',
    of: ['internal_template'],
    neededBy: ['internal_template'],
    value: 'chatbot',
    isNewer: true,
  },
  { path: 'source_revision_config.repo_ref', of: ['github'], neededBy: ['github'], value: 'main' },
  // Buildable sources need it, says the page, but the command lines create `internal_source` without it.
  {
    path: 'source_revision_config.langgraph_config_path',
    of: ['github', 'internal_source'],
    neededBy: ['github'],
    value: 'new/langgraph.json',
  },
  {
    path: 'source_revision_config.image_uri',
    of: ['external_docker', 'internal_docker'],
    neededBy: ['external_docker'],
    value: 'registry.example/agent:1',
  },
  { path: 'source_revision_config.source_tarball_path', of: ['internal_source'], value: 'nobody/has/uploaded/it' },
  { path: 'secret_references', of: ['external_docker'], value: [{ name: 'A', secret_name: 'b', secret_key: 'c' }] },
]

function open(preset: Preset, assumptions: Record<string, string> = {}) {
  const simulator = createSimulator({ preset, assumptions: { authentication: 'none', ...assumptions } })
  return { simulator, call: createCall(simulator.fetch) }
}

/** The value of a field in a world. */
function findValue({ path, value }: Row, { db }: Simulator): unknown {
  const [repository] = db.repositories.list()
  if (path.endsWith('integration_id')) return repository?.integration_id
  if (path.endsWith('repo_url')) return repository?.url
  if (path.endsWith('listener_id')) return db.listeners.create({ compute_config: { k8s_namespaces: null } }).id
  return value
}

function setField(body: Fields, path: string, value: unknown): Fields {
  const [part = '', field] = path.split('.')
  if (field === undefined) return { ...body, [part]: value }
  return { ...body, [part]: { ...body[part], [field]: value } }
}

/** The smallest body that creates a deployment from a source. */
function buildSmallest(source: Source, simulator: Simulator, preset: Preset): Fields {
  const needed = rows.filter(({ neededBy = [], of }) => neededBy.includes(source) && of.includes(source))
  // The written contract has only the creation from a repository.
  const all = preset === 'spec' ? rows.filter(({ path }) => WRITTEN.includes(path)) : needed
  const body = { name: 'new-agent', source, source_config: {}, source_revision_config: {}, secrets: [] }
  return all.reduce<Fields>((built, row) => setField(built, row.path, findValue(row, simulator)), body)
}

const WRITTEN = ['source_config.integration_id', 'source_config.repo_url', 'source_revision_config.repo_ref']

/** What a creation gets: a status, and which field its detail names. */
function expectCreation(preset: Preset, source: Source, row: Row, given: string): [number, string?] {
  const { path, of, neededBy = [], isNewer } = row
  if (source === 'internal_template' && preset !== 'langsmith-next') return [422, 'source']
  if (preset === 'spec')
    return WRITTEN.includes(path) && given !== 'present' ? [422, path.split('.')[1] as string] : [201]
  if (isNewer && preset !== 'langsmith-next') return [201]
  if (given !== 'present') return neededBy.includes(source) ? [400, path] : [201]
  // Only an upload of the deployment itself will do, and a new one has none.
  if (path.endsWith('source_tarball_path') && of.includes(source)) return [400, path]
  return of.includes(source) ? [201] : [400, path]
}

const GIVEN = ['present', 'null', 'absent'] as const
const pairs = PRESETS.flatMap((preset) => SOURCES.map((source) => [preset, source] as const))

test.for(pairs)(
  '%s: a creation from %s has what it needs, and nothing that is for others',
  async ([preset, source]) => {
    const { simulator, call } = open(preset)
    for (const [row, given] of rows.flatMap((row) => GIVEN.map((given) => [row, given] as const))) {
      simulator.reset()
      const smallest = buildSmallest(source, simulator, preset)
      const value = { present: () => findValue(row, simulator), null: () => null, absent: () => undefined }[given]()
      const { status, body } = await call('POST /v2/deployments', setField(smallest, row.path, value))
      const [expected, named = ''] = expectCreation(preset, source, row, given)
      const detail = JSON.stringify(body.detail ?? '')
      expect([row.path, given, status, detail]).toEqual([row.path, given, expected, expect.stringContaining(named)])
    }
  },
)

// A type is refused by a rule of its own, and templates are newer.
const foreignOf = (source: Source) =>
  rows.filter(({ of, path, isNewer }) => !of.includes(source) && !isNewer && !path.endsWith('deployment_type'))
const isStrict = ({ path }: Row) =>
  ['build_on_push', 'custom_url', 'langgraph_config_path', 'secret_references'].some((name) => path.includes(name))
const sources = SOURCES.filter((source) => source !== 'internal_template')

test.for(sources)('a field that does not apply is kept or ignored by a creation from %s', async (source) => {
  for (const row of foreignOf(source)) {
    const read = async (sourceFields: string) => {
      const { simulator, call } = open('langsmith', { sourceFields, creationReferences: 'unchecked' })
      const sent = setField(buildSmallest(source, simulator, 'langsmith'), row.path, findValue(row, simulator))
      const { status, body } = await call('POST /v2/deployments', sent)
      const [part = '', field = ''] = row.path.split('.')
      return [status, body[part]?.[field] ?? null]
    }
    // Nobody has uploaded the tarball.
    expect([row.path, (await read('kept'))[0]]).toEqual([
      row.path,
      isStrict(row) || row.path.endsWith('source_tarball_path') ? 400 : 201,
    ])
    expect([row.path, ...(await read('ignored'))]).toEqual([row.path, isStrict(row) ? 400 : 201, null])
  }
})

test.for(sources)('a field that does not apply is refused or ignored by a change from %s', async (source) => {
  for (const sourceFields of ['refused', 'ignored']) {
    const { simulator, call } = open('langsmith', { sourceFields })
    const { id } = findOne(simulator, { source, status: 'READY' })
    for (const row of foreignOf(source)) {
      const value = findValue(row, simulator)
      const before = simulator.snapshot()
      const { status, body } = await call(`PATCH /v2/deployments/${id}`, setField({}, row.path, value))
      const isRefused = sourceFields === 'refused' || isStrict(row)
      expect([row.path, status]).toEqual([row.path, isRefused ? 400 : 200])
      if (isRefused) expect(body.detail).toContain(`'${row.path}' is only available for`)
      // What is ignored starts no revision either.
      expect(simulator.snapshot()).toEqual(before)
    }
  }
})

test.for(PRESETS)('%s: a field of a revision is that of its own source', async (preset) => {
  if (preset === 'spec') return
  const { simulator, call } = open(preset)
  const { id } = findOne(simulator, { source: 'internal_source', status: 'READY' })
  const image = { revision_source: 'internal_docker', source_revision_config: { image_uri: 'registry.example/a:2' } }
  expect((await call(`PATCH /v2/deployments/${id}`, image)).status).toBe(200)
  const path = {
    ...image,
    source_revision_config: { ...image.source_revision_config, langgraph_config_path: 'a.json' },
  }
  expect((await call(`POST /v2/deployments/${id}/revisions`, path)).body.detail).toContain('langgraph_config_path')
})

test.for([
  ['spec', 'qa', 201],
  ['langsmith', 'qa', 201],
  ['langsmith-next', 'qa', 422],
  ['langsmith-next', 'development', 201],
  ['langsmith-next', 'staging', 201],
  ['langsmith-next', 'production', 201],
  ['langsmith-next', '', 422],
  ['langsmith-next', null, 422],
  ['langsmith-next', undefined, 422],
] as const)('%s: a creation for an agent in the environment %s gets %d', async ([preset, environment, expected]) => {
  const { simulator, call } = open(preset)
  const sent = { ...buildSmallest('github', simulator, preset), agent: { agent_id: 'support', environment } }
  const { status, body } = await call('POST /v2/deployments', sent)
  expect(status).toBe(expected)
  const locations = JSON.stringify(body.detail ?? '')
  if (expected === 422) expect(locations).toContain('["body","agent","environment"]')
  // Others do not know agents, and ignore what they do not know.
  if (preset !== 'langsmith-next') expect(simulator.db.deployments.get(body.id)?.agent_id).toBeNull()
})

test('langsmith-next takes any environment of an agent if the service does', async () => {
  const { simulator, call } = open('langsmith-next', { agentEnvironments: 'any' })
  const agent = { agent_id: 'support', environment: 'qa' }
  const { status, body } = await call('POST /v2/deployments', {
    ...buildSmallest('github', simulator, 'langsmith-next'),
    agent,
  })
  expect([status, body.agent]).toEqual([201, agent])
})
