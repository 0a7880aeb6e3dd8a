import { expect, test } from 'vitest'
import { createCall, createService, type Fields, findOne } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** A simulator with a deployment that is ready, and with its path. */
function open(wanted: Fields = { source: 'github', status: 'READY', remote_reconciled: false }) {
  const simulator = createService()
  const { id } = findOne(simulator, wanted)
  const call = createCall(simulator.fetch)
  const path = `/v2/deployments/${id}`
  const list = async (query = '') => (await call(`GET ${path}/revisions${query}`)).body
  const start = async (body: unknown = {}) => (await call(`POST ${path}/revisions`, body)).body
  return { simulator, call, path, list, start }
}

test('the list of revisions has the newest first, in pages', async () => {
  const { list, start, simulator } = open()
  const [first, second] = [await start(), await start()]
  const { resources } = await list('?limit=100')
  expect(resources.slice(0, 2).map(({ id }: Fields) => id)).toEqual([second.id, first.id])
  expect(await list('?limit=1')).toEqual({ resources: [expect.objectContaining({ id: second.id })], offset: 1 })
  expect(await list('?limit=1&offset=1')).toEqual({
    resources: [expect.objectContaining({ id: first.id })],
    offset: 2,
  })
  expect(await list('?offset=1000')).toEqual({ resources: [], offset: 1000 })
  const { id: last = 0 } = simulator.requests.list().at(-1) ?? {}
  expect(simulator.requests.get(last)?.explanation.page).toMatchObject({ total: resources.length, returned: 0 })
})

test('the list of revisions is filtered by one or several statuses', async () => {
  const { list, start } = open()
  await start()
  const { resources } = await list('?limit=100')
  const count = async (query: string) => (await list(`?limit=100&${query}`)).resources.length
  expect(await count('status=CREATING')).toBe(1)
  expect(await count('status=CREATING,%20DEPLOYED,')).toBe(
    resources.filter(({ status }: Fields) => ['CREATING', 'DEPLOYED'].includes(status)).length,
  )
  expect(await count('status=nonsense')).toBe(0)
  expect(await count('status=')).toBe(resources.length)
})

test('the list of revisions names offset 0 on its last page, and only there (assumption lastPageOffset)', async () => {
  const { list, start, simulator } = open()
  await start()
  const count = (await list('?limit=100')).resources.length
  simulator.assume({ lastPageOffset: 'zeroAtEnd' })
  expect((await list(`?limit=${count - 1}`)).offset).toBe(count - 1)
  expect((await list(`?limit=${count}`)).offset).toBe(0)
  expect((await list(`?limit=${count - 1}&offset=1`)).offset).toBe(0)
})

test('the list of revisions is empty if its deployment is reconciled elsewhere', async () => {
  const { list } = open()
  expect((await list('?remote_reconciled=true')).resources).toEqual([])
  expect((await list('?remote_reconciled=false')).resources).not.toEqual([])
})

test('a new revision is returned, and becomes the latest one of its deployment, even if nothing changes', async () => {
  const { call, path } = open()
  const { status, body } = await call(`POST ${path}/revisions`, {})
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      status: 'CREATING',
      source: 'github',
      source_revision_config: (await call(`GET ${path}`)).body.source_revision_config,
    },
  ])
  expect((await call(`GET ${path}`)).body.latest_revision_id).toBe(body.id)
  expect(await call(`GET ${path}/revisions/${body.id}`)).toEqual({ status: 200, body })
})

test('a new revision has the configuration in its request', async () => {
  const { start } = open()
  const { source_revision_config } = await start({ source_revision_config: { repo_ref: 'feature' } })
  expect(source_revision_config).toMatchObject({ repo_ref: 'feature', langgraph_config_path: expect.any(String) })
})

test('a new revision is rolled out as time passes, and then the active one', async () => {
  const { simulator, call, path, start } = open()
  const { id } = await start()
  simulator.clock.advance(15 * 60_000)
  expect((await call(`GET ${path}/revisions/${id}`)).body.status).toBe('DEPLOYED')
  expect((await call(`GET ${path}`)).body).toMatchObject({ active_revision_id: id, status: 'READY' })
})

