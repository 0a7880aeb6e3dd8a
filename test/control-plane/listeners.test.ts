import { expect, test } from 'vitest'
import { createService, send } from '../support/control-plane.ts'

const CLUSTER = { compute_type: 'k8s', compute_id: 'prod-1', compute_config: { k8s_namespaces: ['agents'] } }
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Listeners {
  resources: { id: string; compute_id: string }[]
  offset: number
}

test('the listeners are created with all of their fields', async () => {
  const service = createService({ now: '2026-03-02T09:00:00Z' })
  const { status, body } = await send(service, 'POST /v2/listeners', CLUSTER)
  expect(status).toBe(201)
  expect(body).toEqual({
    ...CLUSTER,
    version: null,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    created_at: '2026-03-02T09:00:00Z',
    updated_at: '2026-03-02T09:00:00Z',
  })
  expect(await send(service, `GET /v2/listeners/${body.id}`)).toEqual({ status: 200, body })
  expect(service.db.listeners.list()).toEqual([body])
})

test('the listeners have unique compute ids', async () => {
  const service = createService()
  await send(service, 'POST /v2/listeners', CLUSTER)
  const { status, body } = await send(service, 'POST /v2/listeners', CLUSTER)
  const { tenant_id } = service.db.deployments.list()[0] ?? {}
  expect(status).toBe(409)
  expect(body).toEqual({
    detail: `Listener for LangSmith workspace ID '${tenant_id}' and compute ID 'prod-1' already exists.`,
  })
  expect(service.db.listeners.count()).toBe(1)
})

test('the listeners cannot be created if the workspace may have none', async () => {
  const service = createService({ assumptions: { listenerCreation: 'forbidden' } })
  const { status, body } = await send(service, 'POST /v2/listeners', CLUSTER)
  expect(status).toBe(403)
  expect(body.detail).toMatch(
    /^Listeners cannot be created for LangSmith workspace ID '[0-9a-f-]{36}'\. Creating listeners is only allowed for/,
  )
})

test('the listeners are listed by page, newest first', async () => {
  const service = createService({ scenario: { name: 'a', deployments: 0, listeners: 5 } })
  const { body: first } = await send<Listeners>(service, 'GET /v2/listeners?limit=2')
  const { body: rest } = await send<Listeners>(service, `GET /v2/listeners?offset=${first.offset}`)
  const newestFirst = service.db.listeners.list().toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
  expect([...first.resources, ...rest.resources]).toEqual(newestFirst)
  expect([first.offset, rest.offset]).toEqual([2, 5])
})

test('the listeners keep the fields that a change leaves out, or that are null', async () => {
  const service = createService({ scenario: { name: 'a', deployments: 0, listeners: 1 } })
  const [before] = service.db.listeners.list()
  const { status, body } = await send(service, `PATCH /v2/listeners/${before?.id}`, {
    version: null,
    compute_config: { k8s_namespaces: ['a', 'b'] },
  })
  expect(status).toBe(200)
  expect(body).toEqual({ ...before, compute_config: { k8s_namespaces: ['a', 'b'] }, updated_at: expect.any(String) })
  expect(body.updated_at).not.toBe(before?.updated_at)
  const changed = await send(service, `PATCH /v2/listeners/${before?.id}`, { version: '9' })
  expect(changed.body).toMatchObject({ version: '9', compute_config: { k8s_namespaces: ['a', 'b'] } })
})

test('the listeners can be deleted while a deployment uses them', async () => {
  const service = createService({ scenario: { name: 'a', deployments: 1, listeners: 1 } })
  const id = service.db.listeners.list()[0]?.id ?? ''
  const [deployment] = service.db.deployments.list()
  service.db.deployments.update(deployment?.id ?? '', { source_config: { listener_id: id } })
  expect(await send(service, `DELETE /v2/listeners/${id}`)).toEqual({ status: 204, body: '' })
  expect(service.db.listeners.count()).toBe(0)
  expect(service.db.deployments.list()[0]?.source_config.listener_id).toBe(id)
})

test.for(['GET', 'PATCH', 'DELETE'])('the listeners do not exist for %s with an unknown id', async (method) => {
  const { status, body } = await send(
    createService(),
    `${method} /v2/listeners/${UNKNOWN}`,
    method === 'PATCH' ? {} : undefined,
  )
  expect(status).toBe(404)
  expect(body).toEqual({ detail: `Listener ID ${UNKNOWN} not found.` })
})

test('the listeners have the same ids in another simulator', async () => {
  const create = async () => (await send(createService(), 'POST /v2/listeners', CLUSTER)).body
  expect(await create()).toEqual(await create())
})

test('the listeners do not exist under the preset spec', async () => {
  const { status } = await send(createService({ preset: 'spec' }), 'GET /v2/listeners')
  expect(status).toBe(404)
})
