// What a service declares about the credentials of requests.

import type { Assumptions } from '../../define/assumptions/assumptions.ts'
import type { Refusal } from './failure.ts'
import type { ServiceRequest } from './messages.ts'

export interface Credential {
  /** The header, as messages and documents name it. */
  readonly header: string
  /** Whether its value is no secret, such as the name of a workspace. Default: archives, copies and logs hide it. */
  readonly isPublic?: true
  /** What comes before the value in the header. */
  readonly scheme?: string
}

export interface Access<Known extends Assumptions = Assumptions> {
  readonly credentials: Readonly<Record<string, Credential>>
  /** Lists the alternative sets of credentials that a request needs, by their names; empty if it needs none. */
  listRequired(assumptions: Known): readonly (readonly string[])[]
  /** Lists the same sets with everything that clients send along, the most usual one first. */
  listUsual(assumptions: Known): readonly (readonly string[])[]
  /** The status of a request without the credentials that it needs. */
  statusOf(assumptions: Known): number
  /** What else is refused although the credentials are there. */
  readonly refusals: readonly Refusal[]
  /** Checks which credentials a request has, with any values. @throws ServiceError if they do not allow it */
  assert(request: ServiceRequest, assumptions: Known): void
}
