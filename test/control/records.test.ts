import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

const KINDS = ['providers', 'integrations', 'repositories', 'deployments'] as const

for (const kind of KINDS) {
  test(`${kind} can be listed, read, created, changed and removed as in the simulator itself`, async ({ start }) => {
    const { remote, simulator } = await start()
    const local = simulator.db[kind]
    const far = remote.db[kind]
    expect(await far.list()).toEqual(local.list())
    expect(await far.count()).toBe(local.count())

    const { id } = await far.create({ name: 'made' })
    expect(local.get(id)).toMatchObject({ name: 'made' })
    expect(await far.get(id)).toEqual(local.get(id))
    expect(await far.update(id, { name: 'changed' })).toEqual(local.get(id))
    expect(local.get(id)).toMatchObject({ name: 'changed' })
    expect(await far.delete(id)).toBe(true)
    expect(local.get(id)).toBeUndefined()
  })

  test(`${kind} that do not exist are distinguished from those that do`, async ({ start }) => {
    const { remote } = await start()
    const far = remote.db[kind]
    expect([await far.get('nobody'), await far.delete('nobody')]).toEqual([undefined, false])
    await expect(far.update('nobody', {})).rejects.toMatchObject({ status: 404 })
  })

  test(`${kind} have unique ids`, async ({ start }) => {
    const { remote } = await start()
    const [first] = await remote.db[kind].list()
    await expect(remote.db[kind].create({ id: first?.id ?? '' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^Failed to create \w+: the id ".*" already exists\./),
    })
  })
}

test('revisions can be listed, read, created, changed and removed as in the simulator itself', async ({ start }) => {
  const { remote, simulator } = await start()
  const local = simulator.db.revisions
  expect(await remote.db.revisions.list()).toEqual(local.list())
  expect(await remote.db.revisions.count()).toBe(local.count())

  const { id } = await remote.db.revisions.create({ outcome: 'buildFails' })
  expect(local.get(id)).toMatchObject({ status: 'CREATING', outcome: 'buildFails' })
  await remote.db.revisions.update(id, { outcome: 'buildHangs' })
  expect(await remote.db.revisions.get(id)).toEqual(local.get(id))
  expect(await remote.db.revisions.delete(id)).toBe(true)
  expect(local.get(id)).toBeUndefined()
})

test('revisions that a world begins with can be changed and removed', async ({ start }) => {
  const { remote, simulator } = await start()
  const [first, second] = simulator.db.revisions.list()
  await remote.db.revisions.update(first?.id ?? '', { status: 'UNKNOWN' })
  await remote.db.revisions.delete(second?.id ?? '')
  expect(simulator.db.revisions.get(first?.id ?? '')?.status).toBe('UNKNOWN')
  expect(simulator.db.revisions.get(second?.id ?? '')).toBeUndefined()
  await remote.reset()
  expect(simulator.db.revisions.list().slice(0, 2)).toEqual([first, second])
})

test('revisions have unique ids', async ({ start }) => {
  const { remote } = await start()
  const last = (await remote.db.revisions.list()).at(-1)
  await expect(remote.db.revisions.create({ id: last?.id ?? '' })).rejects.toMatchObject({ status: 409 })
})

