import { expect } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { test } from '../support/control-test.ts'

const { db } = createSimulator()
const all = db.deployments.list()

test('a list can be filtered by any field with a single value', () => {
  const ready = all.filter(({ status }) => status === 'READY')
  expect(db.deployments.list({ where: { status: 'READY' } })).toEqual(ready)
  expect(db.deployments.list({ where: { status: 'READY' }, offset: 2, limit: 3 })).toEqual(ready.slice(2, 5))
  const external = all.filter(({ source }) => source === 'external_docker')
  expect(db.deployments.list({ where: { source: 'external_docker' } })).toEqual(external)
  const [first] = db.repositories.list()
  const where = { integration_id: first?.integration_id ?? '' }
  const own = db.repositories.list().filter(({ integration_id }) => integration_id === where.integration_id)
  expect(db.repositories.list({ where })).toEqual(own)
})

test.for([['status', 'READY'] as const, ['source', 'github'] as const, ['name', 'no-such-name'] as const])(
  'counting records by their %s does not build them',
  ([field, value]) => {
    const where = { [field]: value }
    const simulator = createSimulator()
    const before = simulator.memory().kinds.records
    const count = simulator.db.deployments.count({ where })
    expect(simulator.memory().kinds.records).toBe(before)
    expect(count).toBe(simulator.db.deployments.list({ where }).length)
  },
)

test('a list can be limited', () => {
  expect(db.deployments.list({ limit: 2 })).toEqual(all.slice(0, 2))
  expect(db.deployments.list({ offset: 58, limit: 5 })).toEqual(all.slice(58))
  expect(db.deployments.list({ limit: 0 })).toEqual([])
})

test.for<[unknown, RegExp]>([
  [
    { status: 'READY' },
    /^Failed to list the deployments: "status" is not an option\. .*Options: where, limit, offset\.$/,
  ],
  [() => true, /: the options are a function\. Pass an object with any of: where, limit, offset\.$/],
  [{ where: { state: 'READY' } }, /: it cannot be filtered by "state"\. .*Fields: id, /],
  [{ where: { source_config: {} } }, /: it cannot be filtered by "source_config"\./],
  [{ where: { status: 5 } }, /: "where\.status" is 5\. It must be a string\.$/],
  [{ where: () => true }, /: "where" is /],
  [
    { where: { status: 'REDY' } },
    /: "where\.status" is "REDY"\. Did you mean "READY"\? Allowed: "AWAITING_DATABASE", "READY", /,
  ],
  [{ where: { source: 'gitlab' } }, /: "where\.source" is "gitlab"\.(?: Did you mean "github"\?)? Allowed: "github", /],
  [{ limit: -1 }, /: "limit" is -1\. It must be a whole number of at least 0\.$/],
  [{ offset: '2' }, /: "offset" is "2"\./],
])('a list with the options %j is rejected', ([options, message]) => {
  expect(() => db.deployments.list(options as object)).toThrow(message)
})

test('a list can be filtered by a status that the assumptions add, and by null', () => {
  const simulator = createSimulator({ assumptions: { statusValues: 'extra', nullableFields: 'some' } })
  const where = { status: 'HIBERNATED' } as never
  expect(simulator.db.deployments.count({ where })).toBe(simulator.db.deployments.list({ where }).length)
  expect(simulator.db.deployments.count({ where: { deployment_tier: null } })).toBeGreaterThan(0)
})

test('records can be counted by any field with a single value', () => {
  const ready = all.filter(({ status }) => status === 'READY')
  expect([db.deployments.count(), db.deployments.count({ where: { status: 'READY' } })]).toEqual([
    all.length,
    ready.length,
  ])
  const [first] = db.deployments.list()
  const where = { deployment_id: first?.id ?? '' }
  expect(db.revisions.count({ where })).toBe(db.revisions.list({ where }).length)
  expect(() => db.deployments.count({ limit: 2 } as object)).toThrow(
    'Failed to count the deployments: "limit" is not an option. Options: where.',
  )
})

test('a client lists the same records, and rejects the same options', async ({ start }) => {
  const { remote, simulator } = await start()
  const options = { where: { status: 'READY' }, offset: 2, limit: 3 }
  expect(await remote.db.deployments.list(options)).toEqual(simulator.db.deployments.list(options))
  const list = (given: object) => remote.db.deployments.list(given)
  await expect(list({ status: 'READY' })).rejects.toThrow(/"status" is not an option/)
  await expect(list({ where: { state: 'READY' } })).rejects.toThrow(/"state"/)
  await expect(list({ limit: -1 })).rejects.toThrow(/"limit" is -1/)
  await expect(list({ where: { status: 'REDY' } })).rejects.toThrow(
    /"where\.status" is "REDY"\. Did you mean "READY"\?/,
  )
  const where = { deployment_tier: null }
  expect(await remote.db.deployments.count({ where })).toBe(simulator.db.deployments.count({ where }))
})
