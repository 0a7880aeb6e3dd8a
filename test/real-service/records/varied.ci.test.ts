import { expect, test } from 'vitest'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { toScenario } from '../../../src/programs/real-service/records/to-scenario.ts'
import { createService } from '../../support/control-plane.ts'
import { runs } from '../../support/scope.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

const seeds = Array.from({ length: runs(50) }, (_, seed) => seed)

// The reader of a test sends no credentials, and does not wait.
const EXCEPT = ['authentication', 'rateLimit'] as const

test.for(seeds)('whatever the contract leaves open, everything is found, with seed %i', async (seed) => {
  const simulator = createService({ preset: 'spec', vary: { seed, except: EXCEPT }, deployments: 25 })
  const found = await readRecords(readSimulator(simulator), { preset: 'spec' })
  expect(found.missing).toEqual([])
  const { db } = createService({ scenario: toScenario(found, 'copy') })
  for (const name of ['providers', 'deployments'] as const) {
    expect([
      name,
      db[name]
        .list()
        .map(({ id }) => id)
        .sort(),
    ]).toEqual([
      name,
      simulator.db[name]
        .list()
        .map(({ id }) => id)
        .sort(),
    ])
  }
  const urls = new Set(db.repositories.list().map(({ url }) => url))
  for (const { source_config } of simulator.db.deployments.list()) {
    if (source_config.integration_id !== null) expect(urls).toContain(source_config.repo_url)
  }
})