test('a record needs no fields, and not even a body', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/records/deployments`, { method: 'POST' })
  expect([response.status, await response.json()]).toMatchObject([
    201,
    { name: expect.any(String), status: expect.any(String) },
  ])
})

test('in a nested configuration, only the given fields change', async ({ start }) => {
  const { remote } = await start()
  const { id, source_config } = await remote.db.deployments.create()
  const changed = await remote.db.deployments.update(id, { source_config: { build_command: 'make' } })
  expect(changed.source_config).toEqual({ ...source_config, build_command: 'make' })
})

test('a list has pages, which together contain all of it', async ({ start }) => {
  const { remote, server, simulator } = await start({ simulator: { deployments: 1045 } })
  expect(await remote.db.deployments.list()).toEqual(simulator.db.deployments.list())
  const response = await fetch(`${server.url}/_simulator/records/deployments?offset=1044&limit=5`)
  expect(await response.json()).toMatchObject({
    total: 1045,
    records: [{ id: simulator.db.deployments.list().at(-1)?.id }],
  })
})

test('a list has the size that is given last', async ({ start }) => {
  const { server } = await start()
  const response = await fetch(`${server.url}/_simulator/records/deployments?limit=1&limit=3`)
  expect((await response.json()).records).toHaveLength(3)
})

test('some of the records are those with the given ids, in that order', async ({ start }) => {
  const { remote, simulator } = await start()
  const [first, second, third] = simulator.db.deployments.list()
  const ids = [third?.id ?? '', 'nobody', first?.id ?? '']
  expect(await remote.db.deployments.page({ ids })).toEqual({ total: 2, records: [third, first] })
  expect(await remote.db.deployments.page({ offset: 1, limit: 1 })).toMatchObject({ records: [second] })
})

test('some of the records are those that belong to another record', async ({ start }) => {
  const { remote, simulator } = await start()
  const [deployment] = simulator.db.deployments.list()
  const where = { deployment_id: deployment?.id ?? '' }
  await remote.db.revisions.create(where)
  const own = simulator.db.revisions.list().filter(({ deployment_id }) => deployment_id === where.deployment_id)
  expect(await remote.db.revisions.page({ where })).toEqual({ total: own.length, records: own })
  expect(await remote.db.revisions.page({ where, offset: 1, limit: 1 })).toEqual({
    total: own.length,
    records: own.slice(1, 2),
  })
  expect(await remote.db.revisions.page({ where: { deployment_id: 'nobody' } })).toMatchObject({ total: 0 })
})

test('some of the records are those with the given ids that also belong to another record', async ({ start }) => {
  const { remote, simulator } = await start()
  const [first, ...others] = simulator.db.revisions.list()
  const stranger = others.find(({ deployment_id }) => deployment_id !== first?.deployment_id)
  const [ids, where] = [[stranger?.id ?? '', first?.id ?? ''], { deployment_id: first?.deployment_id ?? '' }]
  expect(await remote.db.revisions.page({ ids, where })).toEqual({ total: 1, records: [first] })
})

test('some of the records cannot be found by fields with several values', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.db.deployments.page({ where: { source_config: 'x' } })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'source_config' }],
  })
})

test('all issues are reported at once, and nothing is written in a new record', async ({ start }) => {
  const { remote, simulator } = await start()
  const before = simulator.snapshot()
  const given = { name: 7, status: '', created_at: 'yesterday', source_config: { repo: 'x' }, colour: 'red' }
  await expect(remote.db.deployments.create(given as never)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^Failed to call db\.deployments\.create: /),
    issues: [
      { path: 'name', message: '"name" is 7. Expected: text' },
      {
        path: 'source_config.repo',
        message: expect.stringMatching(/^"source_config.repo" is unknown. Known: integration_id, /),
      },
      { path: 'created_at', message: expect.stringContaining('It must be an ISO 8601 date-time') },
      { path: 'status', message: expect.stringMatching(/^"status" is ""/) },
      { path: 'colour', message: expect.stringMatching(/^"colour" is unknown. Known: id, tenant_id, /) },
    ],
  })
  expect(simulator.snapshot()).toEqual(before)
})

test('all issues are reported at once, and nothing is written that only the world finds', async ({ start }) => {
  const { remote, simulator } = await start()
  const before = simulator.snapshot()
  const given = { status: 'READYY', created_at: '2026-01-02T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  await expect(remote.db.deployments.create(given)).rejects.toMatchObject({
    status: 422,
    issues: [
      { path: 'updated_at', message: expect.stringContaining('It must not be before "created_at"') },
      {
        path: 'status',
        message: expect.stringMatching(/^"status" is "READYY"\. Did you mean "READY"\? Allowed: .*READY/),
      },
    ],
  })
  await expect(remote.db.repositories.create({ integration_id: 'nobody' })).rejects.toMatchObject({
    issues: [{ path: 'integration_id', message: expect.stringContaining('"nobody"') }],
  })
  expect(simulator.snapshot()).toEqual(before)
})

test('all issues are reported at once, and nothing is written in a change', async ({ start }) => {
  const { remote, simulator } = await start()
  const [first] = simulator.db.deployments.list()
  const before = simulator.snapshot()
  const id = 'c0ffee00-0000-4000-8000-000000000000'
  await expect(remote.db.deployments.update(first?.id ?? '', { id })).rejects.toMatchObject({
    status: 422,
    issues: [{ path: 'id', message: expect.stringContaining('cannot change') }],
  })
  expect(simulator.snapshot()).toEqual(before)
})
