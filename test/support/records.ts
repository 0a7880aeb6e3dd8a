import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { service } from '../../src/service/service.ts'

/** Returns the records of a scenario as JSON, and those of some records that are created then. */
export function listRecords(scenario: string): string {
  const { db } = createSimulator(service, { scenario, deployments: 200 })
  const seeded = [db.providers.list(), db.integrations.list(), db.repositories.list(), db.deployments.list()]
  const integrations = Array.from({ length: 100 }, () => db.integrations.create())
  return JSON.stringify([seeded, integrations, db.deployments.create()])
}
