// What CI pipelines request that deploy images, and what they read of each response.

import { expect } from 'vitest'
import { clientTest as test } from '../../support/client-server.ts'
import { buildImageCreation, type Fields } from '../../support/control-plane.ts'

test('a pipeline deploys an image, updates it and deletes it', async ({ service: { simulator, call, poll } }) => {
  const name = 'preview-17'
  const find = async () => {
    const { status, body } = await call(`GET /v2/deployments?limit=100&name_contains=${name}`)
    expect(status).toBe(200)
    return (body.resources as Fields[]).find((each) => each.name === name)
  }
  expect(await find()).toBeUndefined()

  const created = await call('POST /v2/deployments', buildImageCreation({ name }))
  expect([created.status, typeof created.body.id, typeof created.body.latest_revision_id]).toEqual([
    201,
    'string',
    'string',
  ])
  const { id } = created.body
  const wait = (revision: string) =>
    poll(`/v2/deployments/${id}/revisions/${revision}`, {
      everySeconds: 15,
      forSeconds: 1800,
      ended: ['DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED'],
    })
  expect((await wait(created.body.latest_revision_id)).status).toBe('DEPLOYED')
  expect(await find()).toMatchObject({ id, status: 'READY' })

  const image_uri = 'registry.example/new-agent:2'
  const patched = await call(`PATCH /v2/deployments/${id}`, {
    source_config: { integration_id: null, repo_url: null, build_on_push: null, custom_url: null },
    source_revision_config: { repo_ref: null, langgraph_config_path: null, image_uri },
  })
  expect([patched.status, patched.body.source_revision_config.image_uri]).toEqual([200, image_uri])
  expect((await wait(patched.body.latest_revision_id)).status).toBe('DEPLOYED')

  expect((await call(`DELETE /v2/deployments/${id}`)).status).toBe(204)
  expect(await find()).toBeUndefined()
  simulator.clock.advance(60_000)
  const again = await call('POST /v2/deployments', buildImageCreation({ name }))
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('There already exists a project')])
})

test('a pipeline sees a deployment that is ready although its newest revision failed', async ({
  service: { simulator, call },
}) => {
  const { body } = await call('POST /v2/deployments', buildImageCreation())
  simulator.clock.advance(15 * 60_000)
  simulator.faults.add({ operation: 'patchDeployment', effect: { kind: 'rollout', outcome: 'deployFails' } })
  const { body: patched } = await call(`PATCH /v2/deployments/${body.id}`, {
    source_revision_config: { image_uri: 'registry.example/new-agent:broken' },
  })
  simulator.clock.advance(15 * 60_000)
  const { body: revision } = await call(`GET /v2/deployments/${body.id}/revisions/${patched.latest_revision_id}`)
  const { body: deployment } = await call(`GET /v2/deployments/${body.id}`)
  expect([revision.status, deployment.status, deployment.active_revision_id]).toEqual([
    'DEPLOY_FAILED',
    'READY',
    body.latest_revision_id,
  ])
})

test('a pipeline interrupts a rollout that hangs', async ({ service: { simulator, call } }) => {
  simulator.faults.add({ operation: 'createDeployment', effect: { kind: 'rollout', outcome: 'deployHangs' } })
  const { body } = await call('POST /v2/deployments', buildImageCreation())
  const path = `/v2/deployments/${body.id}/revisions/${body.latest_revision_id}`
  simulator.clock.advance(60 * 60_000)
  expect((await call(`GET ${path}`)).body.status).toBe('DEPLOYING')
  expect((await call(`POST ${path}/interruption`)).status).toBe(200)
  expect((await call(`GET ${path}`)).body.status).toBe('INTERRUPTED')
})
