import { expect, test } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { createSimulator } from '../../src/index.ts'
import { recordCalls } from '../../src/programs/console/store/actions/actions.ts'

test('a client whose calls are recorded does the same, and its calls are code', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  const lines: string[] = []
  const client = recordCalls(connect('http://in-process.test', { fetch: simulator.fetch }), lines)
  const { id } = await client.db.deployments.create({ name: "night's-shift" })
  await client.chaos.set({ level: 0.2 })
  await client.clock.freeze()
  expect(simulator.db.deployments.get(id)?.name).toBe("night's-shift")
  expect(lines).toEqual([
    "await simulator.db.deployments.create({ name: 'night\\'s-shift' })",
    'await simulator.chaos.set({ level: 0.2 })',
    'await simulator.clock.freeze()',
  ])
})
