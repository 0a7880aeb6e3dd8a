import { expect, test } from 'vitest'
import { buildCreation, buildImageCreation, createCall, createService, type Fields } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ERROR = 'Source configuration error:'

function open(assumptions: Record<string, string> = {}) {
  const simulator = createService({ assumptions })
  const call = createCall(simulator.fetch)
  const create = (body: unknown) => call('POST /v2/deployments', body)
  return { simulator, call, create }
}

test('a creation from a repository returns the deployment with its first revision', async () => {
  const { simulator, call, create } = open()
  const sent = buildCreation(simulator, {
    source_config: { deployment_type: 'prod', build_on_push: true },
    secrets: [{ name: 'KEY', value: 'value' }],
  })
  const { status, body } = await create(sent)
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...sent,
    status: 'AWAITING_DATABASE',
    tenant_id: simulator.db.deployments.list()[0]?.tenant_id,
    active_revision_id: null,
    latest_revision_id: expect.any(String),
    image_version: null,
    source_config: { custom_url: null, resource_spec: null, listener_id: null },
  })
  expect((await call(`GET /v2/deployments/${body.id}/revisions`)).body.resources).toEqual([
    expect.objectContaining({ id: body.latest_revision_id, status: 'CREATING', source: 'github' }),
  ])
})

test('a creation from an image in another registry returns a production deployment', async () => {
  const { create } = open()
  const { status, body } = await create(buildImageCreation())
  expect([status, body]).toMatchObject([
    201,
    {
      source: 'external_docker',
      source_config: { deployment_type: 'prod', build_on_push: false, resource_spec: { cpu: 1, db_cpu: null } },
      source_revision_config: { image_uri: 'registry.example/new-agent:1', repo_ref: null, repo_commit_sha: null },
    },
  ])
})

test.for(['internal_source', 'internal_docker'])(
  'a creation of the command line for %s has a revision, which is skipped because there is nothing to roll out',
  async (source) => {
    const { call, create } = open()
    const { status, body } = await create({
      name: 'my-agent',
      source,
      source_config: { deployment_type: 'dev' },
      source_revision_config: {},
      secrets: [],
    })
    expect([status, body.source, body.source_config.deployment_type]).toEqual([201, source, 'dev'])
    const { resources } = (await call(`GET /v2/deployments/${body.id}/revisions`)).body
    expect(resources).toEqual([expect.objectContaining({ id: body.latest_revision_id, status: 'SKIPPED' })])
  },
)

test('a creation without a type is a production deployment, if the service fills it in', async () => {
  const { simulator, create } = open({ missingCreationFields: 'filledIn' })
  const nothing = { deployment_type: null, build_on_push: null }
  expect((await create(buildCreation(simulator, { source_config: nothing }))).body.source_config.deployment_type).toBe(
    'prod',
  )
  const sent = {
    name: 'other',
    source: 'internal_source',
    source_config: {},
    source_revision_config: {},
    secrets: [],
  }
  expect((await create(sent)).body.source_config.deployment_type).toBe('prod')
})

test('a creation from a repository has the commit of its ref, like every later revision of that ref', async () => {
  const { simulator, call, create } = open()
  const { body } = await create(buildCreation(simulator))
  simulator.clock.advance(20 * 60_000)
  const read = async () => (await call(`GET /v2/deployments/${body.id}`)).body.source_revision_config
  const first = await read()
  expect(first.repo_commit_sha).toMatch(/^[0-9a-f]{40}$/)
  const change = (repo_ref: string) =>
    call(`PATCH /v2/deployments/${body.id}`, { source_revision_config: { repo_ref } })
  await change('other')
  const second = await read()
  expect(second.repo_commit_sha).toMatch(/^[0-9a-f]{40}$/)
  expect(second.repo_commit_sha).not.toBe(first.repo_commit_sha)
  await change('main')
  expect(await read()).toEqual(first)
  const { resources } = (await call(`GET /v2/deployments/${body.id}/revisions`)).body
  expect(resources.map((each: Fields) => each.source_revision_config)).toEqual([first, second, first])
})

test('a creation rounds the numbers of CPUs to one decimal', async () => {
  const { create } = open()
  const { body } = await create(
    buildImageCreation({ source_config: { resource_spec: { cpu: 0.25, cpu_limit: 1.34 } } }),
  )
  expect(body.source_config.resource_spec).toMatchObject({ cpu: 0.3, cpu_limit: 1.3 })
})

