import { expect, test } from 'vitest'
import { createCall, createService, findOne } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('a deployment is the same alone as in the list', async () => {
  const call = createCall(createService().fetch)
  const { body: page } = await call('GET /v2/deployments?limit=1')
  expect(await call(`GET /v2/deployments/${page.resources[0].id}`)).toEqual({ status: 200, body: page.resources[0] })
})

const PUBLISHED =
  'name source source_config source_revision_config secrets secret_references id tenant_id created_at updated_at ' +
  'status latest_revision_id active_revision_id image_version'
const OF_SOURCE =
  'integration_id repo_url deployment_type build_on_push custom_url resource_spec listener_id listener_config ' +
  'install_command build_command'
const OF_REVISION = 'repo_ref langgraph_config_path image_uri source_tarball_path repo_commit_sha'
test.for(['langsmith', 'langsmith-next'] as const)(
  'a deployment has its fields in the published order under %s',
  async (preset) => {
    const call = createCall(createService({ preset }).fetch)
    const { body: page } = await call('GET /v2/deployments?limit=1')
    const [first] = page.resources
    // Newer fields follow.
    const listNames = (fields: object, { length }: string[]) => Object.keys(fields).slice(0, length)
    for (const [fields, names] of [
      [first, PUBLISHED.split(' ')],
      [first.source_config, OF_SOURCE.split(' ')],
      [first.source_revision_config, OF_REVISION.split(' ')],
    ]) {
      expect(listNames(fields, names)).toEqual(names)
    }
  },
)

test('a deployment has an id that can be spelled in every way that the service accepts', async () => {
  const simulator = createService()
  const [first] = simulator.db.deployments.list()
  const { body } = await createCall(simulator.fetch)(`GET /v2/deployments/%7B${first?.id.toUpperCase()}%7D`)
  expect(body.id).toBe(first?.id)
})

test('a deployment that is unknown gets 404 with its id', async () => {
  const call = createCall(createService().fetch)
  expect(await call(`GET /v2/deployments/${UNKNOWN}`)).toEqual({
    status: 404,
    body: { detail: `Deployment ID ${UNKNOWN} not found.` },
  })
})

test('the free deployments are counted', async () => {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const count = simulator.db.deployments.list().filter(({ deployment_type }) => deployment_type === 'dev_free').length
  expect(await call('GET /v2/deployments/free-count')).toEqual({ status: 200, body: { count } })
  simulator.db.deployments.create({ deployment_type: 'dev_free' })
  expect((await call('GET /v2/deployments/free-count')).body).toEqual({ count: count + 1 })
})

test('a push token is for a registry at the address of the request', async () => {
  const simulator = createService()
  const { id, tenant_id } = findOne(simulator, { source: 'internal_docker' })
  for (const origin of ['http://one.test', 'https://other.test:8080']) {
    const { status, body } = await createCall(simulator.fetch, origin)(`POST /v2/deployments/${id}/push-token`)
    expect([status, body]).toEqual([
      200,
      { token: expect.stringMatching(/^[0-9a-f]{32}$/), registry_url: `${origin}/${tenant_id}` },
    ])
  }
})

test.for(['github', 'external_docker', 'internal_source'])(
  'a push token is not available for the source %s',
  async (source) => {
    const simulator = createService()
    const { id } = findOne(simulator, { source })
    expect(await createCall(simulator.fetch)(`POST /v2/deployments/${id}/push-token`)).toEqual({
      status: 400,
      body: { detail: "Push tokens are only available for 'internal_docker' source deployments." },
    })
  },
)
