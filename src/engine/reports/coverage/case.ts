// What a case is, and the parts of a request that it looks at.

import type { FieldIssue } from '../../contract/operation/failure.ts'
import type { Query } from '../../http/route-table.ts'
import type { ExplainedEntry } from '../../journal/entry.ts'

/** Something that a client can cause, and that its tests should therefore exercise. */
export interface Case {
  /** A parameter, or `answers`, `pages` or `errors`. */
  subject: string
  name: string
  happened(request: SeenRequest): boolean
}

/** The operation of a case, or the group of requests that match no operation. */
export type CaseGroup = string | typeof NO_OPERATION

export const NO_OPERATION = 'no operation' as const

/** The subject under which a tally counts the requests that a handler or a fault answered with a response of its own. */
export const OVERRIDDEN = 'overridden'

/** A request in the form that cases examine. */
export interface SeenRequest {
  entry: ExplainedEntry
  query: Query
  /** Whether its parameters were valid and the operation ran. */
  isUnderstood: boolean
  /** Whether the client got the service's own response. A delay does not change that. */
  isUntouched: boolean
  /** Whether a handler of `simulator.use` or a fault with a response of its own answered. */
  isOverridden: boolean
  /** The issues of its parameters, if the response was about them. */
  issues: readonly FieldIssue[]
}
