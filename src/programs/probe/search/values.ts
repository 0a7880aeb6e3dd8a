// The values that a run is varied with.

import { writeAssumptions } from '../../../entries/run/environment.ts'

export interface Assumed {
  readonly id: string
  readonly value: string
}

/** A value for some entries, by id. The others stay as they are. */
export type AssumedValues = Readonly<Record<string, string>>

/** An entry to try, with its values other than the current one. */
export interface Candidate {
  readonly id: string
  readonly others: readonly string[]
}

/** Lists values in the order of their ids. */
export function listValues(values: AssumedValues): Assumed[] {
  const ids = Object.keys(values).toSorted()
  return ids.map((id) => ({ id, value: values[id] as string }))
}

export function toValues(list: readonly Assumed[]): AssumedValues {
  return Object.fromEntries(list.map(({ id, value }) => [id, value]))
}

/** Writes values as one text, in the form of `DEPLOYMOCK_ASSUME`. The same values give the same text. */
export function formatValues(values: AssumedValues): string {
  return writeAssumptions(toValues(listValues(values)))
}

/** Whether values contain all of some others. */
export function includesValues(values: AssumedValues, part: AssumedValues): boolean {
  return Object.entries(part).every(([id, value]) => values[id] === value)
}
