import { scenarios } from '../../scenarios/index.ts'
import { type BaseUrl, parseBaseUrl } from './contract/base-url.ts'
import {
  type AssumptionOverrides,
  type Assumptions,
  resolveAssumptions,
  statusValuesOf,
} from './contract/register/assumptions.ts'
import type { Preset } from './contract/register/register.ts'
import { createService, type Service } from './contract/service.ts'
import type { Collections } from './data/collections.ts'
import { defineScenario, type Scenario, type ScenarioInput } from './data/scenario.ts'
import { createWorld } from './data/world.ts'
import { createFetch } from './mounts/fetch.ts'
import { OptionError } from './option-error.ts'

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
  /** The value of every entry of the register. */
  readonly assumptions: Assumptions
  /** The data, by kind. */
  readonly db: Collections
  /** The ids of the tag values that the deployments carry: what `tag_value_ids` filters by. */
  readonly tagValueIds: readonly string[]
  /** Sends a request to the service, without a network. A path is enough. */
  readonly fetch: typeof fetch
  /** The service itself, for mounts. */
  readonly service: Service
  /** Where the client believes the service is, for mounts. */
  readonly base: BaseUrl
  /** Puts the world back to how it began: data, ids and time. */
  reset(): void
}

// A record, so that the compiler misses none.
const OPTIONS: Readonly<Record<keyof SimulatorOptions, true>> = {
  scenario: true,
  seed: true,
  now: true,
  deployments: true,
  preset: true,
  assumptions: true,
  baseUrl: true,
}

/**
 * Creates a simulator: the service of the interface, over data of its own.
 *
 * @throws when an option cannot be used, naming it and what is allowed
 * @example
 * const simulator = createSimulator({ seed: 7, assumptions: { lastPageOffset: 'limit' } })
 * const response = await simulator.fetch('/v2/deployments?limit=2')
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  assertKnownOptions(options)
  const scenario = resolveScenario(options)
  const assumptions = resolveAssumptions(options.preset, options.assumptions)
  const base = parseBaseUrl(options.baseUrl)
  const world = createWorld(scenario, {
    statuses: statusValuesOf(assumptions),
    allowNull: assumptions.nullableFields === 'some',
    freeForm: assumptions.freeFormObjects,
    numericRepositoryIds: assumptions.repositoryIdType === 'integer',
  })
  const service = createService(world, assumptions)

  return {
    scenario,
    preset: options.preset ?? 'spec',
    assumptions,
    db: world.collections,
    tagValueIds: world.tagValueIds,
    fetch: createFetch(service, base),
    service,
    base,
    reset: world.reset,
  }
}

function assertKnownOptions(options: SimulatorOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown === undefined) return
  const known = Object.keys(OPTIONS).join(', ')
  throw new OptionError(`Failed to create the simulator: "${unknown}" is no option. Options: ${known}.`)
}

function resolveScenario({ scenario = 'default', seed, now, deployments }: SimulatorOptions): Scenario {
  const chosen = typeof scenario === 'string' ? findScenario(scenario) : scenario
  return defineScenario({
    ...chosen,
    ...(seed === undefined ? {} : { seed }),
    ...(now === undefined ? {} : { now: toTimestamp(now) }),
    ...(deployments === undefined ? {} : { deployments }),
  })
}

// What is no instant is refused with the scenario, in words.
function toTimestamp(now: string | Date): string {
  return now instanceof Date && !Number.isNaN(now.getTime()) ? now.toISOString() : String(now)
}

function findScenario(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name)
  if (found !== undefined) return found
  const known = scenarios.map((each) => each.name).join(', ')
  throw new OptionError(`Failed to load the scenario: "${name}" is unknown. Known: ${known}.`)
}
