import { expect } from 'vitest'
import { test } from '../support/control-test.ts'

const deployment = (created_at: string, record: object = {}) => ({ record: { created_at, ...record } })

test('the totals of a resource count the records by their fields', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { scenario: 'busy' } })
  const all = simulator.db.deployments.list()
  const { total, by } = await remote.totals('deployments')
  expect(total).toBe(all.length)
  expect(Object.values(by.status ?? {}).reduce((sum, count) => sum + count)).toBe(total)
  expect(by.status?.READY).toBe(all.filter(({ status }) => status === 'READY').length)
  expect(Object.keys(by)).toContain('deployment_type')
})

test('the totals of a resource follow every change', async ({ start }) => {
  const { remote, simulator } = await start({ simulator: { scenario: 'empty' } })
  expect(await remote.totals('deployments')).toMatchObject({ total: 0, by: {}, created: { from: null, counts: [] } })
  simulator.db.deployments.create({ status: 'READY' })
  expect(await remote.totals('deployments')).toMatchObject({ total: 1, by: { status: { READY: 1 } } })
})

test.for([
  [
    'auto',
    'day',
    ['2026-02-26T00:00:00Z', '2026-02-27T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-01T00:00:00Z'],
    [1, 1, 0, 2],
  ],
  ['month', 'month', ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'], [2, 2]],
] as const)(
  'the totals of a resource count creations per %s without gaps',
  async ([asked, per, times, counts], { start }) => {
    const deployments = [
      deployment('2026-03-01T20:00:00Z'),
      deployment('2026-03-01T08:00:00Z'),
      deployment('2026-02-27T08:00:00Z'),
      deployment('2026-02-26T08:00:00Z'),
    ]
    const { remote } = await start({ simulator: { scenario: { name: 'four', deployments } } })
    expect((await remote.totals('deployments', { per: asked })).created).toEqual({
      per,
      from: times[0],
      counts: times.map((at, index) => ({ at, count: counts[index] })),
    })
  },
)

test('the totals of a resource contain the newest sixty periods', async ({ start }) => {
  const deployments = [deployment('2026-03-01T08:00:00Z'), deployment('2010-02-27T08:00:00Z')]
  const { remote } = await start({ simulator: { scenario: { name: 'old', deployments } } })
  const { created } = await remote.totals('deployments')
  expect([created.per, created.counts.length, created.counts.at(-1)]).toEqual([
    'month',
    60,
    { at: '2026-03-01T00:00:00Z', count: 1 },
  ])
})

test('the totals of a resource of every resource can be read', async ({ start }) => {
  const { remote } = await start({ simulator: { scenario: 'pipeline' } })
  const { counts } = await remote.state()
  for (const [name, count] of Object.entries(counts))
    expect((await remote.totals(name as 'deployments')).total).toBe(count)
})

test('the totals of a resource of an unknown resource do not exist', async ({ start }) => {
  const { remote } = await start()
  await expect(remote.totals('deployment' as never)).rejects.toMatchObject({ status: 404 })
})
