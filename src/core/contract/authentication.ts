import type { Assumptions } from './assumptions.ts'
import type { Call } from './call.ts'
import type { Failure } from './errors.ts'

// The real service tells a key without a workspace so, word for word; its clients look for it.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."

/** What a call without the needed credentials gets; nothing when it has them. Any value is taken for good. */
export function checkCredentials(call: Call, assumptions: Assumptions): Failure | undefined {
  const hasKey = isFilled(call.header('x-api-key'))
  const hasToken = /^bearer\s+\S/i.test(call.header('authorization') ?? '')
  switch (assumptions.authentication) {
    case 'none':
      return undefined
    case 'apiKey':
      return hasKey ? undefined : buildFailure('APIKey', assumptions)
    case 'bearer':
      return hasToken ? undefined : buildFailure('Bearer', assumptions)
    case 'apiKeyOrBearer':
      return hasKey || hasToken ? undefined : buildFailure('APIKey', assumptions)
    case 'apiKeyAndTenant': {
      if (!hasKey) return buildFailure('APIKey', assumptions)
      return isFilled(call.header('x-tenant-id')) ? undefined : buildFailure('APIKey', assumptions, TENANT_MISSING)
    }
  }
}

function buildFailure(scheme: string, { authenticationFailure }: Assumptions, detail = 'Not authenticated'): Failure {
  const failure = { status: Number(authenticationFailure), detail }
  return authenticationFailure === '401' ? { ...failure, headers: { 'www-authenticate': scheme } } : failure
}

function isFilled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