test('a creation takes volumes and mounts without a name, which no client has to give', async () => {
  const { create } = open()
  const resource_spec = {
    volumes: [{}, { emptyDir: {} }],
    volume_mounts: [{}, { name: 'data' }, { mountPath: '/data' }],
    sidecars: [{ name: 'proxy', image: 'proxy:1', env: [{ name: 'A' }], resources: {}, volumeMounts: [{}] }],
    init_containers: [{ name: 'wait', image: 'wait:1', envFrom: [{}] }],
  }
  const { status, body } = await create(buildImageCreation({ source_config: { resource_spec } }))
  expect([status, body.source_config.resource_spec]).toMatchObject([
    201,
    {
      volumes: [
        { name: null, emptyDir: null },
        { name: null, emptyDir: {} },
      ],
      volume_mounts: [
        { name: null, mountPath: null },
        { name: 'data', mountPath: null },
        { name: null, mountPath: '/data' },
      ],
      sidecars: [
        {
          env: [{ name: 'A', value: null, valueFrom: null }],
          resources: { limits: null },
          volumeMounts: [{ name: null }],
        },
      ],
      init_containers: [{ envFrom: [{}] }],
    },
  ])
})

test('a creation leaves out what was not given if the service does', async () => {
  const { create } = open({ optionalFields: 'absent' })
  const resource_spec = { volumes: [{}], volume_mounts: [{}] }
  const { body } = await create(buildImageCreation({ source_config: { resource_spec } }))
  expect(body.source_config.resource_spec).toEqual(resource_spec)
})

test('a creation rejects a volume whose name is null', async () => {
  const { create } = open()
  const resource_spec = { volumes: [{ name: null }] }
  const { status, body } = await create(buildImageCreation({ source_config: { resource_spec } }))
  expect([status, body.detail]).toMatchObject([422, [{ type: 'string_type' }]])
})

test('a creation stores no number that is too large to be one', async () => {
  const { simulator } = open()
  const sent = buildImageCreation({ source_config: { resource_spec: { min_scale: 123456, max_scale: 2 } } })
  const response = await simulator.fetch('/v2/deployments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent).replace('123456', `1${'0'.repeat(400)}`),
  })
  expect([response.status, await response.json()]).toMatchObject([
    201,
    { source_config: { resource_spec: { min_scale: null, max_scale: 2 } } },
  ])
})

test('a creation accepts the URL of a repository with the ending of git', async () => {
  const { simulator, create } = open()
  const url = `${simulator.db.repositories.list()[0]?.url}.git`
  const { status, body } = await create(buildCreation(simulator, { source_config: { repo_url: url } }))
  expect([status, body.source_config.repo_url]).toEqual([201, url])
})

test('a creation appears in the list, in its filters, in the simulator and in its snapshots', async () => {
  const { simulator, call, create } = open()
  const { body } = await create(buildCreation(simulator, { source_config: { deployment_type: 'dev_free' } }))
  const queries = ['limit=1', 'name_contains=new-agent', `deployment_ids=${body.id}`]
  for (const query of [...queries, 'name_contains=new&deployment_type=dev_free&status=AWAITING_DATABASE']) {
    expect((await call(`GET /v2/deployments?${query}`)).body.resources).toEqual([body])
  }
  expect(simulator.db.deployments.get(body.id)?.name).toBe('new-agent')
  const restored = createService()
  restored.restore(simulator.snapshot())
  const again = createCall(restored.fetch)
  expect((await again(`GET /v2/deployments/${body.id}`)).body).toEqual(body)
  expect(await again(`GET /v2/deployments/${body.id}/revisions`)).toEqual(
    await call(`GET /v2/deployments/${body.id}/revisions`),
  )
})

test('a creation is the same in another simulator', async () => {
  const [one, other] = [open(), open()]
  expect(await one.create(buildCreation(one.simulator))).toEqual(await other.create(buildCreation(other.simulator)))
})

test('a creation has a name without underscores if names are those of hosts', async () => {
  const { simulator, create } = open({ deploymentNames: 'hostname' })
  const before = simulator.snapshot()
  expect(await create(buildImageCreation({ name: 'my_agent' }))).toEqual({
    status: 400,
    body: {
      detail:
        "Deployment name 'my_agent' is not valid. It must start with a letter, and consist of letters, digits and hyphens.",
    },
  })
  expect(simulator.snapshot()).toEqual(before)
  expect((await create(buildImageCreation({ name: 'My-agent-2' }))).status).toBe(201)
})

