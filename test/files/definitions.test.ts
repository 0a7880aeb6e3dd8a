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

test('a new scenario comes last, and an invalid one changes nothing', () => {
  const simulator = createSimulator()
  simulator.define(WORLD)
  expect(simulator.scenarios.at(-1)?.name).toBe('demo')
  const before = [...simulator.scenarios]
  expect(() => simulator.define({ ...WORLD, deployments: -1 })).toThrow(
    /^Failed to define scenario "demo": "deployments"/,
  )
  expect(simulator.scenarios).toEqual(before)
})
