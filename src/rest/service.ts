// A declared API as the service that all entries take.

import type { Service as EngineService } from '../engine/scenario/service.ts'
import type { Values } from './questions.ts'
import type { Given, Resource } from './resource.ts'
import type { ApiTypes } from './types-of-api.ts'

/** How many records there are, or groups of them with the fields that they have in common. */
export type Group<R extends Resource> = number | readonly { readonly count?: number; readonly record?: Given<R> }[]

type ByName<R extends readonly Resource[]> = { readonly [Each in R[number] as Each['name']]: Each }

/** What a world begins with. */
export type ScenarioOf<R extends readonly Resource[], Q> = {
  readonly description?: string
  readonly seed?: number
  readonly now?: string
  readonly assumptions?: Partial<Values<Q>>
} & { readonly [Name in keyof ByName<R>]?: Group<ByName<R>[Name] & Resource> }

/** A declared service: what every entry takes as its option `service`. */
export interface Service<
  // biome-ignore lint/suspicious/noExplicitAny: any service is one whose types do not matter.
  Q = any,
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  R extends readonly Resource[] = any,
  OperationName extends string = string,
  ScenarioName extends string = string,
> extends EngineService<ApiTypes<Q, R, OperationName, ScenarioName>> {
  readonly types?: {
    readonly questions: Q
    readonly resources: R
    readonly operation: OperationName
    readonly scenario: ScenarioName
  }
}
