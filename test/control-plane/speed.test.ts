import { expect, test } from 'vitest'
import { createCall, createService } from '../support/control-plane.ts'

test('a deployment without code is not deployed, however fast rollouts are', async () => {
  const simulator = createService({ speed: 'instant' })
  const call = createCall(simulator.fetch)
  const { body: created } = await call('POST /v2/deployments', {
    name: 'from-the-command-line',
    source: 'internal_source',
    source_config: { deployment_type: 'dev' },
    source_revision_config: {},
    secrets: [],
  })
  const { body: list } = await call(`GET /v2/deployments/${created.id}/revisions`)
  expect(list.resources.map(({ status }: { status: string }) => status)).toEqual(['SKIPPED'])
  expect(simulator.db.revisions.get(list.resources[0].id)?.history.map(({ status }) => status)).toEqual([
    'CREATING',
    'QUEUED',
    'SKIPPED',
  ])
  const { body: deployment } = await call(`GET /v2/deployments/${created.id}`)
  expect(deployment.active_revision_id).toBeNull()
})
