// What a world of a declared API begins with.

import type { Values } from './questions.ts'
import type { Given, Resource } from './records.ts'

/** How many records there are, or groups of them with the fields that they have in common. */
export type Group<R extends Resource> = number | readonly { readonly count?: number; readonly record?: Given<R> }[]

type ByName<R extends readonly Resource[]> = { readonly [Each in R[number] as Each['name']]: Each }

/** What a world begins with. */
export type ScenarioOf<R extends readonly Resource[], Q> = {
  /** A sentence that describes it. */
  readonly description?: string
  /** The seed that its data is drawn from. Default: 1. */
  readonly seed?: number
  /** The present of the world. */
  readonly now?: string
  /** The values of questions that differ from the usual ones. */
  readonly assumptions?: Partial<Values<Q>>
} & { readonly [Name in keyof ByName<R>]?: Group<Extract<ByName<R>[Name], Resource>> }
