import { expect, test } from 'vitest'
import { createSimulator, defineScenario } from '../../src/index.ts'

test('a scenario of one’s own', () => {
  const migration = defineScenario({
    name: 'migration',
    description: 'Forty agents that run, three that wait to be deleted, and the one that everybody asks about.',
    providers: 2,
    integrations: [{ kind: 'standard', name: 'lumen-works', repositories: 8 }],
    deployments: [
      { count: 40, record: { status: 'READY' } },
      { count: 3, record: { status: 'AWAITING_DELETE', deployment_type: 'dev' } },
      { record: { name: 'billing-agent', status: 'UNKNOWN', image_version: null } },
    ],
    assumptions: { lastPageOffset: 'limit' },
  })
  const simulator = createSimulator({ scenario: migration })
  expect(simulator.db.deployments.count()).toBe(44)
  expect(simulator.assumptions.lastPageOffset).toBe('limit')
})
