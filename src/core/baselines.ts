import type { Asked, ByteBudget, Kept, Reservation } from './byte-budget.ts'
import { type Baseline, createBaseline, type ReportProgress, type WorldSettings } from './data/baseline.ts'
import type { WorldPlan } from './data/world-plan.ts'
import { createLease, type Lease } from './lease.ts'
import type { Scenario } from './scenario.ts'
import { estimateWorld } from './world-memory.ts'

// Enough to switch to and fro in a demo; each can hold a hundred thousand records.
const UNUSED_KEPT = 3

/** A baseline that somebody uses, or that is kept in case somebody does again. */
interface Entry {
  readonly key: string
  readonly baseline: Baseline
  readonly bytes: number
  readonly asked: Asked
  users: number
  memory: Reservation
}

/**
 * Finds the baseline of a scenario. It is built once for all sessions that begin alike, and
 * stays for as long as one of them uses it. A few more stay while there is memory for them.
 *
 * @returns what finds one; it throws NoRoomError for a baseline that does not fit, before it is built
 */
export function createBaselines(
  budget: ByteBudget,
  report?: ReportProgress,
): (scenario: Scenario, settings: WorldSettings) => Lease<Baseline> {
  const used = new Map<string, Entry>()
  const unused = new Map<string, Kept<Entry>>()
  const drop = ({ key, baseline }: Entry): void => {
    unused.delete(key)
    baseline.version.end()
  }
  const keepUnused = budget.openCache<Entry>('worlds', drop)

  const build = (key: string, scenario: Scenario, settings: WorldSettings): Entry => {
    const plan = pickPlan(scenario)
    const { asked, ...estimate } = estimateWorld(scenario)
    const bytes = estimate.bytes + key.length
    const memory = budget.reserve('worlds', bytes, asked)
    try {
      return { key, baseline: createBaseline(plan, settings, { budget, report }), bytes, asked, users: 0, memory }
    } catch (error) {
      memory.release()
      throw error
    }
  }
  const revive = (kept: Kept<Entry>): Entry => {
    budget.release(kept)
    unused.delete(kept.item.key)
    const { item } = kept
    item.memory = budget.reserve('worlds', item.bytes, item.asked)
    return item
  }
  const release = (entry: Entry): void => {
    entry.users -= 1
    if (entry.users > 0) return
    used.delete(entry.key)
    entry.memory.release()
    entry.baseline.version.clear()
    const kept = keepUnused(entry, entry.bytes)
    if (kept === undefined) drop(entry)
    else unused.set(entry.key, kept)
    if (unused.size > UNUSED_KEPT) dropOldest()
  }
  const dropOldest = (): void => {
    const [oldest] = unused.values()
    if (oldest === undefined) return
    budget.release(oldest)
    drop(oldest.item)
  }

  return (scenario, settings) => {
    const key = JSON.stringify([pickPlan(scenario), settings], sortFields)
    const kept = unused.get(key)
    const entry = used.get(key) ?? (kept === undefined ? build(key, scenario, settings) : revive(kept))
    used.set(key, entry)
    entry.users += 1
    return createLease(entry.baseline, () => release(entry))
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
