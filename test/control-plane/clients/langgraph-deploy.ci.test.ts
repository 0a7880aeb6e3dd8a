// What the command line of the real service requests, and what it reads of each response.

import { expect } from 'vitest'
import { clientTest as test } from '../../support/client-server.ts'
import type { Call, Fields } from '../../support/control-plane.ts'

const ENDED = ['DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'SKIPPED']
const REMOTE = { everySeconds: 3, forSeconds: 900, ended: ENDED }
const DOCKER = { everySeconds: 1, forSeconds: 300, ended: ENDED }
const SECRETS = [{ name: 'OPENAI_API_KEY', value: 'key' }]

/** Finds the deployment with a name, or creates it. Returns its id. */
async function ensureDeployment(call: Call, name: string, source: string): Promise<string> {
  const { status, body } = await call(`GET /v2/deployments?name_contains=${name}`)
  expect(status).toBe(200)
  const found = (body.resources as Fields[]).find((each) => each.name === name)
  if (found !== undefined) return found.id
  const created = await call('POST /v2/deployments', {
    name,
    source,
    source_config: { deployment_type: 'dev' },
    source_revision_config: {},
    secrets: SECRETS,
  })
  expect([created.status, created.body.id]).toEqual([201, expect.stringMatching(/./)])
  return created.body.id
}

/** Uploads a tarball. Returns its path. */
async function upload(call: Call, id: string): Promise<string> {
  const { status, body } = await call(`POST /v2/deployments/${id}/upload-url`)
  expect(status).toBe(200)
  const tarball = new Uint8Array(2048)
  const uploaded = await fetch(body.upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/gzip', 'x-goog-content-length-range': `0,${200 * 1024 * 1024}` },
    body: tarball,
  })
  expect(uploaded.ok).toBe(true)
  expect(body.object_path).not.toBe('')
  return body.object_path
}

/** Starts a build from a tarball, and returns the id of the revision that is polled. */
async function build(call: Call, id: string, source_tarball_path: string): Promise<string> {
  const { status, body } = await call(`PATCH /v2/deployments/${id}`, {
    revision_source: 'internal_source',
    source_revision_config: { source_tarball_path, langgraph_config_path: 'langgraph.json' },
    secrets: SECRETS,
    source_config: { install_command: 'make install' },
    tracked_packages: ['langgraph'],
  })
  expect([status, body.tenant_id]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  return newestOf(call, id)
}

async function newestOf(call: Call, id: string): Promise<string> {
  const { status, body } = await call(`GET /v2/deployments/${id}/revisions?limit=1`)
  expect([status, body.resources.length]).toEqual([200, 1])
  return body.resources[0].id
}

test('a deployment from the command line with a remote build is deployed, and then has a URL', async ({
  service: { call, poll },
}) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_source')
  const revision = await build(call, id, await upload(call, id))
  expect((await poll(`/v2/deployments/${id}/revisions/${revision}`, REMOTE)).status).toBe('DEPLOYED')
  const { body } = await call(`GET /v2/deployments/${id}`)
  expect(body.source_config.custom_url).toMatch(/^https:\/\/my-agent-/)
})

test('a deployment from the command line is found by its name the next time', async ({ service: { call, poll } }) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_source')
  const first = await build(call, id, await upload(call, id))
  await poll(`/v2/deployments/${id}/revisions/${first}`, REMOTE)
  expect(await ensureDeployment(call, 'my-agent', 'internal_source')).toBe(id)
  const second = await build(call, id, await upload(call, id))
  expect((await poll(`/v2/deployments/${id}/revisions/${second}`, REMOTE)).status).toBe('DEPLOYED')

  const { body } = await call(`GET /v2/deployments/${id}/revisions?limit=10`)
  const rows = (body.resources as Fields[]).map((each) => [each.id, each.status, typeof each.created_at])
  expect(rows.slice(0, 2)).toEqual([
    [second, 'DEPLOYED', 'string'],
    [first, 'DEPLOYED', 'string'],
  ])
})

test('a deployment from the command line whose build fails shows the last lines of its log', async ({
  service: { simulator, call, poll },
}) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_source')
  simulator.faults.add({ operation: 'patchDeployment', effect: { kind: 'rollout', outcome: 'buildFails' } })
  const revision = await build(call, id, await upload(call, id))
  expect((await poll(`/v2/deployments/${id}/revisions/${revision}`, REMOTE)).status).toBe('BUILD_FAILED')
  const { status, body } = await call(`POST /v1/projects/${id}/revisions/${revision}/build_logs`, {
    order: 'desc',
    limit: 30,
  })
  expect(status).toBe(200)
  expect(body.logs.length).toBeGreaterThan(0)
  for (const line of body.logs) {
    expect(line).toMatchObject({ id: expect.any(String), level: expect.any(String), message: expect.any(String) })
    expect(['number', 'string']).toContain(typeof line.timestamp)
  }
})

test('a deployment from the command line with a pushed image is deployed', async ({
  service: { simulator, call, poll, url },
}) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_docker')
  const { status, body: registry } = await call(`POST /v2/deployments/${id}/push-token`)
  expect([status, registry]).toEqual([200, { token: expect.stringMatching(/./), registry_url: expect.any(String) }])
  const image = `${registry.registry_url.replace(/^https?:\/\//, '')}/my-agent`
  expect(image.startsWith(new URL(url).host)).toBe(true)

  // The first rollout creates the database, for which this client does not wait long enough.
  const push = async (digest: string) => {
    const patched = await call(`PATCH /v2/deployments/${id}`, {
      revision_source: 'internal_docker',
      source_revision_config: { image_uri: `${image}@sha256:${digest}` },
      secrets: SECRETS,
    })
    expect(patched.status).toBe(200)
    return newestOf(call, id)
  }
  await push('0123')
  simulator.clock.advance(15 * 60_000)
  const revision = await push('4567')
  expect((await poll(`/v2/deployments/${id}/revisions/${revision}`, DOCKER)).status).toBe('DEPLOYED')
})

test('a deployment from the command line gets a friendly error for a push to a deployment with another source', async ({
  service: { call },
}) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_source')
  const { status, body } = await call(`POST /v2/deployments/${id}/push-token`)
  expect([status, body.detail]).toEqual([400, expect.stringContaining("only available for 'internal_docker' source")])
})

test('the command line lists deployments', async ({ service: { call, simulator } }) => {
  const { status, body } = await call('GET /v2/deployments?name_contains=')
  expect([status, body.resources.length]).toEqual([200, Math.min(20, simulator.db.deployments.count())])
  for (const { id, name, source_config } of body.resources) {
    expect([typeof id, typeof name]).toEqual(['string', 'string'])
    expect(['string', 'object']).toContain(typeof source_config.custom_url)
  }
})

test('the command line deletes a deployment', async ({ service: { call } }) => {
  const id = await ensureDeployment(call, 'my-agent', 'internal_source')
  expect(await call(`DELETE /v2/deployments/${id}`)).toEqual({ status: 204, body: '' })
  const { body } = await call('GET /v2/deployments?name_contains=my-agent')
  expect(body.resources).toEqual([])
})
