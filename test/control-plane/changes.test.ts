import { expect, test } from 'vitest'
import { buildCreation, createCall, createService, type Fields, findOne } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const ERROR = 'Source configuration error:'

/** A simulator with a deployment of a source that is ready, and functions to change it. */
function open(wanted: Fields = { source: 'github', status: 'READY' }) {
  const simulator = createService()
  const { id } = findOne(simulator, wanted)
  const call = createCall(simulator.fetch)
  const patch = (body: unknown) => call(`PATCH /v2/deployments/${id}`, body)
  const read = async () => (await call(`GET /v2/deployments/${id}`)).body
  const listRevisions = async () => (await call(`GET /v2/deployments/${id}/revisions`)).body.resources as Fields[]
  const upload = async () => {
    const { body } = await call(`POST /v2/deployments/${id}/upload-url`)
    const init = { method: 'PUT', headers: { 'content-type': 'application/gzip' }, body: 'tarball' }
    await simulator.fetch(body.upload_url, init)
    return String(body.object_path)
  }
  return { simulator, id, call, patch, read, listRevisions, upload }
}

test('a URL of a response leads to the session that a header names', async () => {
  const simulator = createService()
  const headers = { 'x-simulator-session': 'ann', 'content-type': 'application/json' }
  const send = async (path: string, body: object) => {
    const response = await simulator.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Fields
  }
  const { id } = await send('/v2/deployments', buildCreation(simulator, { name: 'named' }))
  const { upload_url } = await send(`/v2/deployments/${id}/upload-url`, {})
  const put = { method: 'PUT', headers: { 'content-type': 'application/gzip' }, body: 'tarball' }
  expect((await simulator.fetch(String(upload_url), put)).status).toBe(200)
})

