import type { EffectDeclarations } from '../faults/effects/effects.ts'
import type { Scenario } from './scenario.ts'

/** Everything that a service declares. The engine simulates the service from this alone. */
export interface ServiceDeclarations extends EffectDeclarations {
  /** The resource that every scenario describes. An option of the same name says how many of its records there are. */
  readonly mainResource: string
  /** The scenarios that can be loaded by name, the default one first. */
  readonly scenarios: readonly Scenario[]
}

/** A declared service with the types that users see of it. */
export interface Service<Types> extends ServiceDeclarations {
  /** Only for the compiler: no service has it. */
  readonly types?: Types
}

export function defineService(declared: ServiceDeclarations): ServiceDeclarations {
  return Object.freeze(declared)
}
