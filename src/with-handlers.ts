// Adds the MSW handlers to the engine's simulator, whatever service it simulates.

import type { HttpHandler, RequestHandler } from 'msw'
import { withChaosSeed } from './chaos-seed.ts'
import { createHandlers } from './engine/adapters/msw.ts'
import { buildOverrides } from './engine/adapters/msw-override.ts'
import { extend } from './engine/input/options/extend.ts'
import { assertKnownOptions } from './engine/input/options/known-options.ts'
import type { Service, ServiceDeclarations } from './engine/scenario/service.ts'
import {
  type BuildHooks,
  type Simulator as Core,
  createSimulator as createCore,
  type SimulatorTypes,
} from './engine/simulator/simulator.ts'
import { type SimulatorOptions, simulatorOptionsOf } from './engine/simulator/simulator-options.ts'
import { withMemoryLimit } from './memory-limit.ts'

/** What a simulator has for MSW. */
export interface WithHandlers {
  /** For `setupServer(...simulator.handlers)` and `setupWorker(...simulator.handlers)`. */
  readonly handlers: HttpHandler[]
  /** Lets MSW handlers answer instead of the service. */
  readonly use: Use
}

/** A simulated service with its data and the MSW handlers for it. */
export interface Simulator<Of extends SimulatorTypes = SimulatorTypes> extends Core<Of>, WithHandlers {}

/**
 * Lets MSW handlers answer instead of the service, until `reset`, `load` or `restore`. Later ones come
 * first. A handler that returns nothing leaves the request to the next one, and after the last one to the
 * service; `passthrough()` leaves it to the service at once. Latency, faults and chaos do not apply to
 * their responses. A relative URL is relative to the origin of the request.
 *
 * @throws if something else than a handler is given
 * @example
 * simulator.use(http.get('/v2/deployments', () => HttpResponse.json({ resources: [] }), { once: true }))
 */
export type Use = (...handlers: RequestHandler[]) => void

export function createUse(simulator: Pick<Core, 'overridesOf'>, session: string): Use {
  return (...handlers) => simulator.overridesOf(session).add(buildOverrides(handlers))
}

/** Creates a simulator of a service with handlers, for an entry that adds to the options of its user. */
export function createWithHandlers<Of extends SimulatorTypes>(
  declared: Service<Of>,
  options: Of['SimulatorOptions'],
  hooks?: BuildHooks,
): Simulator<Of>
export function createWithHandlers(
  declared: ServiceDeclarations,
  options: SimulatorOptions,
  hooks: BuildHooks = {},
): Simulator {
  assertKnownOptions('create the simulator', options, simulatorOptionsOf(declared))
  const { controlApi = false } = options
  const simulator = createCore(declared, withMemoryLimit(withChaosSeed(options)), hooks)
  let handlers: HttpHandler[] | undefined
  return extend(simulator, {
    // Few simulators need both handlers and their own fetch, and handlers take a sixth of the time of a small world.
    get handlers() {
      handlers ??= createHandlers(simulator.service, simulator.base, { controlApi })
      return handlers
    },
    use: createUse(simulator, simulator.name),
  })
}
