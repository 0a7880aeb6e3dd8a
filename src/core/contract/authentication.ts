import { ServiceError } from './errors.ts'
import type { ServiceRequest } from './messages.ts'
import type { Assumptions } from './register/assumptions.ts'

interface Credentials {
  hasKey: boolean
  hasToken: boolean
  hasTenant: boolean
}

// The real service says this of a key without a workspace, word for word; its clients look for it.
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
 * Lets a request with the needed credentials pass. Any value counts for a good one.
 *
 * @throws ServiceError for a request without
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
