import { defineScenario as define } from '../engine/scenario/scenario.ts'
import type { Scenario, ScenarioInput } from './scenario.ts'
import { service } from './service.ts'

/**
 * Defines a scenario. The same definition creates the same world everywhere.
 *
 * @throws with all issues
 * @example
 * const quiet = defineScenario({
 *   name: 'quiet',
 *   description: 'One integration, two repositories, a deployment that is well and one that is not.',
 *   providers: 1,
 *   integrations: [{ kind: 'standard', name: 'lumen-works', repositories: 2 }],
 *   deployments: [{ record: { status: 'READY' } }, { record: { status: 'UNKNOWN' } }],
 * })
 */
export function defineScenario(input: ScenarioInput): Scenario {
  return define(service, input)
}
