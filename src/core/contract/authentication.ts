// The credentials that a request needs.

import type { Assumptions } from '../register/assumptions.ts'
import { ServiceError } from './errors.ts'
import type { ServiceRequest } from './messages.ts'

interface Credentials {
  hasKey: boolean
  hasToken: boolean
  hasTenant: boolean
}

// The real service's own words for a key without a workspace. Its clients look for them.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."

const isEnough: Readonly<Record<Assumptions['authentication'], (credentials: Credentials) => boolean>> = {
  none: () => true,
  apiKey: ({ hasKey }) => hasKey,
  bearer: ({ hasToken }) => hasToken,
  apiKeyAndTenant: ({ hasKey, hasTenant }) => hasKey && hasTenant,
  apiKeyOrBearer: ({ hasKey, hasToken }) => hasKey || hasToken,
}

/**
 * Checks that a request has the required credentials. Any value is accepted.
 *
 * @throws ServiceError if the credentials are missing
 */
export function assertCredentials(request: ServiceRequest, assumptions: Assumptions): void {
  const { authentication } = assumptions
  if (authentication === 'none') return
  const credentials: Credentials = {
    hasKey: isFilled(request.header('x-api-key')),
    hasToken: /^bearer\s+\S/i.test(request.header('authorization') ?? ''),
    hasTenant: isFilled(request.header('x-tenant-id')),
  }
  if (isEnough[authentication](credentials)) return
  const isTenantMissing = authentication === 'apiKeyAndTenant' && credentials.hasKey
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
