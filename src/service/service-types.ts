// Tells the engine the types of the service.

import type { scenarios } from '../../scenarios/index.ts'
// Within the declaration below, a name means the engine's type if the engine has one with this name.
import type { Preset as PresetName, register } from './assumptions/register.ts'
import type { operations } from './operations.ts'
import type { Resources as ResourcesByName } from './resources/resources.ts'
import type { RevisionOutcome as Outcome } from './resources/revisions/revision.ts'

declare module '../engine/define/service-types.ts' {
  interface ServiceTypes {
    readonly register: typeof register
    readonly preset: PresetName
    readonly operation: (typeof operations)[number]['name']
    readonly resources: ResourcesByName
    readonly scenario: (typeof scenarios)[number]['name']
    readonly rolloutOutcome: Outcome
  }
}
