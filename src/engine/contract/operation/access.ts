// The credentials of requests: what a service declares about them, whether they are given, and how they are described.

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

/** Says which credentials a request needs, the usual ones first: `an X-Api-Key header (any value)`. */
export function describeCredentials(access: Access, assumptions: Assumptions): string[] {
  return access.listUsual(assumptions).map((names) => {
    // Behind a colon, the texts for agents would hide the scheme.
    const all = pick(access, names).map(({ header, scheme }) =>
      scheme === undefined ? header : `${header} (${scheme})`,
    )
    const joined = all.join(' and ')
    return all.length > 1 ? `${joined} headers (any values)` : `an ${joined} header (any value)`
  })
}

/** Says which credentials clients usually send; null if they need none. */
export function describeUsualCredentials(access: Access, assumptions: Assumptions): string | null {
  return describeCredentials(access, assumptions)[0] ?? null
}

/** Lists the headers with the credentials that clients usually send, with any values. */
export function listCredentials(access: Access, assumptions: Assumptions): (readonly [name: string, value: string])[] {
  const [usual = []] = access.listUsual(assumptions)
  return pick(access, usual).map(toHeader)
}

export function listAllCredentials({ credentials }: Access): (readonly [name: string, value: string])[] {
  return Object.values(credentials).map(toHeader)
}

/** Lists the headers with credentials that are secret, with any values. */
export function listSecretHeaders({ credentials }: Pick<Access, 'credentials'>) {
  return Object.values(credentials)
    .filter(({ isPublic }) => isPublic !== true)
    .map(toHeader)
}

export function isGiven({ header, scheme }: Credential, request: ServiceRequest): boolean {
  const value = request.header(header.toLowerCase())
  if (value === undefined || scheme === undefined) return value !== undefined && value.trim() !== ''
  const isOfScheme = value.slice(0, scheme.length).toLowerCase() === scheme.toLowerCase()
  return isOfScheme && /^\s+\S/.test(value.slice(scheme.length))
}

export function hasCredentials({ credentials }: Access, header: (name: string) => string | undefined): boolean {
  return Object.values(credentials).some((each) => header(each.header.toLowerCase()) !== undefined)
}

function pick({ credentials }: Access, names: readonly string[]): Credential[] {
  // A set names only credentials of the service.
  return names.map((name) => credentials[name] as Credential)
}

function toHeader({ header, scheme }: Credential): readonly [name: string, value: string] {
  return [header, scheme === undefined ? 'any' : `${scheme} any`]
}
