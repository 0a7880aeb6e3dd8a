import type { HttpHandler } from 'msw'
import { createHandlers } from './core/mounts/msw.ts'
import { type Simulator as Core, createSimulator as createCore, type SimulatorOptions } from './core/simulator.ts'

/** A simulated service with its data, and the MSW handlers that lead to it. */
export interface Simulator extends Core {
  /** For `setupServer(...simulator.handlers)` and `setupWorker(...simulator.handlers)`. */
  readonly handlers: HttpHandler[]
}

/**
 * Creates a simulator: the service of the interface, over data of its own.
 *
 * @throws when an option cannot be used, naming it and what is allowed
 * @example
 * const simulator = createSimulator({ scenario: 'default' })
 * const server = setupServer(...simulator.handlers)
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const simulator = createCore(options)
  return { ...simulator, handlers: createHandlers(simulator.service, simulator.base) }
}

export type { AssumptionOverrides, Assumptions } from './core/contract/register/assumptions.ts'
export { type AssumptionId, type Preset, type RegisterEntry, register } from './core/contract/register/register.ts'
export type { Collection, Collections } from './core/data/collections.ts'
export type { PartialDeployment } from './core/data/factories/deployments.ts'
export { defineScenario, type Scenario, type ScenarioInput } from './core/data/scenario.ts'
export type { Deployment } from './core/records/deployment.ts'
export type { Frozen } from './core/records/freeze.ts'
export type { Integration } from './core/records/integration.ts'
export type { OAuthProvider } from './core/records/oauth-provider.ts'
export type { Repository } from './core/records/repository.ts'
export type { SimulatorOptions } from './core/simulator.ts'
