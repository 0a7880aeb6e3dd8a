// How many faults a session may have.

import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `f${index}`, status: 503 as const }))

test('a session has at most 1,000 faults, wherever they come from', () => {
  const simulator = createSimulator()
  for (const fault of many(1000)) simulator.faults.add(fault)
  expect(() => simulator.faults.add({ status: 503 })).toThrow(
    'Failed to add the fault: there are already 1000. At most 1000 are allowed.',
  )
  simulator.faults.remove('f0')
  simulator.faults.add({ status: 503 })
  const world = { name: 'many', deployments: 1 }
  expect(() => createSimulator({ scenario: { ...world, faults: many(1001) } })).toThrow('1000')
  const timeline = many(1001).map((addFault, index) => ({ after: index, addFault }))
  expect(() => createSimulator({ scenario: { ...world, changes: { timeline } } })).toThrow(
    'Failed to add the fault: 1001 are planned. At most 1000 are allowed.',
  )
})

test('a planned fault that would be one too many does not begin', () => {
  const timeline = [{ after: 1000, addFault: { id: 'late', status: 503 as const } }]
  const scenario = { name: 'many', deployments: 1, faults: many(1000), changes: { timeline } }
  const simulator = createSimulator({ scenario })
  simulator.clock.advance(2000)
  expect(simulator.faults.list()).toHaveLength(1000)
  expect(simulator.faults.list().map(({ id }) => id)).not.toContain('late')
})
