import { describe, expect, test } from 'vitest'
import { createCall, createService, type Fields, findOne } from '../support/control-plane.ts'

function open() {
  const simulator = createService()
  const { id } = findOne(simulator, { source: 'github' })
  const call = createCall(simulator.fetch)
  const read = () => simulator.db.deployments.get(id)
  return { simulator, id, call, read }
}

describe('the size of a deployment', () => {
  const cases: [string, Fields, Fields][] = [
    [
      'deployment-tier',
      { deployment_tier: 'DEDICATED_S' },
      { deployment_tier: 'DEDICATED_S', database_tier: 'DEDICATED_S' },
    ],
    ['resource-tiers', { compute_tier: 'DEDICATED_L' }, { deployment_tier: 'DEDICATED_L', database_tier: null }],
    ['resource-tiers', { database_tier: 'SERVERLESS_L' }, { deployment_tier: null, database_tier: 'SERVERLESS_L' }],
  ]
  test.for(cases)('changes at %s with %j', async ([end, body, stored]) => {
    const { id, call, read } = open()
    const { latest_revision_id } = read() ?? {}
    const changed = await call(`PATCH /v2/deployments/${id}/${end}`, body)
    expect(changed).toEqual({ status: 200, body: (await call(`GET /v2/deployments/${id}`)).body })
    expect(read()).toMatchObject({ ...stored, latest_revision_id })
  })

  test('is in the responses that newer clients read', async () => {
    const simulator = createService({ preset: 'langsmith-next' })
    const { id } = findOne(simulator, { deployment_type: 'dev' })
    const call = createCall(simulator.fetch)
    expect((await call(`GET /v2/deployments/${id}`)).body.deployment_tier).toBe('SERVERLESS_M')
    const { body } = await call(`PATCH /v2/deployments/${id}/deployment-tier`, { deployment_tier: 'DEDICATED_L' })
    expect(body.deployment_tier).toBe('DEDICATED_L')
  })

  test.for([
    ['deployment-tier', {}, "'deployment_tier' is required."],
    ['resource-tiers', { compute_tier: null }, "At least one of 'compute_tier' and 'database_tier' is required."],
  ] as const)('is required at %s', async ([end, body, detail]) => {
    const { simulator, id, call } = open()
    const before = simulator.snapshot()
    expect(await call(`PATCH /v2/deployments/${id}/${end}`, body)).toEqual({ status: 400, body: { detail } })
    expect(simulator.snapshot()).toEqual(before)
  })

  test.for(['deployment-tier', 'resource-tiers'])('of an unknown one gets 404 at %s', async (end) => {
    const { call } = open()
    expect((await call(`PATCH /v2/deployments/00000000-0000-4000-8000-000000000000/${end}`, {})).status).toBe(404)
  })
})
