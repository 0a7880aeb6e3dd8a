// What current command lines send: each request by method, path and body, as their public sources build it.

/** A request with what fills its placeholders, such as `{id}`, and what its response is read for. */
export interface RecordedRequest {
  readonly request: string
  readonly body?: unknown
  /** Where the client reads a value from the response, by its placeholder. */
  readonly reads?: Readonly<Record<string, readonly (string | number)[]>>
  /** Default: any success. */
  readonly status?: number
}

export interface Recording {
  readonly title: string
  readonly client: string
  /** The version that sends this, or the commit of its source. */
  readonly version: string
  /** When that was released, or else when its source was read. */
  readonly date: string
  /** The preset that serves it. */
  readonly presets: readonly ('langsmith' | 'langsmith-next')[]
  readonly requests: readonly RecordedRequest[]
  /** Whether the world has a listener of one namespace. */
  readonly hasListener?: true
}

const BOTH = ['langsmith', 'langsmith-next'] as const
const SECRETS = [{ name: 'OPENAI_API_KEY', value: 'mock' }]
const AGENT = { agent_id: 'support', environment: 'staging' }
const TARBALL = { source_tarball_path: '{path}', langgraph_config_path: 'langgraph.json' }
const IMAGE = 'registry.example/team/my-agent@sha256:0123'

const create = (deployment_type: string, more: object = {}): RecordedRequest => ({
  request: 'POST /v2/deployments',
  body: {
    name: 'my-agent',
    source: 'internal_source',
    source_config: { deployment_type },
    source_revision_config: {},
    secrets: [],
    ...more,
  },
  reads: { id: ['id'] },
  status: 201,
})

const askForUpload: RecordedRequest = {
  request: 'POST /v2/deployments/{id}/upload-url',
  reads: { url: ['upload_url'], path: ['object_path'] },
}
const upload: RecordedRequest = { request: 'PUT {url}' }

const build = (more: object): RecordedRequest => ({
  request: 'PATCH /v2/deployments/{id}',
  body: { revision_source: 'internal_source', source_revision_config: TARBALL, ...more },
  reads: { tenant: ['tenant_id'] },
  status: 200,
})

const watch: readonly RecordedRequest[] = [
  { request: 'GET /v2/deployments/{id}/revisions?limit=1', reads: { revision: ['resources', 0, 'id'] } },
  { request: 'GET /v2/deployments/{id}/revisions/{revision}', reads: { status: ['status'] } },
  { request: 'GET /v2/deployments/{id}' },
]

const listen: RecordedRequest = {
  request: 'GET /v2/listeners?limit=100',
  reads: { listener: ['resources', 0, 'id'], namespace: ['resources', 0, 'compute_config', 'k8s_namespaces', 0] },
}

/** A creation from an image in a registry of one's own, and a change of it. */
const pushed: readonly RecordedRequest[] = [
  listen,
  create('', {
    source: 'external_docker',
    source_config: {
      resource_spec: {},
      listener_id: '{listener}',
      listener_config: { k8s_namespace: '{namespace}' },
    },
    source_revision_config: { image_uri: IMAGE },
  }),
  { request: 'PATCH /v2/deployments/{id}', body: { source_revision_config: { image_uri: `${IMAGE}4` }, secrets: [] } },
  ...watch,
]

const logs = { limit: 100, order: 'desc' }