test('a creation needs no repository of the world if references are not checked', async () => {
  const { simulator, create } = open({ creationReferences: 'unchecked' })
  const source_config = { integration_id: UNKNOWN, repo_url: 'https://github.com/nobody/nothing' }
  expect((await create(buildCreation(simulator, { source_config }))).status).toBe(201)
})

const openWorkspace = () => {
  const { simulator, ...others } = open()
  const { id: first } = simulator.db.listeners.create({ compute_config: { k8s_namespaces: ['agents', 'previews'] } })
  const { id: second } = simulator.db.listeners.create({ compute_config: { k8s_namespaces: null } })
  return { simulator, first, second, ...others }
}

test('in a workspace with listeners, an image needs one of them', async () => {
  const { first, second, create } = openWorkspace()
  const required = `is required for workspace with available listener IDs: ['${first}', '${second}']`
  expect(await create(buildImageCreation())).toEqual({
    status: 400,
    body: { detail: `${ERROR} 'source_config.listener_id' ${required}` },
  })
})

test('in a workspace with listeners, an image is deployed by one of them', async () => {
  const { simulator, first, call, create } = openWorkspace()
  const source_config = { listener_id: first, listener_config: { k8s_namespace: 'agents' } }
  const { status, body } = await create(buildImageCreation({ source_config }))
  expect([status, body.source_config]).toMatchObject([201, source_config])
  const { body: page } = await call('GET /v2/deployments?remote_reconciled=true&name_contains=new-agent')
  expect(page.resources).toEqual([body])
  expect(simulator.db.deployments.get(body.id)?.deployment_type).toBe('prod')
})

test('in a workspace with listeners, an image cannot use another namespace', async () => {
  const { simulator, first, second, create } = openWorkspace()
  const listener_config = { k8s_namespace: 'other' }
  const before = simulator.snapshot()
  expect(await create(buildImageCreation({ source_config: { listener_id: first, listener_config } }))).toEqual({
    status: 400,
    body: {
      detail: `${ERROR} 'source_config.listener_config.k8s_namespace' must be one of ['agents', 'previews']`,
    },
  })
  expect(simulator.snapshot()).toEqual(before)
  // A listener without a list takes any.
  expect((await create(buildImageCreation({ source_config: { listener_id: second, listener_config } }))).status).toBe(
    201,
  )
})

test('in a workspace with listeners, an image cannot use an unknown one', async () => {
  const { create } = openWorkspace()
  expect(await create(buildImageCreation({ source_config: { listener_id: UNKNOWN } }))).toEqual({
    status: 404,
    body: { detail: `Listener ID ${UNKNOWN} not found.` },
  })
})

test('in a workspace with listeners, an image is not needed for a repository', async () => {
  const { simulator, create } = openWorkspace()
  expect((await create(buildCreation(simulator))).status).toBe(201)
})

const image = (more: Fields) => () => buildImageCreation(more)
const code =
  (more: Fields) =>
  (simulator: Parameters<typeof buildCreation>[0]): Fields =>
    buildCreation(simulator, more)

