import { scenarios } from '../../scenarios/index.ts'
import {
  type AssumptionOverrides,
  type Assumptions,
  resolveAssumptions,
  statusValuesOf,
} from './contract/assumptions.ts'
import type { Call, Reply } from './contract/call.ts'
import type { Failure } from './contract/errors.ts'
import type { Preset } from './contract/register.ts'
import type { Route } from './contract/routing.ts'
import { createService } from './contract/service.ts'
import type { Collections } from './data/collections.ts'
import { defineScenario, type Scenario, type ScenarioInput } from './data/scenario.ts'
import { createWorld } from './data/world.ts'
import { type BaseUrl, parseBaseUrl } from './mounts/base-url.ts'
import { createFetch } from './mounts/fetch.ts'

export interface SimulatorOptions {
  /** The name of a scenario that comes with the package, or one of your own. Default: `default`. */
  scenario?: string | ScenarioInput | Scenario
  /** A whole number that all data is drawn from, in place of the scenario's. */
  seed?: number
  /** The present of the world, in place of the scenario's. */
  now?: string | Date
  /** How many deployments there are at the start, in place of the scenario's count. */
  deployments?: number
  /** The set of answers to what the interface leaves open. Default: `spec`. */
  preset?: Preset
  /** Answers in place of the preset's. */
  assumptions?: AssumptionOverrides
  /** Where the client believes the service is: a URL, or a path that counts on every origin. Default: the root of every origin. */
  baseUrl?: string
}

/** A simulated service with its data. */
export interface Simulator {
  /** The scenario that the world began with, with the options' seed, present and count. */
  readonly scenario: Scenario
  readonly preset: Preset
  /** The answer to every question that the interface leaves open. */
  readonly assumptions: Assumptions
  /** Where each operation is found. */
  readonly routes: readonly Route[]
  readonly base: BaseUrl
  /** The data, by kind. */
  readonly db: Collections
  /** The ids of the tag values that the deployments carry: what `tag_value_ids` filters by. */
  readonly tagValueIds: readonly string[]
  /** Sends a request to the service, without a network. A path is enough. */
  fetch: typeof fetch
  /** Answers a call; this is what mounts use. */
  handle(call: Call): Reply
  /** Writes a refusal in the service's envelope; this is what mounts use. */
  refuse(failure: Failure): Reply
  /** Puts the world back to how it began: data, ids and time. */
  reset(): void
}

const OPTIONS = ['scenario', 'seed', 'now', 'deployments', 'preset', 'assumptions', 'baseUrl']

/**
 * Creates a simulator: the service of the interface, over data of its own.
 *
 * @throws when an option cannot be used, naming it and what is allowed
 * @example
 * const simulator = createSimulator({ seed: 7, assumptions: { lastPageOffset: 'limit' } })
 * const response = await simulator.fetch('/v2/deployments?limit=2')
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined) {
    throw new Error(`Failed to create the simulator: "${unknown}" is no option. Options: ${OPTIONS.join(', ')}.`)
  }
  const scenario = resolveScenario(options)
  const assumptions = resolveAssumptions(options.preset, options.assumptions)
  const world = createWorld(scenario, {
    statuses: statusValuesOf(assumptions),
    allowNull: assumptions.nullableFields === 'some',
    freeForm: assumptions.freeFormObjects,
    numericRepositoryIds: assumptions.repositoryIdType === 'integer',
  })
  const service = createService(world, assumptions)
  const base = parseBaseUrl(options.baseUrl)

  return {
    scenario,
    preset: options.preset ?? 'spec',
    assumptions,
    routes: service.router.routes,
    base,
    db: world.collections,
    tagValueIds: world.tagValueIds,
    fetch: createFetch(service.handle, base),
    handle: service.handle,
    refuse: service.refuse,
    reset: world.reset,
  }
}

function resolveScenario({ scenario = 'default', seed, now, deployments }: SimulatorOptions): Scenario {
  const chosen = typeof scenario === 'string' ? findScenario(scenario) : scenario
  return defineScenario({
    ...structuredClone(chosen as ScenarioInput),
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: typeof now === 'string' ? now : now.toISOString() }),
    ...(deployments === undefined ? {} : { deployments }),
  })
}

function findScenario(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name).join(', ')
  throw new Error(`Failed to load the scenario: "${name}" is unknown. Known: ${known}.`)
}
