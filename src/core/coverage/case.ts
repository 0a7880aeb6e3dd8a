import type { ExplainedEntry } from '../behaviour/journal.ts'
import type { OperationName } from '../contract/operations/operations.ts'
import type { Query } from '../contract/validation/query.ts'
import type { ValidationError } from '../contract/validation/validation-error.ts'

/** Something that a client can make happen, so that its tests should. */
export interface Case {
  /** The parameter that it is about, or `answers`, `pages` or `errors`. */
  subject: string
  /** What happens, in a few words. */
  name: string
  /** Whether it is what happened. */
  happened(request: SeenRequest): boolean
}

/** Where a case belongs: to an operation, or to what leads to none. */
export type Place = OperationName | typeof NO_OPERATION

export const NO_OPERATION = 'no operation' as const

/** A request that was answered, as cases look at it. */
export interface SeenRequest {
  entry: ExplainedEntry
  query: Query
  /** Whether the service understood its parameters and ran the operation. */
  isUnderstood: boolean
  /** Whether the client got what the service answered. A delay changes nothing about that. */
  isUntouched: boolean
  /** What is wrong with its parameters, where that is what it was answered. */
  issues: readonly ValidationError[]
}