const rejected: [string, (simulator: Parameters<typeof buildCreation>[0]) => Fields, number, string][] = [
  [
    'from a repository without an integration',
    code({ source_config: { integration_id: null } }),
    400,
    `${ERROR} 'source_config.integration_id' is required for 'github' source`,
  ],
  [
    'from a repository without its URL',
    code({ source_config: { repo_url: null } }),
    400,
    `${ERROR} 'source_config.repo_url' is required for 'github' source`,
  ],
  [
    'from a repository without a ref',
    code({ source_revision_config: { repo_ref: null } }),
    400,
    `${ERROR} 'source_revision_config.repo_ref' is required for 'github' source`,
  ],
  [
    'from a repository without the path of its configuration',
    code({ source_revision_config: { langgraph_config_path: '' } }),
    400,
    `${ERROR} 'source_revision_config.langgraph_config_path' is required for 'github' source`,
  ],
  [
    'from a repository without a type',
    code({ source_config: { deployment_type: null } }),
    400,
    `${ERROR} 'source_config.deployment_type' is required for 'github' source`,
  ],
  [
    'from a repository that does not say whether pushes build it',
    code({ source_config: { build_on_push: null } }),
    400,
    `${ERROR} 'source_config.build_on_push' is required for 'github' source`,
  ],
  [
    'of uploaded code without a type',
    image({ source: 'internal_source', source_revision_config: { image_uri: null } }),
    400,
    `${ERROR} 'source_config.deployment_type' is required for 'internal_source' source`,
  ],
  [
    'with a scale of 0, for a type without zero in its name',
    image({ source_config: { resource_spec: { min_scale: 0 } } }),
    400,
    `${ERROR} 'source_config.resource_spec.min_scale' must be at least 1 for 'prod' deployments`,
  ],
  [
    'with a secret whose name is reserved',
    code({
      secrets: [
        { name: 'KEY', value: 'a' },
        { name: 'LANGSMITH_API_KEY', value: 'b' },
      ],
    }),
    400,
    "Secret name 'LANGSMITH_API_KEY' is reserved.",
  ],
  [
    'from an image with a secret whose name is reserved everywhere',
    image({ secrets: [{ name: 'POSTGRES_URI', value: 'a' }] }),
    400,
    "Secret name 'POSTGRES_URI' is reserved.",
  ],
  [
    'from an unknown integration',
    code({ source_config: { integration_id: UNKNOWN } }),
    404,
    `Integration ID ${UNKNOWN} not found.`,
  ],
  [
    'from a repository that the integration does not list',
    code({ source_config: { repo_url: 'https://github.com/nobody/nothing' } }),
    400,
    'LangSmith Deployment does not have permission on your repo',
  ],
  [
    'that builds a tag on each push',
    code({ source_config: { build_on_push: true }, source_revision_config: { repo_ref: 'refs/tags/v1' } }),
    400,
    `${ERROR} 'source_config.build_on_push' is not available for the tag 'refs/tags/v1'`,
  ],
  [
    'from an image without a resource spec',
    image({ source_config: { resource_spec: null } }),
    400,
    `${ERROR} 'source_config.resource_spec' is required for 'external_docker' source`,
  ],
  [
    'from an image without the image',
    image({ source_revision_config: { image_uri: null } }),
    400,
    `${ERROR} 'source_revision_config.image_uri' is required for 'external_docker' source`,
  ],
  [
    'from an image with a type',
    image({ source_config: { deployment_type: 'prod' } }),
    400,
    `${ERROR} 'source_config.deployment_type' is not allowed for 'external_docker' source`,
  ],
  [
    'from an image that is built on push',
    image({ source_config: { build_on_push: true } }),
    400,
    `${ERROR} 'source_config.build_on_push' is only available for 'github' source`,
  ],
  [
    'from an image that says it is not built on push',
    image({ source_config: { build_on_push: false } }),
    400,
    `${ERROR} 'source_config.build_on_push' is only available for 'github' source`,
  ],
  [
    'from an image with the path of a configuration',
    image({ source_revision_config: { langgraph_config_path: 'langgraph.json' } }),
    400,
    `${ERROR} 'source_revision_config.langgraph_config_path' is only available for 'github' or 'internal_source' source`,
  ],
  [
    'from a repository with references to secrets of a cluster',
    code({ secret_references: [{ name: 'KEY', secret_name: 'secrets', secret_key: 'key' }] }),
    400,
    `${ERROR} 'secret_references' is only available for 'external_docker' source`,
  ],
  [
    'from a tarball that nobody has uploaded',
    image({
      source: 'internal_source',
      source_config: { deployment_type: 'dev', resource_spec: null },
      source_revision_config: { image_uri: null, source_tarball_path: 'somewhere' },
    }),
    400,
    `${ERROR} nothing was uploaded to 'source_revision_config.source_tarball_path': 'somewhere'`,
  ],
  [
    'with a name that another deployment has',
    (simulator) => buildImageCreation({ name: simulator.db.deployments.list()[7]?.name }),
    409,
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
      'There already exists a project in LangSmith named: ',
  ],
]

test.for(rejected)('a creation is rejected, and nothing changes, %s', async ([, build, status, detail]) => {
  const { simulator, create } = open()
  const before = simulator.snapshot()
  const got = await create(build(simulator))
  expect(got).toEqual({ status, body: { detail: expect.stringContaining(detail) } })
  expect(simulator.snapshot()).toEqual(before)
})

