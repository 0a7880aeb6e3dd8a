// The entry `deploymock/fetch`: the simulator for workers and the routes of a framework, without MSW.

import { service } from './service/service.ts'
import { createWithFetch, type WithFetch } from './with-fetch.ts'

/** A simulated service with its data. */
export interface Simulator extends Omit<Core, 'fetch'>, WithFetch {}

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ baseUrl: '/api' })
 * export default { fetch: simulator.fetch }
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return createWithFetch(service, options)
}

export type { OpenApiDocument } from './engine/contract/document-builder.ts'
export type { Chaos } from './engine/faults/chaos/chaos.ts'
export type { ChaosInput } from './engine/faults/chaos/chaos-input.ts'
export { type Issue, NoRoomError, OptionError, TakenError } from './engine/input/options/option-error.ts'
export type { OwnNames } from './engine/input/options/own-names.ts'
export type { SpeedInput } from './engine/input/options/speed.ts'
export type { WrittenDuration } from './engine/input/options/written-duration.ts'
export type { Har, HarEntry } from './engine/journal/har-types.ts'
export type { MemoryUsage } from './engine/limits/byte-budget.ts'
export type { DescriptionOptions } from './engine/sessions/reading.ts'
export type { FakeTimers } from './engine/store/time/clock.ts'
export type { Collection } from './engine/world/collections.ts'
export type { ErrorBody, ValidationError } from './fastapi/errors/error-body.ts'
export { register } from './service/assumptions/register.ts'
export type { DeploymentStatus } from './service/assumptions/statuses.ts'
export { defineScenario } from './service/define-scenario.ts'
export type { DeploymentCreation } from './service/listing/create-deployment.ts'
export type { AgentConnection, ConnectionRecord } from './service/resources/connections.ts'
export type { DeletionRecord } from './service/resources/deletions.ts'
export type { DeploymentRecord, PartialDeploymentRecord } from './service/resources/deployments/deployment.ts'
export type { RevisionRecord } from './service/resources/deployments/revision.ts'
export type { Revision } from './service/resources/deployments/revision-wire.ts'
export type { Deployment, DeploymentPage } from './service/resources/deployments/wire.ts'
export type { Integration, IntegrationRecord } from './service/resources/integrations.ts'
export type { Listener, ListenerRecord } from './service/resources/listeners.ts'
export type { OAuthProvider, OAuthProviderRecord } from './service/resources/providers.ts'
export type { RepositoryRecord } from './service/resources/repositories/repository.ts'
export type { Repository, RepositoryList } from './service/resources/repositories/wire.ts'
export type { TokenEvent } from './service/resources/token-events.ts'
export type { OAuthToken, TokenRecord } from './service/resources/tokens.ts'
export type {
  AssumptionId,
  AssumptionOverrides,
  Assumptions,
  Collections,
  DetailedEntry,
  ExplainedEntry,
  Fault,
  FaultInput,
  HarOptions,
  JournalEntry,
  Preset,
  RegisterEntry,
  Scenario,
  ScenarioInput,
  ScenarioName,
  Session,
  SessionOptions,
  Sessions,
  SettingsChange,
  SimulatorOptions,
  Snapshot,
  VaryInput,
  VaryOptions,
} from './service/types.ts'

import type { Simulator as Core, SimulatorOptions } from './service/types.ts'
