// The entry `deploymock`: the simulator with its MSW handlers.

import type { SimulatorOptions } from './core/simulator-options.ts'
import { createWithHandlers, type Simulator } from './with-handlers.ts'

/**
 * Creates a simulator: the service of the contract, with its own data.
 *
 * @throws if an option is invalid; the error names the option and what is allowed
 * @example
 * const simulator = createSimulator({ scenario: 'default' })
 * const server = setupServer(...simulator.handlers)
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return createWithHandlers(options)
}

export type { Chaos } from './core/behaviour/chaos.ts'
export type { ChaosInput } from './core/behaviour/chaos-input.ts'
export type { Fault, FaultInput } from './core/behaviour/fault.ts'
export type { DetailedEntry, ExplainedEntry, JournalEntry } from './core/behaviour/journal.ts'
export type { MemoryUsage } from './core/byte-budget.ts'
export type { DeploymentCreation } from './core/contract/operations/create-deployment.ts'
export type { ErrorBody, ValidationError } from './core/contract/wire/error.ts'
export { type Issue, NoRoomError, OptionError, TakenError } from './core/option-error.ts'
export type { OwnNames } from './core/own-names.ts'
export type { AssumptionOverrides, Assumptions, DeploymentStatus } from './core/register/assumptions.ts'
export { type AssumptionId, type Preset, register } from './core/register/register.ts'
export type { RegisterEntry } from './core/register/register-entry.ts'
export type { VaryInput, VaryOptions } from './core/register/variation.ts'
export type { ConnectionRecord } from './core/resources/connections/connection.ts'
export type { AgentConnection } from './core/resources/connections/connections.ts'
export type { DeletionRecord } from './core/resources/deletions/deletion.ts'
export type { DeploymentRecord, PartialDeploymentRecord } from './core/resources/deployments/deployment.ts'
export type { Deployment, DeploymentPage } from './core/resources/deployments/wire.ts'
export type { IntegrationRecord } from './core/resources/integrations/integration.ts'
export type { Integration } from './core/resources/integrations/wire.ts'
export type { ListenerRecord } from './core/resources/listeners/listener.ts'
export type { Listener } from './core/resources/listeners/listeners.ts'
export type { OAuthProviderRecord } from './core/resources/providers/oauth-provider.ts'
export type { OAuthProvider } from './core/resources/providers/wire.ts'
export type { RepositoryRecord } from './core/resources/repositories/repository.ts'
export type { Repository, RepositoryList } from './core/resources/repositories/wire.ts'
export type { RevisionRecord } from './core/resources/revisions/revision.ts'
export type { Revision } from './core/resources/revisions/wire.ts'
export type { TokenEvent } from './core/resources/token-events/token-events.ts'
export type { TokenRecord } from './core/resources/tokens/token.ts'
export type { OAuthToken } from './core/resources/tokens/tokens.ts'
export { defineScenario, type Scenario, type ScenarioInput } from './core/scenario.ts'
export type { ScenarioName } from './core/scenario-list.ts'
export type { DescriptionOptions, OpenApiDocument } from './core/sessions/description.ts'
export type { Session } from './core/sessions/session.ts'
export type { SessionOptions, Sessions } from './core/sessions/sessions.ts'
export type { SettingsChange } from './core/sessions/settings.ts'
export type { Snapshot } from './core/sessions/snapshot.ts'
export type { SimulatorOptions } from './core/simulator-options.ts'
export type { SpeedInput } from './core/speed.ts'
export type { FakeTimers } from './core/store/fake-timers.ts'
export type { Collection, Collections } from './core/world/collections.ts'
export type { Simulator } from './with-handlers.ts'
