import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { fetchJson } from '../support/client.ts'
import { buildCreation, buildImageCreation, createCall, createService } from '../support/control-plane.ts'

interface Newer {
  source_config: { repo_branch: string | null }
}

test('a script deletes everything but the previews of the scenario busy', async () => {
  const simulator = createSimulator({
    preset: 'langsmith-next',
    scenario: 'busy',
    assumptions: { authentication: 'none' },
  })
  const previews = simulator.db.deployments.list({ where: { is_preview: true } }).map(({ id }) => id)
  expect(previews).toHaveLength(15)
  const listed: { id: string; is_preview: boolean }[] = []
  for (let page = '?limit=100'; page !== ''; ) {
    const { resources, offset } = await fetchJson<{ resources: typeof listed; offset: number }>(
      simulator,
      `/v2/deployments${page}`,
    )
    listed.push(...resources)
    page = resources.length < 100 ? '' : `?limit=100&offset=${offset}`
  }
  for (const { id, is_preview } of listed) {
    if (!is_preview) await simulator.fetch(`/v2/deployments/${id}`, { method: 'DELETE' })
  }
  expect(simulator.db.deployments.list().map(({ id }) => id)).toEqual(previews)
})

test.for([
  ['github', 'main', 'main'],
  ['github', 'refs/heads/feature/search', 'feature/search'],
  ['github', 'refs/tags/v1.2.0', null],
  ['github', null, null],
  ['external_docker', 'main', null],
  ['internal_source', 'refs/heads/main', null],
] as const)('a deployment from %s with the ref %s has the branch %s', async ([source, repo_ref, branch]) => {
  const simulator = createSimulator({ preset: 'langsmith-next', assumptions: { authentication: 'none' } })
  const { id } = simulator.db.deployments.create({ source, source_revision_config: { repo_ref } })
  const { source_config } = await fetchJson<Newer>(simulator, `/v2/deployments/${id}`)
  expect(source_config.repo_branch).toBe(branch)
})

const COMMIT = expect.stringMatching(/^[0-9a-f]{40}$/)

test('after a build from GitHub, a revision has its image and its commit, and its deployment as soon as it runs', async () => {
  const simulator = createService({ preset: 'langsmith-next' })
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator))
  const path = `/v2/deployments/${body.id}`
  const read = async (target: string) => (await call(`GET ${target}`)).body.source_revision_config
  const ref = body.source_revision_config.repo_ref
  const readRevision = () => read(`${path}/revisions/${body.latest_revision_id}`)
  expect([await read(path), await readRevision()]).toMatchObject(Array(2).fill({ image_uri: null, repo_ref: ref }))

  simulator.db.revisions.update(body.latest_revision_id, { status: 'AWAITING_DEPLOY' })
  expect(await readRevision()).toMatchObject({ image_uri: expect.any(String), repo_ref: COMMIT })
  simulator.clock.advance(20 * 60_000)
  const built = await readRevision()
  expect(built.repo_ref).toBe(built.repo_commit_sha)
  expect(await read(path)).toEqual(built)
  expect((await call(`GET ${path}`)).body.source_config.repo_branch).toBe(ref)
})

test('the build log names the commit and the image that a revision has after its build', async () => {
  const simulator = createService({ preset: 'langsmith-next', speed: 'instant' })
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator))
  const path = `/v2/deployments/${body.id}/revisions/${body.latest_revision_id}`
  const { image_uri, repo_ref } = (await call(`GET ${path}`)).body.source_revision_config
  const { logs } = (await call(`GET ${path}/logs?type=build&limit=100`)).body
  const messages = logs.map(({ message }: { message: string }) => message)
  expect(messages).toContain(`Pushed ${image_uri}`)
  expect(messages).toContain(`Checked out main at ${repo_ref.slice(0, 7)}`)
})

test.for(['github', 'internal_source', 'internal_docker'] as const)(
  'a deployment shows the code of its revision from %s, and then that of the next one from GitHub',
  async (revision_source) => {
    const simulator = createService({ preset: 'langsmith-next', speed: 'instant' })
    const call = createCall(simulator.fetch)
    const { body } = await call('POST /v2/deployments', buildCreation(simulator))
    const path = `/v2/deployments/${body.id}`
    const { object_path: source_tarball_path } = simulator.db.uploads.create({ deployment_id: body.id, size: 1 })
    const source_revision_config = {
      github: { repo_ref: 'next' },
      internal_source: { source_tarball_path },
      internal_docker: { image_uri: 'registry.example/pushed:1' },
    }[revision_source]
    const seen: unknown[] = []
    for (const change of [{ revision_source, source_revision_config }, { secrets: [{ name: 'A', value: 'b' }] }]) {
      expect((await call(`PATCH ${path}`, change)).status).toBe(200)
      const deployment = (await call(`GET ${path}`)).body
      const revision = (await call(`GET ${path}/revisions/${deployment.latest_revision_id}`)).body
      expect(revision.status).toBe('DEPLOYED')
      expect(deployment.source_revision_config).toEqual(revision.source_revision_config)
      seen.push(revision.source_revision_config.image_uri)
    }
    expect(seen[0] === 'registry.example/pushed:1').toBe(revision_source === 'internal_docker')
    expect(seen[1]).toMatch(/\/revisions:/)
    expect(seen[1]).not.toBe(seen[0])
  },
)

test('a change to the commit that a client has read leads to the same commit', async () => {
  const simulator = createService({ preset: 'langsmith-next', speed: 'instant' })
  const call = createCall(simulator.fetch)
  const { body } = await call('POST /v2/deployments', buildCreation(simulator))
  const path = `/v2/deployments/${body.id}`
  const { repo_ref } = (await call(`GET ${path}`)).body.source_revision_config
  const { status } = await call(`PATCH ${path}`, { source_revision_config: { repo_ref } })
  expect(status).toBe(200)
  const { source_config, source_revision_config } = (await call(`GET ${path}`)).body
  expect(source_revision_config).toMatchObject({ repo_ref, repo_commit_sha: repo_ref })
  expect(source_config.repo_branch).toBeNull()
})

test.for([
  ['a failed build', 'langsmith-next', { source: 'github' }, 'buildFails'],
  ['an image of another registry', 'langsmith-next', { source: 'external_docker' }, 'succeeds'],
  ['an older shape of records', 'langsmith', { source: 'github' }, 'succeeds'],
] as const)('%s changes neither image nor ref', async ([, preset, { source }, outcome]) => {
  const simulator = createService({ preset, speed: 'instant' })
  const call = createCall(simulator.fetch)
  if (outcome === 'buildFails') simulator.faults.add({ operation: 'createDeployment', rollout: outcome })
  const sent = source === 'github' ? buildCreation(simulator) : buildImageCreation()
  const { body } = await call('POST /v2/deployments', sent)
  const { body: revision } = await call(`GET /v2/deployments/${body.id}/revisions/${body.latest_revision_id}`)
  expect(revision.source_revision_config).toMatchObject(sent.source_revision_config)
  expect(revision.source_revision_config.image_uri).toBe(sent.source_revision_config.image_uri ?? null)
})