function openNewer(assumptions: Record<string, string> = {}) {
  const simulator = createService({ preset: 'langsmith-next', assumptions })
  const call = createCall(simulator.fetch)
  return { simulator, call, create: (body: unknown) => call('POST /v2/deployments', body) }
}
const fromTemplate = (source_config: Fields) => ({
  name: 'new-agent',
  source: 'internal_template',
  source_config,
  source_revision_config: {},
  secrets: [],
})

test.for(['serverless', 'dedicated', 'dev', 'prod'])(
  'a creation can have the type %s of either family',
  async (type) => {
    const { simulator, call, create } = open()
    const { status, body } = await create(buildCreation(simulator, { source_config: { deployment_type: type } }))
    expect([status, body.source_config.deployment_type]).toEqual([201, type])
    const { resources } = (await call(`GET /v2/deployments?name_contains=new-agent&deployment_type=${type}`)).body
    expect(resources).toEqual([body])
  },
)

test.for(['dev_zero', 'dev_free_zero', 'serverless', 'dedicated'])(
  'a creation by a newer client can have the type %s, by which it is listed then',
  async (deployment_type) => {
    const { simulator, call, create } = openNewer()
    const { status, body } = await create(buildCreation(simulator, { source_config: { deployment_type } }))
    expect([status, body.source_config.deployment_type]).toEqual([201, deployment_type])
    const { resources } = (await call(`GET /v2/deployments?name=new-agent&deployment_type=${deployment_type}`)).body
    expect(resources).toEqual([body])
  },
)

test('a creation by a newer client can run a template, which is rolled out', async () => {
  const { simulator, call, create } = openNewer()
  const { status, body } = await create(fromTemplate({ template_id: 'chatbot', deployment_type: 'prod' }))
  expect([status, body]).toMatchObject([
    201,
    {
      source: 'internal_template',
      source_config: { template_id: 'chatbot', deployment_type: 'prod', build_on_push: false },
    },
  ])
  simulator.clock.advance(20 * 60_000)
  const { body: revision } = await call(`GET /v2/deployments/${body.id}/revisions/${body.latest_revision_id}`)
  expect(revision).toMatchObject({ source: 'internal_template', status: 'DEPLOYED' })
  const moved = await call(`PATCH /v2/deployments/${body.id}`, { source_config: { template_id: 'other' } })
  const detail = `${ERROR} 'source_config.template_id' cannot be changed`
  expect(moved).toEqual({ status: 400, body: { detail } })
})

test('a creation by a newer client needs to name the template', async () => {
  const { create } = openNewer()
  const detail = `${ERROR} 'source_config.template_id' is required for 'internal_template' source`
  expect(await create(fromTemplate({}))).toEqual({ status: 400, body: { detail } })
})

test.for([
  ['the family', { source_config: { deployment_type: 'serverless' } }, ['body', 'source_config', 'deployment_type']],
  ['the type', { source_config: { deployment_type: 'dev_zero' } }, ['body', 'source_config', 'deployment_type']],
  ['the source', { source: 'internal_template' }, ['body', 'source']],
] as const)(
  'a creation by a newer client gets a validation error for %s where there are no newer values',
  async ([, more, loc]) => {
    const { simulator, create } = open({ deploymentTypes: 'written' })
    const { status, body } = await create(buildCreation(simulator, more))
    expect([status, body]).toMatchObject([422, { detail: [{ type: 'literal_error', loc }] }])
  },
)

test('a creation by a newer client names the namespace of a listener, which is not sent back', async () => {
  const { simulator, create } = openNewer()
  const { id: listener_id } = simulator.db.listeners.create({ compute_config: { k8s_namespaces: ['agents'] } })
  const source_config = { listener_id, listener_config: { k8s_namespace: 'agents' } }
  const { status, body } = await create(buildImageCreation({ source_config }))
  expect([status, body.source_config]).toMatchObject([201, { listener_id, listener_config: null }])
  expect(simulator.db.deployments.get(body.id)?.source_config).toMatchObject(source_config)
})

test('a creation by a newer client can have a scale of 0 if its type has zero in its name', async () => {
  const { simulator, create } = openNewer({ sourceFields: 'kept' })
  const source_config = { deployment_type: 'dev_zero', resource_spec: { min_scale: 0 } }
  expect((await create(buildCreation(simulator, { source_config }))).status).toBe(201)
})

