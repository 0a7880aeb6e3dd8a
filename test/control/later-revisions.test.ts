import { expect, vi } from 'vitest'
import { createCall, type Fields } from '../support/control-plane.ts'
import { test } from '../support/control-test.ts'

const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id)

test('a deployment that was created by hand has the same revisions in every count and list as in a response of the service', async ({
  start,
}) => {
  const { remote, simulator } = await start({
    simulator: { preset: 'langsmith', assumptions: { authentication: 'none' } },
  })
  const before = simulator.db.revisions.count()
  const { id, latest_revision_id } = await remote.db.deployments.create({ status: 'READY' })

  const { body } = await createCall(simulator.fetch)(`GET /v2/deployments/${id}/revisions`)
  const ids = body.resources.map((each: Fields) => each.id).toReversed()
  expect(ids.at(-1)).toBe(latest_revision_id)

  const { total, records } = await remote.db.revisions.page({ where: { deployment_id: id } })
  expect([total, idsOf(records)]).toEqual([ids.length, ids])
  expect(simulator.db.revisions.count()).toBe(before + ids.length)
  expect((await remote.state()).counts.revisions).toBe(before + ids.length)
  expect((await remote.totals('revisions')).total).toBe(before + ids.length)
  expect(await remote.db.revisions.page({ offset: before })).toEqual({ total: before + ids.length, records })
  expect(await remote.db.revisions.page({ offset: before, limit: 1 })).toMatchObject({ records: records.slice(0, 1) })
  expect(simulator.db.revisions.list().slice(before)).toEqual(records)
  expect(await remote.db.revisions.page({ ids })).toEqual({ total: ids.length, records })
  expect(await remote.db.revisions.get(String(latest_revision_id))).toEqual(records.at(-1))
})

test('a deployment that was created by hand is one change and one event, whether its revisions are read or not', async ({
  start,
}) => {
  const { simulator, remote } = await start()
  const changed: unknown[] = []
  const stop = await remote.events((event) => changed.push(event.type === 'change' ? event.kind : event.type))
  const { id } = simulator.db.deployments.create()
  expect((await remote.sessions.list())[0]?.changes).toBe(1)
  await remote.db.revisions.page({ where: { deployment_id: id } })
  await remote.reset()
  await vi.waitFor(() => expect(changed).toContain('start'))
  expect(changed).toEqual(['deployments', 'start'])
  await stop()
})

test('a deployment that was created by hand has its revisions stored as soon as one of them is written', async ({
  start,
}) => {
  const { simulator, remote } = await start()
  const { id, latest_revision_id } = simulator.db.deployments.create({ status: 'READY' })
  const list = () => simulator.db.revisions.list().filter(({ deployment_id }) => deployment_id === id)
  const ids = idsOf(list())
  const latest = String(latest_revision_id)
  await expect(remote.db.revisions.update(latest, { status: 4 as never })).rejects.toMatchObject({ status: 422 })
  expect(simulator.snapshot().current.changes).not.toHaveProperty('revisions.added.0')
  expect(await remote.db.revisions.update(latest, { status: 'INTERRUPTED' })).toMatchObject({ status: 'INTERRUPTED' })
  expect(idsOf(list())).toEqual(ids)
  const snapshot = simulator.snapshot()
  simulator.restore(snapshot)
  expect(simulator.snapshot()).toEqual(snapshot)
  expect(idsOf(list())).toEqual(ids)
})

test('a deployment that was created by hand has only the records of revisions that are created for it, if there are any', async ({
  start,
}) => {
  const { simulator, remote } = await start()
  const { id } = simulator.db.deployments.create()
  const before = simulator.db.revisions.count()
  const created = await remote.db.revisions.create({ deployment_id: id, status: 'QUEUED' })
  expect(await remote.db.revisions.page({ where: { deployment_id: id } })).toEqual({ total: 1, records: [created] })
  expect(simulator.db.revisions.count()).toBe(before)
})

test('a deployment that was created by hand keeps its revisions when a commit adds one', async ({ start }) => {
  const { simulator, remote } = await start()
  const { id, latest_revision_id } = simulator.db.deployments.create({ status: 'READY' })
  const where = { deployment_id: id }
  const before = (await remote.db.revisions.page({ where })).records
  const commit = await remote.db.revisions.create(where)
  const { records } = await remote.db.revisions.page({ where })
  expect(records).toEqual([...before, commit])
  expect(records.at(-2)?.id).toBe(latest_revision_id)
  expect(simulator.db.deployments.get(id)?.latest_revision_id).toBe(commit.id)
})

test('a deployment that was created by hand keeps the revision that its fields name, because it has no other', async ({
  start,
}) => {
  const { simulator, remote } = await start()
  const { id } = simulator.db.deployments.create({ latest_revision_id: null, active_revision_id: null })
  expect(await remote.db.revisions.page({ where: { deployment_id: id } })).toMatchObject({ total: 0 })
  const latest = '0e37df36-9f5e-4d1c-8b6f-1d2a51f2c0aa'
  simulator.db.deployments.update(id, { latest_revision_id: latest })
  await expect(remote.db.revisions.delete(latest)).rejects.toMatchObject({
    status: 422,
    message: `Failed to delete revision "${latest}": its deployment names it and has no other revision. Delete the deployment, or update it.`,
  })
  simulator.db.deployments.update(id, { latest_revision_id: null })
  expect(await remote.db.revisions.delete(latest)).toBe(false)
  expect(await remote.db.deployments.delete(id)).toBe(true)
  expect(await remote.db.revisions.page({ where: { deployment_id: id } })).toMatchObject({ total: 0 })
})
