import type { Frozen } from '../records/freeze.ts'
import type { Repository } from '../records/repository.ts'
import { parseMicroseconds } from '../records/timestamp.ts'
import { createClock } from './clock.ts'
import { type Collections, createCollections } from './collections.ts'
import { createCounters } from './counters.ts'
import { createDatabase, type Database } from './database.ts'
import { createFactoryContext, type FactoryContext, type FactorySettings } from './factories/context.ts'
import { buildDeployment, buildDeploymentSummary } from './factories/deployments.ts'
import { buildProvider } from './factories/providers.ts'
import { buildIntegration, buildRepository } from './factories/repositories.ts'
import { createRepositoryPicker } from './factories/repository-picker.ts'
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
  const repositories = buildRepositories(context, scenario)
  const pickRepository = createRepositoryPicker(context, repositories)
  const planOf = (index: number) => ({ kind: 'deployment', index, repository: pickRepository(index) })

  const database = createDatabase(settings, (position) => buildDeployment(context, planOf(position)))
  for (let index = 0; index < scenario.providers; index += 1) database.providers.insert(buildProvider(context, index))
  for (const { integration, records } of repositories) {
    database.integrations.insert(integration)
    for (const repository of records) database.repositories.insert(repository)
  }
  for (let index = 0; index < scenario.deployments; index += 1) {
    database.deployments.seed(index, buildDeploymentSummary(context, planOf(index)))
  }
  for (const table of Object.values(database)) table.mark()

  const clock = createClock(now)
  const counters = createCounters<keyof Collections>()
  return {
    scenario,
    database,
    collections: createCollections({ database, context, clock, counters }),
    tagValueIds: context.tagValueIds,
    reset() {
      for (const table of Object.values(database)) table.revert()
      clock.reset()
      counters.reset()
    },
  }
}

function buildRepositories(context: FactoryContext, scenario: Scenario) {
  return scenario.integrations.map((given, position) => {
    const integration = buildIntegration(context, position, given)
    const records: Frozen<Repository>[] = Array.from({ length: given.repositories }, (_, index) =>
      buildRepository(context, integration, position, index),
    )
    return { integration, records }
  })
}
