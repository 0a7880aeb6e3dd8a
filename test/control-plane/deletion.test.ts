import { expect, test } from 'vitest'
import { buildCreation, createCall, createService } from '../support/control-plane.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

function open() {
  const simulator = createService()
  const call = createCall(simulator.fetch)
  const ids = simulator.db.deployments.list().map(({ id }) => id)
  const [id = '', other = ''] = ids
  const nameOf = (which: string) => simulator.db.deployments.get(which)?.name ?? undefined
  const create = (name: string | undefined) => call('POST /v2/deployments', buildCreation(simulator, { name }))
  return { simulator, call, ids, id, other, nameOf, create }
}

test('a deleted deployment is no longer listed, and can be read for some time', async () => {
  const { simulator, call, id } = open()
  const { body: before } = await call(`GET /v2/deployments/${id}`)
  expect(await call(`DELETE /v2/deployments/${id}`)).toEqual({ status: 204, body: '' })
  expect((await call(`GET /v2/deployments?deployment_ids=${id}`)).body.resources).toEqual([])
  expect(await call(`GET /v2/deployments/${id}`)).toEqual({
    status: 200,
    body: { ...before, status: 'AWAITING_DELETE' },
  })
  simulator.clock.advance(60_000)
  expect((await call(`GET /v2/deployments/${id}`)).status).toBe(404)
})

test.for([
  ['READY', 'AWAITING_FINAL_DELETE'],
  ['AWAITING_DATABASE', 'AWAITING_DELETE'],
] as const)(
  'a deployment that was %s is %s at the end of its deletion (statusValues=newer)',
  async ([before, last]) => {
    const simulator = createService({ preset: 'langsmith-next' })
    const call = createCall(simulator.fetch)
    const { id } = simulator.db.deployments.create({ status: before })
    await call(`DELETE /v2/deployments/${id}`)
    const read = async () => (await call(`GET /v2/deployments/${id}`)).body.status
    expect(await read()).toBe('AWAITING_DELETE')
    simulator.clock.advance(11_000)
    expect(await read()).toBe(last)
    simulator.clock.advance(10_000)
    expect((await call(`GET /v2/deployments/${id}`)).status).toBe(404)
  },
)

test('a deletion can be forced in its last state, too', async () => {
  const simulator = createService({ preset: 'langsmith-next' })
  const call = createCall(simulator.fetch)
  const { id } = simulator.db.deployments.create({ status: 'READY' })
  await call(`DELETE /v2/deployments/${id}`)
  simulator.clock.advance(11_000)
  expect((await call(`DELETE /v2/deployments/${id}?force=true`)).status).toBe(204)
  expect((await call(`GET /v2/deployments/${id}`)).status).toBe(404)
})

test('a record can be AWAITING_FINAL_DELETE, and a filter finds it (statusValues=newer)', async () => {
  const simulator = createService({ preset: 'langsmith-next' })
  const { id } = simulator.db.deployments.create({ status: 'AWAITING_FINAL_DELETE' })
  const { body } = await createCall(simulator.fetch)('GET /v2/deployments?status=AWAITING_FINAL_DELETE')
  expect(body.resources).toMatchObject([{ id, status: 'AWAITING_FINAL_DELETE' }])
  expect(() => createService().db.deployments.create({ status: 'AWAITING_FINAL_DELETE' })).toThrow('statusValues')
})

test('a deleted deployment can no longer be changed, and its revisions are gone', async () => {
  const { call, id } = open()
  await call(`DELETE /v2/deployments/${id}`)
  const requests = [`PATCH /v2/deployments/${id}`, `POST /v2/deployments/${id}/revisions`]
  for (const request of requests) expect((await call(request, {})).status).toBe(404)
  expect((await call(`GET /v2/deployments/${id}/revisions`)).status).toBe(404)
})

