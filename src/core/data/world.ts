import { parseMicroseconds } from '../records/timestamp.ts'
import { createClock } from './clock.ts'
import { type Collections, createCollections } from './collections.ts'
import { createCounters } from './counters.ts'
import { createDatabase, type Database } from './database.ts'
import { createFactoryContext, type FactoryContext, type FactorySettings } from './factories/context.ts'
import { buildDeployment, pickRepository } from './factories/deployments.ts'
import { buildProvider } from './factories/providers.ts'
import { buildIntegration, buildRepository } from './factories/repositories.ts'
import type { RecordRules } from './record-rules.ts'
import type { Scenario } from './scenario.ts'

/** A scenario come alive: its data, and how to get back to the start of it. */
export interface World {
  scenario: Scenario
  database: Database
  collections: Collections
  /** The tag values that its deployments carry. */
  tagValueIds: readonly string[]
  /** Puts everything back to how the scenario starts: records, ids and time. */
  reset(): void
}

export type WorldSettings = Pick<FactorySettings, 'statuses' | 'allowNull' | 'freeForm'> &
  Pick<RecordRules, 'numericRepositoryIds'>

/** Creates the world of a scenario. */
export function createWorld(scenario: Scenario, settings: WorldSettings): World {
  const now = parseMicroseconds(scenario.now)
  const context = createFactoryContext({ ...settings, seed: scenario.seed, now })
  const database = createDatabase(settings)
  const clock = createClock(now)
  const counters = createCounters<keyof Collections>()
  populate(database, context, scenario)

  return {
    scenario,
    database,
    collections: createCollections({ database, context, clock, counters }),
    tagValueIds: context.tagValueIds,
    reset() {
      for (const table of Object.values(database)) table.clear()
      clock.reset()
      counters.reset()
      populate(database, context, scenario)
    },
  }
}

function populate(database: Database, context: FactoryContext, scenario: Scenario): void {
  for (let index = 0; index < scenario.providers; index += 1) {
    database.providers.insert(buildProvider(context, index))
  }
  const repositories = scenario.integrations.map((given, position) => {
    const integration = database.integrations.insert(buildIntegration(context, position, given))
    return Array.from({ length: given.repositories }, (_, index) =>
      database.repositories.insert(buildRepository(context, integration, position, index)),
    )
  })
  for (let index = 0; index < scenario.deployments; index += 1) {
    const repository = pickRepository(context, index, repositories)
    database.deployments.insert(buildDeployment(context, { kind: 'deployment', index, repository }))
  }
}
