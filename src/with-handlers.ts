// Adds the MSW handlers to the core's simulator.

import type { HttpHandler } from 'msw'
import { withChaosSeed } from './chaos-seed.ts'
import { createHandlers } from './core/adapters/msw.ts'
import { extend } from './core/extend.ts'
import { type BuildHooks, type Simulator as Core, createSimulator as createCore } from './core/simulator.ts'
import type { SimulatorOptions } from './core/simulator-options.ts'
import { withMemoryLimit } from './memory-limit.ts'

/** A simulated service with its data and the MSW handlers for it. */
export interface Simulator extends Core {
  /** For `setupServer(...simulator.handlers)` and `setupWorker(...simulator.handlers)`. */
  readonly handlers: HttpHandler[]
}

/** Creates a simulator with handlers, for an entry that adds to the options of its user. */
export function createWithHandlers(options: SimulatorOptions, hooks: BuildHooks = {}): Simulator {
  const { controlApi = false } = options
  const simulator = createCore(withMemoryLimit(withChaosSeed(options)), hooks)
  return extend(simulator, { handlers: createHandlers(simulator.service, simulator.base, { controlApi }) })
}
