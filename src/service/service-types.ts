// Tells the engine the types of the service.

// Within the declaration below, a name means the engine's type if the engine has one with this name.
import type { Preset as PresetName, register } from './assumptions/register.ts'
import type { DeploymentStatus } from './assumptions/values.ts'
import type { effects } from './effects.ts'
import type { operations } from './operations.ts'
import type { Resources as ResourcesByName } from './resources/resources.ts'
import type { RevisionOutcome as Outcome } from './resources/revisions/revision.ts'
import type { scenarios } from './scenarios.ts'
import type { Facts, Settings } from './world.ts'

/** The option for the deployments. */
export interface DeploymentsOption {
  /** How many deployments there are at the start. It replaces the scenario's number. */
  deployments?: number
}

declare module '../engine/define/service-types.ts' {
  interface ServiceTypes {
    readonly register: typeof register
    readonly preset: PresetName
    readonly operation: (typeof operations)[number]['name']
    readonly resources: ResourcesByName
    readonly scenario: (typeof scenarios)[number]['name']
    readonly mainOption: DeploymentsOption
    readonly hints: {
      /** How the rollout ends that the request starts. */
      readonly rollout?: Outcome
    }
    readonly effect: (typeof effects)[number]
    readonly queryWords: { readonly status?: DeploymentStatus }
    readonly worldSettings: Settings
    readonly worldFacts: Facts
    readonly worldFields: {
      /** The organization of the OAuth providers. */
      readonly organization_id?: string
      /** The workspace of the deployments. */
      readonly tenant_id?: string
    }
  }
}
