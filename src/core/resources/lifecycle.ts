import type { Assumptions } from '../register/assumptions.ts'

type Fields = Readonly<Record<string, unknown>>

/** How the records of a resource change as time passes: a state machine. */
export interface Lifecycle<Item> {
  /** The field that contains the state. */
  readonly field: string
  /** Returns the state that follows another one, and after how many milliseconds; undefined for a final state. */
  next(state: string, assumptions: Assumptions): { readonly to: string; readonly after: number } | undefined
  /** Returns the fields that change together with the state. */
  enter?(state: string, record: Item): Partial<Item>
}

/** A change that a lifecycle will make. */
export interface Step {
  /** Milliseconds after the record entered its first state. */
  readonly after: number
  /** The fields that the record must have then. Otherwise the step is void. */
  readonly when: Fields
  /** The fields that change. */
  readonly set: Fields
}

/** Lists what will happen to a record: the steps from its state to the final state, or to one that it already had. */
export function planSteps<Item extends object>(
  { field, next }: Pick<Lifecycle<Item>, 'field' | 'next'>,
  record: Item,
  assumptions: Assumptions,
): Step[] {
  const steps: Step[] = []
  const seen = new Set<string>()
  let after = 0
  let state = String(Reflect.get(record, field))
  while (!seen.has(state)) {
    seen.add(state)
    const following = next(state, assumptions)
    if (following === undefined) break
    after += following.after
    steps.push({ after, when: { [field]: state }, set: { [field]: following.to } })
    state = following.to
  }
  return steps
}

/** Adds the fields that change together with the state in `set`, if it contains one. */
export function enterState<Item>(lifecycle: Lifecycle<Item> | undefined, record: Item, set: Fields): Fields {
  const state = lifecycle === undefined ? undefined : set[lifecycle.field]
  return { ...set, ...(typeof state === 'string' ? lifecycle?.enter?.(state, record) : {}) }
}
