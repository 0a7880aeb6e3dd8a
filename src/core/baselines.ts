import { type Baseline, createBaseline, type ReportProgress, type WorldSettings } from './data/baseline.ts'
import type { WorldPlan } from './data/world-plan.ts'
import type { Scenario } from './scenario.ts'

// Enough to switch to and fro in a demo; each can hold a hundred thousand records.
const BASELINES_KEPT = 3

/**
 * Finds the baseline of a scenario. It is built once for all sessions that begin alike, and
 * stays for as long as one of them does.
 */
export function createBaselines(report?: ReportProgress): (scenario: Scenario, settings: WorldSettings) => Baseline {
  const built = new Map<string, WeakRef<Baseline>>()
  let recent: readonly Baseline[] = []
  return (scenario, settings) => {
    const plan = pickPlan(scenario)
    const key = JSON.stringify([plan, settings], sortFields)
    const baseline = built.get(key)?.deref() ?? createBaseline(plan, settings, report)
    built.set(key, new WeakRef(baseline))
    for (const [other, reference] of built) if (reference.deref() === undefined) built.delete(other)
    recent = [baseline, ...recent.filter((each) => each !== baseline)].slice(0, BASELINES_KEPT)
    return baseline
  }
}

// What else a scenario says is not in the data that it begins with.
function pickPlan(scenario: Scenario): WorldPlan {
  const { seed, now, organization_id, tenant_id, providers, integrations, deployments } = scenario
  return {
    seed,
    now,
    ...(organization_id === undefined ? {} : { organization_id }),
    ...(tenant_id === undefined ? {} : { tenant_id }),
    providers,
    integrations,
    deployments,
  }
}

// Two that say the same in another order are the same.
function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
