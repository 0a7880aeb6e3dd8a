import type { Call } from './call.ts'
import { ServiceError } from './errors.ts'
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
 * Lets a call with the needed credentials pass. Any value counts for a good one.
 *
 * @throws ServiceError for a call without
 */
export function assertCredentials(call: Call, assumptions: Assumptions): void {
  const { authentication } = assumptions
  if (authentication === 'none') return
  const credentials: Credentials = {
    hasKey: isFilled(call.header('x-api-key')),
    hasToken: /^bearer\s+\S/i.test(call.header('authorization') ?? ''),
    hasTenant: isFilled(call.header('x-tenant-id')),
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
