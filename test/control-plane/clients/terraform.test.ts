// What a Terraform provider requests, and what it reads of each response.

import { expect } from 'vitest'
import { clientTest as test } from '../../support/client-server.ts'
import { buildCreation, buildImageCreation, type Fields } from '../../support/control-plane.ts'

const POLL = {
  everySeconds: 5,
  forSeconds: 1800,
  ended: ['DEPLOYED', 'SKIPPED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED'],
}

test('Terraform creates, changes, rolls out and destroys a deployment', async ({
  service: { simulator, call, poll },
}) => {
  const sent = buildCreation(simulator, { source_config: { deployment_type: 'dev', build_on_push: false } })
  const { status, body: created } = await call('POST /v2/deployments', sent)
  expect([status, typeof created.id, typeof created.latest_revision_id]).toEqual([201, 'string', 'string'])
  const path = `/v2/deployments/${created.id}`
  const wait = (id: string) => poll(`${path}/revisions/${id}`, POLL)
  expect((await wait(created.latest_revision_id)).status).toBe('DEPLOYED')

  const { body: read } = await call(`GET ${path}`)
  expect(read).toMatchObject({ ...sent, id: created.id, status: 'READY', secret_references: null })
  const patched = await call(`PATCH ${path}`, {
    display_name: 'New agent',
    source_config: { build_on_push: true },
    secrets: [],
  })
  expect([patched.status, patched.body.source_config]).toMatchObject([200, { build_on_push: true }])
  expect(patched.body.latest_revision_id).toBe(created.latest_revision_id)

  const { status: code, body: revision } = await call(`POST ${path}/revisions`, {
    source_revision_config: { repo_ref: 'release' },
  })
  expect([code, revision.status]).toEqual([201, 'CREATING'])
  expect((await wait(revision.id)).status).toBe('DEPLOYED')
  const { body: page } = await call(
    `GET ${path}/revisions?limit=25&offset=0&status=DEPLOYED,SKIPPED&remote_reconciled=false`,
  )
  expect((page.resources as Fields[]).map(({ id }) => id)).toEqual([revision.id, created.latest_revision_id])

  expect((await call(`DELETE ${path}`)).status).toBe(204)
  const statuses: number[] = []
  for (let turn = 0; turn < 20 && statuses.at(-1) !== 404; turn += 1) {
    statuses.push((await call(`GET ${path}`)).status)
    simulator.clock.advance(5000)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 404])
})

test('Terraform sets the URL of an image, and of nothing else', async ({ service: { simulator, call } }) => {
  const custom_url = 'https://agent.example'
  const image = await call('POST /v2/deployments', buildImageCreation({ source_config: { custom_url } }))
  expect([image.status, image.body.source_config]).toMatchObject([201, { custom_url }])
  const moved = await call(`PATCH /v2/deployments/${image.body.id}`, {
    source_config: { custom_url: `${custom_url}/2` },
  })
  expect([moved.status, moved.body.source_config]).toMatchObject([200, { custom_url: `${custom_url}/2` }])
  const code = await call('POST /v2/deployments', buildCreation(simulator, { name: 'other' }))
  expect((await call(`PATCH /v2/deployments/${code.body.id}`, { source_config: { custom_url } })).status).toBe(400)
})

test('Terraform reads a full object of resources for an image, and null for a repository', async ({
  service: { simulator, call },
}) => {
  const image = await call('POST /v2/deployments', buildImageCreation({ source_config: { resource_spec: {} } }))
  expect(Object.keys(image.body.source_config.resource_spec)).toContain('db_max_connections')
  const code = await call('POST /v2/deployments', buildCreation(simulator, { name: 'other' }))
  expect(code.body.source_config.resource_spec).toBeNull()
})