test('a creation from an image can have secrets that are reserved in the cloud', async () => {
  const { create } = open()
  const secrets = [{ name: 'POSTGRES_URI_CUSTOM', value: 'a' }]
  expect(await create(buildImageCreation({ secrets }))).toMatchObject({ status: 201, body: { secrets } })
})

/** What a client does about a creation that conflicts with another deployment, by the text of the response. */
const branchOf = ({ status, body }: { status: number; body: Fields }) =>
  status === 409 ? (String(body.detail).includes('tracing project') ? 'other name' : 'find the deployment') : status

test('a second creation of a source is refused under any name, until the first one is deleted', async () => {
  const { simulator, call, create } = openNewer()
  const source_config = { repo_url: `${simulator.db.repositories.list()[0]?.url}.git` }
  const { body } = await create(buildCreation(simulator))
  expect(await create(buildCreation(simulator, { name: 'other', source_config }))).toEqual({
    status: 409,
    body: { detail: 'A deployment already exists for this agent environment' },
  })
  const again = (name: string, langgraph_config_path: string) =>
    create(buildCreation(simulator, { name, source_revision_config: { langgraph_config_path } }))
  expect(branchOf(await again('new-agent', 'other/langgraph.json'))).toBe('other name')
  expect(branchOf(await again('other', 'new/langgraph.json'))).toBe('find the deployment')
  await call(`DELETE /v2/deployments/${body.id}`)
  // The tracing project keeps the name, and nothing keeps the source.
  expect(branchOf(await again('new-agent', 'new/langgraph.json'))).toBe('other name')
  expect(branchOf(await again('other', 'new/langgraph.json'))).toBe(201)
})

test.for(['', '/', '.git', '.git/'])(
  'a creation finds another deployment of its source if the URL ends with "%s"',
  async (end) => {
    const { simulator, create } = openNewer()
    const source_config = { repo_url: `${simulator.db.repositories.list()[0]?.url}${end}` }
    expect((await create(buildCreation(simulator, { source_config }))).status).toBe(201)
    for (const other of ['', '/', '.git', '.git/']) {
      const repo_url = `${simulator.db.repositories.list()[0]?.url}${other}`
      const again = buildCreation(simulator, { name: `other${other.length}`, source_config: { repo_url } })
      expect(branchOf(await create(again))).toBe('find the deployment')
    }
  },
)

test('a creation finds an initial deployment of its source', async () => {
  const { simulator, create } = openNewer()
  const known = simulator.db.deployments.list({ where: { source: 'github' }, limit: 1 })[0]
  if (known === undefined) throw new Error('The world has no deployment of a repository.')
  const { integration_id, repo_url } = known.source_config
  const { graph_config_path: langgraph_config_path } = known.source_revision_config
  const ofKnown = { source_config: { integration_id, repo_url }, source_revision_config: { langgraph_config_path } }
  expect(branchOf(await create(buildCreation(simulator, ofKnown)))).toBe('find the deployment')
})

test('a creation builds no other deployment', async () => {
  const simulator = createService({ preset: 'langsmith-next', scenario: 'busy', deployments: 1000 })
  const sent = buildCreation(simulator)
  const before = simulator.memory().kinds.records
  expect((await createCall(simulator.fetch)('POST /v2/deployments', sent)).status).toBe(201)
  expect(simulator.memory().kinds.records).toBe(before)
})

test('a second creation of a source is accepted where the service has no such rule', async () => {
  const { simulator, create } = open()
  await create(buildCreation(simulator))
  expect((await create(buildCreation(simulator, { name: 'other' }))).status).toBe(201)
})

test('a creation that does not fit into the memory gets 507, although it breaks no rule', async () => {
  const simulator = createService({ memory: 1 })
  const secrets = Array.from({ length: 60 }, (_, index) => ({ name: `KEY_${index}`, value: 'x'.repeat(4000) }))
  const create = createCall(simulator.fetch)
  const statuses = new Set<number>()
  for (let created = 0; created < 6; created += 1) {
    const body = buildCreation(simulator, { name: `large-${created}`, secrets })
    statuses.add((await create('POST /v2/deployments', body)).status)
  }
  expect([...statuses]).toEqual([201, 507])
})
