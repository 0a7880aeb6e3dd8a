import type { Id } from '../../store/rows/keys.ts'
import type { Where } from '../../store/rows/model.ts'
import type { Known } from './known.ts'

type Fields = Readonly<Record<string, unknown>>

/** How the records of a resource change as time passes: a state machine. */
export interface Lifecycle<Item, Of extends Known = Known> {
  /** The field with the state, if there is a single one. */
  readonly field?: string
  /** The states that records can be in, if the schema does not name them. */
  statesOf?(assumptions: Of['assumptions']): readonly string[]
  /** The states that records usually leave by themselves, as far as they are counted. */
  readonly passing?: readonly string[]
  /** Whether records begin it as soon as they exist, or only those with some values. Otherwise, operations begin it. */
  readonly startsAtOnce?: true | StartingOnes<Of>
  /** Returns what follows on the state of a record; undefined if nothing does, or not before something else happens. */
  next(record: Item, scene: Scene<Of>): Following | undefined
  /** Returns the fields that change together with the state, at a timestamp. */
  enter?(state: string, record: Item, at: string): Partial<Item>
  /** Returns what else happens in the world when a record has entered a state. */
  cause?(record: Item, scene: Scene<Of>): readonly Consequence[]
}

/** The values of the records that begin a lifecycle as soon as they exist. */
type StartingOnes<Of extends Known> = { of(context: Of['context']): Where | undefined }['of']

/**
 * The state that follows, fields that change, or the end of the record, and after how many milliseconds of the usual
 * speed. It is void if by then something else has changed the state, or one of the fields. An end that depends on other
 * fields names them, and comes at the same time at any speed.
 */
export type Following = { readonly after: number } & (
  | { readonly to: string }
  | { readonly set: Fields }
  | { readonly ends: true; readonly unlessChanged?: readonly string[] }
)

/** What a lifecycle can see of the world. */
export interface Scene<Of extends Known = Known> {
  readonly context: Of['context']
  /** The assumptions of the request that began the lifecycle; undefined for later states. */
  readonly assumptions: Of['assumptions'] | undefined
  get(resource: string, id: Id): Fields | undefined
  find(resource: string, where: Where): readonly Fields[]
}

/** A record that changes at the same time, or one whose lifecycle can continue. */
export type Consequence = { readonly resource: string; readonly id: Id } & (
  | { readonly set: Fields }
  | { readonly continues: true }
)

/** Adds the fields that change together with the state in `set`, if it contains one, and that `set` does not have. */
export function enterState<Item>(
  lifecycle: Lifecycle<Item> | undefined,
  record: Item,
  { set, at }: { readonly set: Fields; readonly at: string },
): Fields {
  const state = lifecycle?.field === undefined ? undefined : set[lifecycle.field]
  return { ...(typeof state === 'string' ? lifecycle?.enter?.(state, record, at) : {}), ...set }
}
