// Adds a fetch for workers and routes to the engine's simulator, whatever service it simulates.

import { withChaosSeed } from './chaos-seed.ts'
import { createAnswer, type Serve } from './engine/adapters/fetch.ts'
import { extend } from './engine/input/options/extend.ts'
import { assertKnownOptions } from './engine/input/options/known-options.ts'
import type { Service, ServiceDeclarations } from './engine/scenario/service.ts'
import {
  type Simulator as Core,
  createSimulator as createCore,
  type SimulatorTypes,
} from './engine/simulator/simulator.ts'
import { type SimulatorOptions, simulatorOptionsOf } from './engine/simulator/simulator-options.ts'
import { withMemoryLimit } from './memory-limit.ts'

/** What a simulator has for workers and routes. */
export interface WithFetch {
  /** Answers a request that has arrived. It follows no redirect, and has the control API only with `controlApi: true`. */
  readonly fetch: Serve
}

/** A simulated service with its data, for workers and routes. */
export interface Simulator<Of extends SimulatorTypes = SimulatorTypes> extends Omit<Core<Of>, 'fetch'>, WithFetch {}

/** Creates a simulator of a service that needs no MSW. */
export function createWithFetch<Of extends SimulatorTypes>(
  declared: Service<Of>,
  options: Of['SimulatorOptions'],
): Simulator<Of>
export function createWithFetch(declared: ServiceDeclarations, options: SimulatorOptions): Simulator {
  assertKnownOptions('create the simulator', options, simulatorOptionsOf(declared))
  const simulator = createCore(declared, withMemoryLimit(withChaosSeed(options)))
  const { controlApi = false } = options
  return extend(simulator, { fetch: createAnswer(simulator.service, simulator.base, { controlApi }) })
}