test('a deleted deployment keeps its name taken', async () => {
  const { simulator, call, id, nameOf, create } = open()
  const name = nameOf(id)
  await call(`DELETE /v2/deployments/${id}`)
  expect((await create(name)).status).toBe(409)
  simulator.clock.advance(60_000)
  expect((await create(name)).status).toBe(409)
})

test('a deleted deployment frees its name if its tracing project is deleted, too', async () => {
  const { call, id, other, nameOf, create } = open()
  const [name, otherName] = [nameOf(id), nameOf(other)]
  await call(`DELETE /v2/deployments/${id}?delete_tracing_project=true`)
  expect((await create(name)).status).toBe(201)

  await call(`DELETE /v2/deployments/${other}`)
  await call(`DELETE /v2/deployments/${other}?delete_tracing_project=true`)
  expect((await create(otherName)).status).toBe(201)
})

test('a deleted deployment can be deleted again until it is gone', async () => {
  const { simulator, call, id } = open()
  await call(`DELETE /v2/deployments/${id}`)
  expect((await call(`DELETE /v2/deployments/${id}`)).status).toBe(204)
  simulator.clock.advance(60_000)
  expect(await call(`DELETE /v2/deployments/${id}`)).toEqual({
    status: 404,
    body: { detail: `Deployment ID ${id} not found.` },
  })
})

test('a forced deletion is rejected, and nothing changes, unless the deployment was deleted before', async () => {
  const { simulator, call, id } = open()
  const before = simulator.snapshot()
  expect(await call(`DELETE /v2/deployments/${id}?force=true`)).toEqual({
    status: 400,
    body: { detail: `Deployment ID ${id} must be deleted before its deletion can be forced.` },
  })
  expect(simulator.snapshot()).toEqual(before)
})

test.for([
  ['', 409],
  ['&delete_tracing_project=true', 201],
] as const)('a forced deletion ends at once (force=true%s)', async ([query, status]) => {
  const { simulator, call, id, nameOf, create } = open()
  const name = nameOf(id)
  await call(`DELETE /v2/deployments/${id}`)
  expect((await call(`DELETE /v2/deployments/${id}?force=true${query}`)).status).toBe(204)
  expect((await call(`GET /v2/deployments/${id}`)).status).toBe(404)
  expect((await create(name)).status).toBe(status)
  simulator.clock.advance(60_000)
  expect((await call(`GET /v2/deployments/${id}`)).status).toBe(404)
})

const toQuery = (ids: readonly string[]) => ids.map((id) => `deployment_ids=${id}`).join('&')

test('a deletion of several deployments lists them, each once', async () => {
  const { simulator, call, id, other } = open()
  const count = simulator.db.deployments.count()
  expect(await call(`DELETE /v2/deployments?${toQuery([id, other, id])}`)).toEqual({
    status: 200,
    body: { deleted: [id, other], errors: [] },
  })
  expect(simulator.db.deployments.count()).toBe(count - 2)
  expect((await call(`GET /v2/deployments/${id}`)).body.status).toBe('AWAITING_DELETE')
})

test('a deletion of several deployments reports those that do not exist', async () => {
  const { simulator, call, id } = open()
  expect(await call(`DELETE /v2/deployments?${toQuery([UNKNOWN, id])}`)).toEqual({
    status: 207,
    body: {
      deleted: [id],
      errors: [{ deployment_id: UNKNOWN, status: 404, detail: `Deployment ID ${UNKNOWN} not found.` }],
    },
  })
  expect(simulator.db.deployments.get(id)).toBeUndefined()
})

test('a deletion of several deployments gets 404 if none exists', async () => {
  const { call } = open()
  expect(await call(`DELETE /v2/deployments?${toQuery([UNKNOWN])}`)).toEqual({
    status: 404,
    body: { detail: `Deployment ID ${UNKNOWN} not found.` },
  })
  const several = toQuery([UNKNOWN, UNKNOWN.replace('4', '5')])
  expect((await call(`DELETE /v2/deployments?${several}`)).body.detail).toBe('None of the deployment IDs were found.')
})
