import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveAssumptions } from '../../src/engine/define/assumptions/assumptions.ts'
import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { questions } from '../../src/service/assumptions/questions.ts'
import { hasEnded } from '../../src/service/resources/deployments/revision.ts'
import { revisions } from '../../src/service/resources/deployments/revisions.ts'
import { service } from '../../src/service/service.ts'
import type { Simulator } from '../../src/service/types.ts'
import { runs } from '../support/scope.ts'

function groupByDeployment({ db }: Simulator) {
  return db.deployments.list().map((deployment) => ({
    deployment,
    own: db.revisions.list().filter(({ deployment_id }) => deployment_id === deployment.id),
  }))
}

const simulator = createSimulator(service)
const groups = groupByDeployment(simulator)

test('the initial revisions of a deployment end with its latest one, and contain its active one, which was deployed', () => {
  for (const { deployment, own } of groups) {
    const active = own.find(({ id }) => id === deployment.active_revision_id)
    expect(own.at(-1)?.id).toBe(deployment.latest_revision_id)
    expect(active?.status).toBe(deployment.active_revision_id === null ? undefined : 'DEPLOYED')
  }
  expect(new Set(simulator.db.revisions.list().map(({ id }) => id)).size).toBe(simulator.db.revisions.count())
})

test('the initial revisions of a deployment have the source of their deployment, and the latest one its configuration', () => {
  for (const { deployment, own } of groups) {
    expect(new Set(own.map(({ source }) => source))).toEqual(new Set([deployment.source]))
    expect(own.at(-1)?.source_revision_config).toEqual(deployment.source_revision_config)
  }
})

test('the initial revisions of a deployment were rolled out one after another while their deployment existed', () => {
  for (const { deployment, own } of groups) {
    const times = own.flatMap(({ history }) => history.map(({ at }) => Date.parse(at)))
    const all = [Date.parse(deployment.created_at), ...times, Date.parse(deployment.updated_at)]
    expect(all).toEqual(all.toSorted((a, b) => a - b))
  }
})

test('the initial revisions of a deployment entered the states that their history lists, the last one of which is theirs', () => {
  for (const { created_at, updated_at, status, history } of simulator.db.revisions.list()) {
    expect(history[0]).toEqual({ status: 'CREATING', at: created_at })
    expect(history.at(-1)).toEqual({ status, at: updated_at })
  }
})

test('the initial revisions of a deployment have all ended before the latest one', () => {
  for (const { own } of groups) expect(own.slice(0, -1).every(({ status }) => hasEnded(status))).toBe(true)
})

test('the initial revisions of a deployment are as many as their count says, however the deployments are described', () => {
  const id = '0e37df36-9f5e-4d1c-8b6f-1d2a51f2c0aa'
  const record = fc.record(
    {
      status: fc.constantFrom('READY', 'AWAITING_DATABASE', 'UNUSED'),
      latest_revision_id: fc.constantFrom(null, id),
      active_revision_id: fc.constantFrom(null, id),
    },
    { requiredKeys: [] },
  )
  const group = fc.record({ count: fc.nat(5), record }, { requiredKeys: ['count'] })
  fc.assert(
    fc.property(fc.array(group, { maxLength: 3 }), fc.constantFrom('some', 'none'), (deployments, nullableFields) => {
      fc.pre(nullableFields === 'some' || !JSON.stringify(deployments).includes('null'))
      const { db } = createSimulator(service, {
        scenario: { name: 'groups', deployments: deployments as never },
        assumptions: { nullableFields },
      })
      expect(db.revisions.list()).toHaveLength(db.revisions.count())
    }),
    { numRuns: runs(30) },
  )
})

test('the initial revisions of a deployment do not exist if it has no latest revision', () => {
  const scenario = { name: 'new', deployments: [{ record: { latest_revision_id: null, active_revision_id: null } }] }
  expect(createSimulator(service, { scenario }).db.revisions.count()).toBe(0)
})

test('the initial revisions of a deployment are the same whatever else is in the world', () => {
  const { db } = createSimulator(service, { deployments: 500 })
  expect(db.revisions.list({ offset: 0, limit: 20 })).toEqual(
    createSimulator(service, { deployments: 20 }).db.revisions.list({ offset: 0, limit: 20 }),
  )
})