export const recordings: readonly Recording[] = [
  {
    title: 'builds remotely, by name',
    client: 'langgraph-cli (Python)',
    version: '0.4.31',
    date: '2026-07',
    presets: BOTH,
    requests: [
      { request: 'GET /v2/deployments?name_contains=my-agent' },
      create('dev', { secrets: SECRETS }),
      askForUpload,
      upload,
      build({ secrets: SECRETS, tracked_packages: ['langgraph:1.2.0'] }),
      ...watch,
      { request: 'POST /v1/projects/{id}/revisions/{revision}/build_logs', body: { order: 'desc', limit: 30 } },
      { request: 'GET /v2/deployments?name_contains=' },
      { request: 'GET /v2/deployments/{id}/revisions?limit=10' },
      { request: 'DELETE /v2/deployments/{id}', status: 204 },
    ],
  },
  {
    // Its source is not public. The releases say that `serverless` became the default in 0.4.37, and that an update
    // has no empty list of secrets since 0.4.44. The requests are those of the newest public source otherwise.
    title: 'builds remotely with the type that is now the default, and updates without secrets',
    client: 'langgraph-cli (Python)',
    version: '0.4.44',
    date: '2026-11-25',
    presets: BOTH,
    requests: [
      { request: 'GET /v2/deployments?name=my-agent&name_contains=my-agent&limit=100' },
      create('serverless'),
      askForUpload,
      upload,
      build({}),
      ...watch,
      { request: 'GET /v2/deployments?name_contains=' },
      { request: 'GET /v2/listeners?limit=100' },
    ],
  },
  {
    title: 'deploys an agent',
    client: 'langgraph-cli (Python)',
    version: 'source at 028d6fd',
    date: '2026-11-29',
    presets: ['langsmith-next'],
    requests: [
      { request: 'GET /v2/deployments?agent_id=support&agent_environment=staging&limit=100' },
      create('dev', { name: undefined, agent: AGENT }),
      askForUpload,
      upload,
      build({ secrets: [] }),
      ...watch,
    ],
  },
  {
    title: 'deploys an image from a registry of one’s own through a listener',
    client: 'langgraph-cli (Python)',
    version: 'source at 028d6fd',
    date: '2026-11-29',
    presets: BOTH,
    hasListener: true,
    requests: [{ request: 'GET /v2/deployments?name=my-agent&name_contains=my-agent&limit=100' }, ...pushed],
  },
  {
    title: 'builds remotely, and names the configuration in the creation',
    client: '@langchain/langgraph-cli (JavaScript)',
    version: '1.5.1',
    date: '2026-09-25',
    presets: BOTH,
    requests: [
      { request: 'GET /v2/deployments?name_contains=my-agent' },
      create('dev', { source_revision_config: { langgraph_config_path: 'langgraph.json' } }),
      askForUpload,
      upload,
      build({ source_config: { install_command: 'npm ci', build_command: 'npm run build' }, secrets: [] }),
      ...watch,
      { request: 'POST /v1/projects/{id}/deploy_logs', body: logs },
    ],
  },
  {
    title: 'deploys an agent',
    client: '@langchain/langgraph-cli (JavaScript)',
    version: 'source at d28306d',
    date: '2026-11-29',
    presets: ['langsmith-next'],
    requests: [
      { request: 'GET /v2/deployments?name_contains=&agent_id=support&agent_environment=staging' },
      create('dev', { name: undefined, agent: AGENT }),
      askForUpload,
      upload,
      build({ secrets: [] }),
    ],
  },
  {
    title: 'builds remotely, by name',
    client: 'langsmith-cli (Go)',
    version: 'source at 1cce3e7',
    date: '2026-11-29',
    presets: BOTH,
    requests: [
      { request: 'GET /api-host/v2/deployments?limit=100&name=my-agent&name_contains=my-agent' },
      create('prod', { secrets: SECRETS }),
      askForUpload,
      upload,
      build({ secrets: SECRETS }),
      ...watch,
      { request: 'POST /v1/projects/{id}/revisions/{revision}/deploy_logs', body: { ...logs, level: 'ERROR' } },
      { request: 'GET /v2/deployments?limit=100&name_contains=agent' },
      { request: 'GET /v2/deployments/{id}/revisions?limit=10' },
      { request: 'DELETE /v2/deployments/{id}', status: 204 },
    ],
  },
  {
    title: 'pushes an image',
    client: 'langsmith-cli (Go)',
    version: 'source at 1cce3e7',
    date: '2026-11-29',
    presets: BOTH,
    requests: [
      create('dev', { source: 'internal_docker', secrets: SECRETS }),
      {
        request: 'POST /v2/deployments/{id}/push-token',
        reads: { token: ['token'], registry: ['registry_url'] },
      },
      {
        request: 'PATCH /v2/deployments/{id}',
        body: {
          revision_source: 'internal_docker',
          source_revision_config: { image_uri: '{registry}/my-agent@sha256:0123' },
          secrets: SECRETS,
        },
      },
      ...watch,
    ],
  },
  {
    title: 'deploys an image from a registry of one’s own through a listener',
    client: 'langsmith-cli (Go)',
    version: 'source at 1cce3e7',
    date: '2026-11-29',
    presets: BOTH,
    hasListener: true,
    requests: [...pushed, { request: 'GET /v2/listeners/{listener}' }],
  },
]
