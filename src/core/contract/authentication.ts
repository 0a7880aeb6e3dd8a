// The credentials that a request needs.

import type { Assumptions } from '../register/assumptions.ts'
import { ServiceError } from './errors.ts'
import type { ServiceRequest } from './messages.ts'

/** A kind of credential. */
export type Credential = 'apiKey' | 'bearer' | 'tenant'

// The real service's own words for a key without a workspace. Its clients look for them.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."

/** Which credentials are enough together, for each value of the assumption `authentication`. */
const alternatives: Readonly<Record<Assumptions['authentication'], readonly (readonly Credential[])[]>> = {
  none: [],
  apiKey: [['apiKey']],
  bearer: [['bearer']],
  apiKeyAndTenant: [['apiKey', 'tenant']],
  apiKeyOrBearer: [['apiKey'], ['bearer']],
}

/** Lists the alternative sets of credentials that a request needs; empty if it needs none. */
export function listRequiredCredentials({ authentication }: Assumptions): readonly (readonly Credential[])[] {
  return alternatives[authentication]
}

/**
 * Checks that a request has the required credentials. Any value is accepted.
 *
 * @throws ServiceError if the credentials are missing
 */
export function assertCredentials(request: ServiceRequest, assumptions: Assumptions): void {
  const { authentication } = assumptions
  if (authentication === 'none') return
  const isGiven: Readonly<Record<Credential, boolean>> = {
    apiKey: isFilled(request.header('x-api-key')),
    bearer: /^bearer\s+\S/i.test(request.header('authorization') ?? ''),
    tenant: isFilled(request.header('x-tenant-id')),
  }
  if (alternatives[authentication].some((needed) => needed.every((each) => isGiven[each]))) return
  const isTenantMissing = authentication === 'apiKeyAndTenant' && isGiven.apiKey
  const { authenticationFailure } = assumptions
  const scheme = authentication === 'bearer' ? 'Bearer' : 'APIKey'
  throw new ServiceError({
    status: Number(authenticationFailure),
    detail: isTenantMissing ? TENANT_MISSING : 'Not authenticated',
    ...(authenticationFailure === '401' ? { headers: { 'www-authenticate': scheme } } : {}),
  })
}

function isFilled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