test('the initial revisions of a world have their digest', () => {
  // As with the digests of worlds: if this one changes, everybody's worlds change.
  const text = JSON.stringify(createSimulator(service).db.revisions.list())
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe('c31e3245c9dcf364')
})

test.for([
  ['written', 'graph_config_path'],
  ['upstream', 'langgraph_config_path'],
] as const)('a revision in a response of the shape %s has exactly its fields', ([recordShape, configPath]) => {
  const assumptions = resolveAssumptions(questions, 'spec', { recordShape })
  const [revision] = createSimulator(service).db.revisions.list()
  if (revision === undefined) throw new Error('Failed to find a revision.')
  const fields = revisions.toWire(revision, assumptions)
  expect(Object.keys(fields)).toEqual(['id', 'created_at', 'updated_at', 'status', 'source', 'source_revision_config'])
  expect(fields.source_revision_config).toHaveProperty(configPath, revision.source_revision_config.graph_config_path)
  expect(revisions.wire?.schemaOf(assumptions).parse(fields)).toStrictEqual(fields)
})

test('a revision is found by its id, if it was there when the world began', () => {
  const { db } = createSimulator(service)
  for (const revision of db.revisions.list().slice(-20)) expect(db.revisions.get(revision.id)).toEqual(revision)
  expect(db.revisions.get('nobody')).toBeUndefined()
})

test('a revision keeps its place in the list when it is changed', () => {
  const { db } = createSimulator(service)
  const before = db.revisions.list()
  const id = before[7]?.id ?? ''
  db.revisions.update(id, { outcome: 'buildFails' })
  expect(db.revisions.list().map((each) => each.id)).toEqual(before.map((each) => each.id))
  expect(db.revisions.list()[7]).toEqual(db.revisions.get(id))
  expect(db.revisions.get(id)).toMatchObject({ outcome: 'buildFails' })
})

test('a revision is deleted with its deployment', () => {
  const { db } = createSimulator(service)
  const [first] = db.deployments.list()
  const created = db.revisions.create({ deployment_id: first?.id ?? '' })
  db.deployments.delete(first?.id ?? '')
  expect(db.revisions.list().filter(({ deployment_id }) => deployment_id === first?.id)).toEqual([])
  expect(db.revisions.get(created.id)).toBeUndefined()
})

test('a revision cannot have the id of another one', () => {
  const { db } = createSimulator(service)
  const last = db.revisions.list().at(-1)
  expect(() => db.revisions.create({ id: last?.id ?? '' })).toThrow('already exists')
})

test('a revision belongs to a deployment', () => {
  const { db } = createSimulator(service)
  const create = () => db.revisions.create({ deployment_id: '0e37df36-9f5e-4d1c-8b6f-1d2a51f2c0aa' })
  expect(create).toThrow('It must be the id of a deployment of this world')
})

test('ranges of revisions together are all of them, after any changes', () => {
  const change = fc.record({ what: fc.constantFrom('update', 'delete', 'create', 'deleteDeployment'), at: fc.nat(200) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.integer({ min: 1, max: 50 }), (changes, limit) => {
      const simulator = createSimulator(service, { deployments: 20 })
      const { db } = simulator
      for (const { what, at } of changes) {
        const all = db.revisions.list()
        const { id, deployment_id } = all[at % all.length] ?? { id: '', deployment_id: '' }
        if (what === 'update') db.revisions.update(id, { status: 'UNKNOWN' })
        if (what === 'delete') db.revisions.delete(id)
        if (what === 'create') db.revisions.create({ deployment_id })
        if (what === 'deleteDeployment') db.deployments.delete(deployment_id)
      }
      const all = db.revisions.list()
      const pages = Array.from({ length: Math.ceil(all.length / limit) }, (_, page) =>
        db.revisions.list({ offset: page * limit, limit }),
      )
      expect(pages.flat()).toEqual(all)
      expect(all).toHaveLength(db.revisions.count())
      const restored = createSimulator(service)
      restored.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
      expect(restored.db.revisions.list()).toEqual(all)
      simulator.reset()
      expect(db.revisions.list()).toEqual(createSimulator(service, { deployments: 20 }).db.revisions.list())
    }),
    { numRuns: runs(20) },
  )
})
