// What exists only under some assumptions.

import type { Assumptions } from './assumptions.ts'

/** Values of an assumption: `{ operations: ['upstream'] }`. */
export type Answers = Readonly<Record<string, readonly string[]>>

/** An operation, a parameter or a field. The contract has it, unless it says which answers add it. */
export interface Addable {
  /** The values of an assumption under which the service has it, if the contract does not have it. */
  readonly addedBy?: Answers
}

/** Whether the service has something. Only what the contract does not have reads an assumption. */
export function isThere({ addedBy }: Addable, assumptions: Assumptions): boolean {
  if (addedBy === undefined) return true
  return Object.entries(addedBy).every(([id, values]) => values.includes(assumptions[id] ?? ''))
}
