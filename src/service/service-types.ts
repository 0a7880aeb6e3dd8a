// The types of the service that the engine's types name.

import type { Operation } from '../engine/contract/operation/operation.ts'
import type { Method } from '../engine/http/operation-declaration.ts'
import type { PRESETS, register } from './assumptions/register.ts'
import type { DeploymentStatus } from './assumptions/values.ts'
import type { effects } from './effects.ts'
import type { operations } from './operations.ts'
import type { RevisionOutcome } from './resources/deployments/revision.ts'
import type { ResourcesByName } from './resources/resources.ts'
import type { scenarios } from './scenarios.ts'
import type { Facts, Settings } from './world.ts'

/** The option for the deployments. */
export interface DeploymentsOption {
  /** How many deployments there are at the start. It replaces the scenario's number. */
  deployments?: number
}

type QueryNameOf<Of> = Of extends Operation<string, Method, infer Named> ? Named : never

/** The parameters that queries can have. */
type QueryWords = {
  readonly [Name in QueryNameOf<(typeof operations)[number]>]?: Name extends 'status' ? DeploymentStatus : string
}

/** What the types of the engine know about the service. */
export interface ServiceTypes {
  readonly register: typeof register
  readonly preset: (typeof PRESETS)[number]
  readonly operation: (typeof operations)[number]['name']
  readonly resources: ResourcesByName
  readonly scenario: (typeof scenarios)[number]['name']
  readonly mainOption: DeploymentsOption
  readonly hints: {
    /** How the rollout ends that the request starts. */
    readonly rollout?: RevisionOutcome
  }
  readonly effect: (typeof effects)[number]
  readonly queryWords: QueryWords
  readonly worldSettings: Settings
  readonly worldFacts: Facts
  readonly worldFields: {
    /** The organization of the OAuth providers. */
    readonly organization_id?: string
    /** The workspace of the deployments. */
    readonly tenant_id?: string
  }
}
