import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const WORLD = { name: 'demo', description: 'A world.', providers: 0, integrations: [], deployments: 3 }

test('a defined scenario can be loaded by its name, and replaces an earlier one', () => {
  const simulator = createSimulator({ scenario: 'demo', scenarios: [WORLD] })
  simulator.define({ ...WORLD, deployments: 4 })
  expect(simulator.db.deployments.count()).toBe(3)
  expect(simulator.scenarios.filter(({ name }) => name === 'demo').map(({ deployments }) => deployments)).toEqual([4])
  simulator.load()
  expect(simulator.db.deployments.count()).toBe(3)
  simulator.load('demo')
  expect(simulator.db.deployments.count()).toBe(4)
  simulator.reset()
  expect(simulator.db.deployments.count()).toBe(4)
  expect(simulator.sessions.open('new').db.deployments.count()).toBe(4)
})

test('a session that was made with a name has the new world of that name after a reset, with the seed of its own', () => {
  const simulator = createSimulator({ scenario: 'demo', scenarios: [WORLD], seed: 7 })
  const { open, create } = simulator.sessions
  const sessions = [
    open('first'),
    create('named', { scenario: 'demo' }),
    create('given', { scenario: { ...WORLD, seed: 9 } }),
    create('restored', { snapshot: simulator.snapshot() }),
    create('other', { scenario: 'empty' }),
  ]
  simulator.define({ ...WORLD, deployments: 4 })
  const describe = () => sessions.map(({ db, scenario }) => [scenario.seed, db.deployments.count()])
  expect(describe()).toMatchObject([
    [7, 3],
    [1, 3],
    [9, 3],
    [7, 3],
    [1, 0],
  ])
  for (const session of sessions) session.reset()
  expect(describe()).toMatchObject([
    [7, 4],
    [1, 4],
    [9, 3],
    [7, 3],
    [1, 0],
  ])
  simulator.define({ ...WORLD, seed: 2, deployments: 5 })
  for (const session of sessions) session.reset()
  expect(describe()).toMatchObject([
    [7, 5],
    [2, 5],
    [9, 3],
    [7, 3],
    [1, 0],
  ])
})

test('a new scenario comes first, and an invalid one changes nothing', () => {
  const simulator = createSimulator()
  simulator.define(WORLD)
  expect(simulator.scenarios[0]?.name).toBe('demo')
  const before = [...simulator.scenarios]
  expect(() => simulator.define({ ...WORLD, deployments: -1 })).toThrow(
    /^Failed to define scenario "demo": "deployments"/,
  )
  expect(simulator.scenarios).toEqual(before)
})
