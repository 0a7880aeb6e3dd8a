import { expect, test } from 'vitest'
import { createCall, createService, type Fields, findOne } from '../support/control-plane.ts'

function open(wanted: Fields = { source: 'github', status: 'READY', deployment_type: 'prod' }) {
  const simulator = createService()
  const { id } = findOne(simulator, wanted)
  const call = createCall(simulator.fetch)
  const read = () => simulator.db.deployments.get(id)
  return { simulator, id, call, read }
}

const cases: [string, Fields, Fields][] = [
  [
    'deployment-tier',
    { deployment_tier: 'DEDICATED_M' },
    { deployment_tier: 'DEDICATED_M', database_tier: 'DEDICATED_M' },
  ],
  ['resource-tiers', { compute_tier: 'DEDICATED_L' }, { deployment_tier: 'DEDICATED_L', database_tier: null }],
  ['resource-tiers', { database_tier: 'DEDICATED_L' }, { deployment_tier: null, database_tier: 'DEDICATED_L' }],
]
test.for(cases)('the size of a deployment changes at %s with %j', async ([end, body, stored]) => {
  const { id, call, read } = open()
  const changed = await call(`PATCH /v2/deployments/${id}/${end}`, body)
  expect(changed).toEqual({ status: 200, body: (await call(`GET /v2/deployments/${id}`)).body })
  expect(read()).toMatchObject(stored)
})

test.for(cases)(
  'the size of a deployment is rolled out as a revision with the same code at %s with %j',
  async ([end, body]) => {
    const { simulator, id, call, read } = open()
    const before = read()
    const { latest_revision_id } = (await call(`PATCH /v2/deployments/${id}/${end}`, body)).body
    const readRevision = () => call(`GET /v2/deployments/${id}/revisions/${latest_revision_id}`)
    expect(latest_revision_id).not.toBe(before?.latest_revision_id)
    expect((await readRevision()).body.status).toBe('CREATING')
    expect(read()).toMatchObject({
      active_revision_id: before?.active_revision_id,
      source_revision_config: before?.source_revision_config,
    })
    simulator.clock.advance(15 * 60_000)
    expect((await readRevision()).body.status).toBe('DEPLOYED')
    expect(read()?.active_revision_id).toBe(latest_revision_id)
  },
)

test('the size of a deployment stays if its rollout fails, like the revision that is active', async () => {
  const { simulator, id, call, read } = open()
  const before = read()
  simulator.faults.add({ operation: 'patchDeploymentResourceTiers', rollout: 'deployFails' })
  const { body } = await call(`PATCH /v2/deployments/${id}/resource-tiers`, { compute_tier: 'DEDICATED_L' })
  simulator.clock.advance(15 * 60_000)
  const revision = await call(`GET /v2/deployments/${id}/revisions/${body.latest_revision_id}`)
  expect(revision.body.status).toBe('DEPLOY_FAILED')
  expect(read()).toMatchObject({
    deployment_tier: 'DEDICATED_L',
    active_revision_id: before?.active_revision_id,
  })
})

test.for([
  ['prod', 'SERVERLESS_L', "'DEDICATED_S', 'DEDICATED_M', 'DEDICATED_L'"],
  ['dev', 'DEDICATED_S', "'SERVERLESS_S', 'SERVERLESS_M', 'SERVERLESS_L'"],
  ['dev_free', 'DEDICATED_S', "'SERVERLESS_S', 'SERVERLESS_M', 'SERVERLESS_L'"],
] as const)(
  'the size of a deployment of a %s deployment cannot be %s, because its type never changes',
  async ([type, size, sizes]) => {
    const { simulator, id, call } = open({ deployment_type: type })
    const before = simulator.snapshot()
    const detail = `'${size}' is not available for '${type}' deployments, whose type cannot be changed. Available: ${sizes}.`
    for (const [end, body] of [
      ['deployment-tier', { deployment_tier: size }],
      ['resource-tiers', { compute_tier: size }],
      ['resource-tiers', { database_tier: size }],
    ] as const) {
      expect(await call(`PATCH /v2/deployments/${id}/${end}`, body)).toEqual({ status: 400, body: { detail } })
    }
    expect(simulator.snapshot()).toEqual(before)
  },
)

test.for([
  ['prod', 'DEDICATED'],
  ['dev', 'SERVERLESS'],
  ['dev_free', 'SERVERLESS'],
  ['dev_zero', 'SERVERLESS'],
  ['dev_free_zero', 'SERVERLESS'],
] as const)(
  'the size of a deployment of a %s deployment is the smallest until a client changes it',
  async ([deployment_type, kind]) => {
    const simulator = createService({ preset: 'langsmith-next' })
    const { id } = simulator.db.deployments.create({ deployment_type, status: 'READY' })
    const call = createCall(simulator.fetch)
    expect((await call(`GET /v2/deployments/${id}`)).body.deployment_tier).toBe(`${kind}_S`)
    const sent = { deployment_tier: `${kind}_L` }
    expect((await call(`PATCH /v2/deployments/${id}/deployment-tier`, sent)).body).toMatchObject(sent)
  },
)

test.for([
  ['deployment-tier', {}, "'deployment_tier' is required."],
  ['resource-tiers', { compute_tier: null }, "At least one of 'compute_tier' and 'database_tier' is required."],
] as const)('the size of a deployment is required at %s', async ([end, body, detail]) => {
  const { simulator, id, call } = open()
  const before = simulator.snapshot()
  expect(await call(`PATCH /v2/deployments/${id}/${end}`, body)).toEqual({ status: 400, body: { detail } })
  expect(simulator.snapshot()).toEqual(before)
})

test.for(['deployment-tier', 'resource-tiers'])(
  'the size of a deployment of an unknown one gets 404 at %s',
  async (end) => {
    const { call } = open()
    expect((await call(`PATCH /v2/deployments/00000000-0000-4000-8000-000000000000/${end}`, {})).status).toBe(404)
  },
)
