import { type Baseline, createBaseline, type WorldSettings } from './data/baseline.ts'
import type { Scenario } from './scenario.ts'

/** Finds the baseline of a scenario, which is built once for all sessions that begin with it. */
export function createBaselines(): (scenario: Scenario, settings: WorldSettings) => Baseline {
  const built = new WeakMap<Scenario, Map<string, Baseline>>()
  return (scenario, settings) => {
    const bySettings = built.get(scenario) ?? new Map<string, Baseline>()
    built.set(scenario, bySettings)
    const key = JSON.stringify(settings)
    const baseline = bySettings.get(key) ?? createBaseline(scenario, settings)
    bySettings.set(key, baseline)
    return baseline
  }
}