test('a redeployment is a new revision with the code of an older one', async () => {
  const { simulator, call, path, list, start } = open()
  const older = (await list()).resources.find(({ status }: Fields) => status === 'DEPLOYED')
  await start({ source_revision_config: { repo_ref: 'broken' } })
  simulator.clock.advance(15 * 60_000)
  const { status, body } = await call(`POST ${path}/revisions/${older.id}/redeploy`)
  expect([status, body.source_revision_config]).toEqual([200, older.source_revision_config])
  expect(body).toEqual((await call(`GET ${path}`)).body)
  const [newest] = (await list()).resources
  expect(newest).toMatchObject({ id: body.latest_revision_id, source_revision_config: older.source_revision_config })
  expect(newest.id).not.toBe(older.id)
})

test('a redeployment waits for the end of the rollout', async () => {
  const { call, path, start } = open()
  const { id } = await start()
  expect(await call(`POST ${path}/revisions/${id}/redeploy`)).toEqual({
    status: 400,
    body: { detail: `Revision ID ${id} cannot be redeployed while its status is CREATING.` },
  })
})

test('an interruption ends a rollout', async () => {
  const { simulator, call, path, start } = open()
  const { id } = await start()
  expect(await call(`POST ${path}/revisions/${id}/interruption`)).toMatchObject({
    status: 200,
    body: { id, status: 'INTERRUPTED' },
  })
  simulator.clock.advance(15 * 60_000)
  expect((await call(`GET ${path}/revisions/${id}`)).body.status).toBe('INTERRUPTED')
})

test('an interruption of a rollout that has ended is rejected', async () => {
  const { call, path, start } = open()
  const { id } = await start()
  await call(`POST ${path}/revisions/${id}/interruption`)
  expect(await call(`POST ${path}/revisions/${id}/interruption`)).toEqual({
    status: 400,
    body: { detail: `Revision ID ${id} cannot be interrupted: its status is INTERRUPTED.` },
  })
})

const requests = ['GET /x', 'POST /x/redeploy', 'POST /x/interruption']
test.for(requests)('an unknown revision gets 404 from %s', async (request) => {
  const { call, path } = open()
  const [method, end = ''] = request.split(' ')
  expect(await call(`${method} ${path}/revisions/${end.replace('/x', UNKNOWN)}`)).toEqual({
    status: 404,
    body: { detail: `Revision ID ${UNKNOWN} not found.` },
  })
})

test.for([...requests, 'GET '])('an unknown deployment gets 404 from %s', async (request) => {
  const { call } = open()
  const [method, end = ''] = request.split(' ')
  expect(await call(`${method} /v2/deployments/${UNKNOWN}/revisions${end.replace('/x', `/${UNKNOWN}`)}`)).toEqual({
    status: 404,
    body: { detail: `Deployment ID ${UNKNOWN} not found.` },
  })
})

test('an unknown revision is one of another deployment, too', async () => {
  const { simulator, call, path } = open()
  const other = findOne(simulator, { source: 'internal_docker' })
  expect((await call(`GET ${path}/revisions/${other.latest_revision_id}`)).status).toBe(404)
})

const starts = [
  ['patchDeployment', 'PATCH ', { secrets: [{ name: 'KEY', value: 'value' }] }],
  ['createRevision', 'POST /revisions', {}],
] as const
test.for(starts)('a fault decides how a rollout ends that %s starts', async ([operation, request, body]) => {
  const { simulator, call, path, list } = open()
  simulator.faults.add({ operation, effect: { kind: 'rollout', outcome: 'buildFails' } })
  const [method, end = ''] = request.split(' ')
  await call(`${method} ${path}${end}`, body)
  simulator.clock.advance(15 * 60_000)
  expect((await list()).resources[0].status).toBe('BUILD_FAILED')
})

test('a fault decides how a rollout ends that redeployRevision starts', async () => {
  const { simulator, call, path, list } = open()
  const older = (await list()).resources.find(({ status }: Fields) => status === 'DEPLOYED')
  simulator.faults.add({ operation: 'redeployRevision', effect: { kind: 'rollout', outcome: 'deployFails' } })
  await call(`POST ${path}/revisions/${older.id}/redeploy`)
  simulator.clock.advance(15 * 60_000)
  expect((await list()).resources[0].status).toBe('DEPLOY_FAILED')
})
