import type { Declarations } from '../contract/operation/declarations.ts'
import type { EffectDeclarations } from '../faults/effects/effects.ts'
import { OptionError } from '../input/options/option-error.ts'
import { isRecord } from '../input/schemas/schema-walk.ts'
import { showValue } from '../input/text/show-value.ts'
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
  readonly table?: Types
}

/** Returns the option `service`, or the usual service without it. @throws OptionError for what is no declared service */
export function chooseService(task: string, options: unknown, usual: ServiceDeclarations): ServiceDeclarations {
  const given = isRecord(options) ? options.service : undefined
  return given === undefined ? usual : assertService(task, given)
}

/** Returns what was given as a service. @throws OptionError for what is no declared service */
export function assertService(attempt: string, given: unknown): ServiceDeclarations {
  if (isService(given)) return given
  const advice = 'Pass what `api.service(...)` of deploymock/engine returns.'
  throw new OptionError({ attempt, received: `"service" is ${showValue(given)}`, advice })
}

/** Whether a value is a declared service. */
export function isService(value: unknown): value is ServiceDeclarations {
  return isRecord(value) && [value.operations, value.resources, value.scenarios].every(Array.isArray)
}

/** Returns what the service of a session or a simulator declares; undefined for anything else. */
export function declaredBy(session: object): Declarations | undefined {
  const { contract } = session as { readonly contract?: { readonly declared: Declarations } }
  return contract?.declared
}

export function defineService(declared: ServiceDeclarations): ServiceDeclarations {
  return Object.freeze(declared)
}
