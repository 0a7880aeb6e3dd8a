// The credentials that a request needs, in words.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import { type Credential, listRequiredCredentials } from './authentication.ts'

const headers: Readonly<Record<Credential, string>> = {
  apiKey: 'X-Api-Key',
  bearer: 'Authorization: Bearer',
  tenant: 'X-Tenant-Id',
  serviceKey: 'X-Service-Key',
  user: 'X-User-Id',
}

/**
 * Says which credentials a request needs, as the end of a sentence: `an X-Api-Key header (any value)`.
 *
 * @returns the alternatives, the usual one first; none if a request needs no credentials
 */
export function describeCredentials(assumptions: Assumptions): string[] {
  return listRequiredCredentials(assumptions).map((needed) => {
    const isOfOrganization = assumptions.keyScope === 'organization' && !needed.includes('serviceKey')
    const names = new Set([...needed, ...(isOfOrganization ? (['tenant'] as const) : [])].map((each) => headers[each]))
    const all = [...names].join(' and ')
    return names.size > 1 ? `${all} headers (any values)` : `an ${all} header (any value)`
  })
}

/** Says which credentials clients usually send; null if they need none. */
export function describeUsualCredentials(assumptions: Assumptions): string | null {
  return describeCredentials(assumptions)[0] ?? null
}