test('a change of metadata starts no revision', async () => {
  const { patch, read, listRevisions } = open()
  const [before, revisions] = [await read(), await listRevisions()]
  const { status, body } = await patch({
    source_config: { build_on_push: false, install_command: 'make' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ...before,
    updated_at: body.updated_at,
    source_config: {
      ...before.source_config,
      build_on_push: false,
      install_command: 'make',
    },
  })
  expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  expect(await listRevisions()).toEqual(revisions)
})

test('a change of the references of an image to secrets starts no revision', async () => {
  const { patch, listRevisions } = open({ source: 'external_docker' })
  const revisions = await listRevisions()
  const secret_references = [{ name: 'KEY', secret_name: 'secrets', secret_key: 'key' }]
  expect(await patch({ secret_references })).toMatchObject({ status: 200, body: { secret_references } })
  expect(await listRevisions()).toEqual(revisions)
})

test('a change of metadata leaves alone what is null, and the secrets if there are none', async () => {
  const { patch, read } = open()
  const before = await read()
  const nulls = { integration_id: null, repo_url: null, resource_spec: null, custom_url: null, build_on_push: null }
  const { status, body } = await patch({
    revision_source: null,
    source_config: nulls,
    source_revision_config: { repo_ref: null, image_uri: null },
    secrets: [],
    secret_references: null,
  })
  expect([status, body]).toEqual([200, before])
})

test('a change of metadata may repeat what can never be changed', async () => {
  const { patch, read } = open()
  const { source_config } = await read()
  const { integration_id, repo_url, deployment_type } = source_config
  expect((await patch({ source_config: { integration_id, repo_url, deployment_type } })).status).toBe(200)
})

function openNewer() {
  const simulator = createService({ preset: 'langsmith-next' })
  const { id } = findOne(simulator, { source: 'github', status: 'READY' })
  const call = createCall(simulator.fetch)
  const patch = (body: unknown) => call(`PATCH /v2/deployments/${id}`, body)
  return { simulator, id, call, patch, read: async () => (await call(`GET /v2/deployments/${id}`)).body }
}

test('the display name is null until a change sets it, without a revision', async () => {
  const { patch, read } = openNewer()
  const before = await read()
  expect(before.display_name).toBeNull()
  const { body } = await patch({ display_name: 'Night shift' })
  expect(body).toEqual({ ...before, updated_at: body.updated_at, display_name: 'Night shift' })
  expect(await read()).toEqual(body)
  expect((await patch({ display_name: null })).body).toEqual(body)
})

test('the display name cannot be empty', async () => {
  const { simulator, patch } = openNewer()
  const before = simulator.snapshot()
  expect(await patch({ display_name: '' })).toEqual({
    status: 422,
    body: {
      detail: [
        {
          type: 'string_too_short',
          loc: ['body', 'display_name'],
          msg: 'String should have at least 1 character',
          input: '',
          ctx: { min_length: 1 },
        },
      ],
    },
  })
  expect(simulator.snapshot()).toEqual(before)
})

test('the display name is unknown to a creation, and where there are no newer fields', async () => {
  const { simulator, call } = openNewer()
  const creation = buildCreation(simulator, { display_name: 'Night shift' })
  expect((await call('POST /v2/deployments', creation)).body.display_name).toBeNull()
  const { patch, simulator: older, id } = open()
  expect((await patch({ display_name: '' })).status).toBe(200)
  expect(older.db.deployments.get(id)?.display_name).toBeNull()
})

test.for([
  ['of the ref', 'github', { source_revision_config: { repo_ref: 'other' } }],
  ['of the path of the configuration', 'github', { source_revision_config: { langgraph_config_path: 'other.json' } }],
  ['of secrets', 'github', { secrets: [{ name: 'KEY', value: 'value' }] }],
  ['of resources', 'external_docker', { source_config: { resource_spec: { cpu: 2 } } }],
] as const)('a revision starts with a change %s', async ([, source, body]) => {
  const { patch, listRevisions } = open({ source, status: 'READY' })
  const before = await listRevisions()
  const changed = await patch(body)
  expect([changed.status, changed.body]).toMatchObject([200, body])
  const [newest, ...others] = await listRevisions()
  expect(others).toEqual(before)
  expect(newest).toMatchObject({ id: changed.body.latest_revision_id, source })
  expect(changed.body.source_revision_config).toEqual(newest?.source_revision_config)
})

test('a revision starts from an image that was pushed', async () => {
  const { patch, listRevisions } = open({ source: 'internal_docker' })
  const image_uri = 'localhost:4010/agent@sha256:0123'
  const { status, body } = await patch({
    revision_source: 'internal_docker',
    source_revision_config: { image_uri },
    secrets: [{ name: 'KEY', value: 'value' }],
  })
  expect([status, body.source_revision_config.image_uri]).toEqual([200, image_uri])
  expect((await listRevisions())[0]).toMatchObject({
    source: 'internal_docker',
    source_revision_config: { image_uri },
  })
})

test('a revision starts from uploaded code, also for a deployment with another source', async () => {
  const { patch, listRevisions, upload } = open()
  const source_tarball_path = await upload()
  const { status, body } = await patch({
    revision_source: 'internal_source',
    source_revision_config: { source_tarball_path },
  })
  expect([status, body.source]).toEqual([200, 'github'])
  expect((await listRevisions())[0]).toMatchObject({
    source: 'internal_source',
    source_revision_config: { source_tarball_path },
  })
})

test('a revision starts replaces the resources as a whole', async () => {
  const { patch } = open({ source: 'external_docker' })
  await patch({ source_config: { resource_spec: { cpu: 2, memory_mb: 512 } } })
  const { body } = await patch({ source_config: { resource_spec: { memory_mb: 1024 } } })
  expect(body.source_config.resource_spec).toMatchObject({ cpu: null, memory_mb: 1024 })
})

const rejected: [string, Fields, Fields, string][] = [
  [
    'of the scale to 0',
    { source: 'external_docker', deployment_type: 'prod' },
    { source_config: { resource_spec: { min_scale: 0 } } },
    `${ERROR} 'source_config.resource_spec.min_scale' must be at least 1 for 'prod' deployments`,
  ],
  [
    'to a secret whose name is reserved',
    { source: 'github' },
    { secrets: [{ name: 'POSTGRES_URI', value: 'mock' }] },
    "Secret name 'POSTGRES_URI' is reserved.",
  ],
  [
    'of the integration',
    { source: 'github' },
    { source_config: { integration_id: UNKNOWN } },
    `${ERROR} 'source_config.integration_id' cannot be changed`,
  ],
  [
    'of the listener',
    { source: 'external_docker' },
    { source_config: { listener_id: UNKNOWN } },
    `${ERROR} 'source_config.listener_id' cannot be changed`,
  ],
  [
    'of the repository',
    { source: 'github' },
    { source_config: { repo_url: 'https://github.com/other/other' } },
    `${ERROR} 'source_config.repo_url' cannot be changed`,
  ],
  [
    'of the type',
    { source: 'github', deployment_type: 'prod' },
    { source_config: { deployment_type: 'dev' } },
    `${ERROR} 'source_config.deployment_type' cannot be changed`,
  ],
  [
    'of the namespace',
    { source: 'external_docker' },
    { source_config: { listener_config: { k8s_namespace: 'other' } } },
    `${ERROR} 'source_config.listener_config.k8s_namespace' cannot be changed`,
  ],
  [
    'to build an image on push',
    { source: 'internal_docker' },
    { source_config: { build_on_push: true } },
    `${ERROR} 'source_config.build_on_push' is only available for 'github' source`,
  ],
  [
    'to leave the building on push of an image',
    { source: 'internal_docker' },
    { source_config: { build_on_push: false } },
    `${ERROR} 'source_config.build_on_push' is only available for 'github' source`,
  ],
  [
    'of the path of the configuration of an image',
    { source: 'internal_docker' },
    { source_revision_config: { langgraph_config_path: 'langgraph.json' } },
    `${ERROR} 'source_revision_config.langgraph_config_path' is only available for 'github' or 'internal_source' source`,
  ],
  [
    'of the references of a repository to secrets',
    { source: 'github' },
    { secret_references: [{ name: 'KEY', secret_name: 'secrets', secret_key: 'key' }] },
    `${ERROR} 'secret_references' is only available for 'external_docker' source`,
  ],
  [
    'to a tag that is built on push',
    { source: 'github' },
    { source_config: { build_on_push: true }, source_revision_config: { repo_ref: 'refs/tags/v1' } },
    `${ERROR} 'source_config.build_on_push' is not available for the tag 'refs/tags/v1'`,
  ],
  [
    'of the source of an image in another registry',
    { source: 'external_docker' },
    { revision_source: 'internal_docker' },
    `${ERROR} 'revision_source' is not available for 'external_docker' source deployments`,
  ],
  [
    'to an image that is not named',
    { source: 'github' },
    { revision_source: 'internal_docker' },
    `${ERROR} 'source_revision_config.image_uri' is required for 'internal_docker' source`,
  ],
  [
    'to code that is not named',
    { source: 'github' },
    { revision_source: 'internal_source', secrets: [{ name: 'KEY', value: 'value' }] },
    `${ERROR} 'source_revision_config.source_tarball_path' is required for 'internal_source' source`,
  ],
  [
    'to code that nobody has uploaded',
    { source: 'internal_source' },
    { source_revision_config: { source_tarball_path: 'somewhere' } },
    `${ERROR} nothing was uploaded to 'source_revision_config.source_tarball_path': 'somewhere'`,
  ],
]

test.for(rejected)('a change is rejected, and nothing changes, %s', async ([, wanted, body, detail]) => {
  const { simulator, patch, call, id } = open(wanted)
  const before = simulator.snapshot()
  expect(await patch(body)).toEqual({ status: 400, body: { detail } })
  expect(await call(`POST /v2/deployments/${id}/revisions`, body)).toEqual({ status: 400, body: { detail } })
  expect(simulator.snapshot()).toEqual(before)
})

test('a change is rejected, and nothing changes, to code that was never sent to its URL', async () => {
  const { patch, call, id } = open({ source: 'internal_source' })
  const { body } = await call(`POST /v2/deployments/${id}/upload-url`)
  const { object_path } = body
  expect((await patch({ source_revision_config: { source_tarball_path: object_path } })).status).toBe(400)
})

test('a change is rejected, and nothing changes, to code that was uploaded for another deployment', async () => {
  const { simulator, call, upload } = open({ source: 'internal_source' })
  const { id } = findOne(simulator, { source: 'internal_docker' })
  const source_revision_config = { source_tarball_path: await upload() }
  expect((await call(`PATCH /v2/deployments/${id}`, { source_revision_config })).status).toBe(400)
})

test('a change is rejected, and nothing changes, of an unknown deployment', async () => {
  const { call } = open()
  const body = { detail: `Deployment ID ${UNKNOWN} not found.` }
  expect(await call(`PATCH /v2/deployments/${UNKNOWN}`, {})).toEqual({ status: 404, body })
  expect(await call(`POST /v2/deployments/${UNKNOWN}/revisions`, {})).toEqual({ status: 404, body })
})
