// A declared API as the service that all entries take.

import type { Service as EngineService } from '../engine/scenario/service.ts'
import type { Resource } from './records.ts'
import type { ApiTypes } from './types-of-api.ts'

/** A declared service: what every entry takes as its option `service`. */
export interface Service<
  // biome-ignore lint/suspicious/noExplicitAny: any service is one whose types do not matter.
  Q = any,
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  R extends readonly Resource[] = any,
  OperationName extends string = string,
  ScenarioName extends string = string,
> extends EngineService<ApiTypes<Q, R, OperationName, ScenarioName>> {
  /** Only for the compiler: no service has it. */
  readonly types?: {
    readonly questions: Q
    readonly resources: R
    readonly operation: OperationName
    readonly scenario: ScenarioName
  }
}
