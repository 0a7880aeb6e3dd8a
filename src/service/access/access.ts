// The credentials that requests of the service need.

import type { Access, Credential } from '../../engine/contract/operation/access.ts'
import { type Failure, refuse, ServiceError } from '../../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../../engine/contract/operation/messages.ts'
import { defineRefusal, isRefused } from '../../engine/contract/operation/refusal.ts'
import type { Assumptions } from '../../engine/define/assumptions/assumptions.ts'

type CredentialName = 'apiKey' | 'bearer' | 'tenant' | 'serviceKey' | 'user'

// The real service's own words for a key without a workspace, and for an organization that has not
// bought the product. Its clients look for them.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."

const missingWorkspace = defineRefusal({
  name: 'key without a workspace',
  status: ({ keyScope }) => (keyScope === 'organization' ? 403 : undefined),
  text: TENANT_MISSING,
})
const notEnabled = defineRefusal({
  name: 'deployments not enabled',
  status: ({ deploymentFeature }) => (deploymentFeature === 'notEnabled' ? 403 : undefined),
  text: 'LangSmith Deployment is not enabled for this organization',
})

/** Which credentials are enough together, for each value of the assumption `authentication`. */
const alternatives: Readonly<Record<Assumptions['authentication'], readonly (readonly CredentialName[])[]>> = {
  none: [],
  apiKey: [['apiKey']],
  bearer: [['bearer']],
  apiKeyAndTenant: [['apiKey', 'tenant']],
  apiKeyOrBearer: [['apiKey'], ['bearer']],
  keyBearerOrService: [['apiKey'], ['bearer'], ['serviceKey', 'user']],
}

const credentials: Readonly<Record<CredentialName, Credential>> = {
  apiKey: { header: 'X-Api-Key' },
  bearer: { header: 'Authorization', scheme: 'Bearer' },
  tenant: { header: 'X-Tenant-Id' },
  serviceKey: { header: 'X-Service-Key' },
  user: { header: 'X-User-Id' },
}

/** Which credentials requests of the service need. */
export const access: Access = {
  credentials,
  listRequired: ({ authentication }) => alternatives[authentication],
  listUsual: ({ authentication, keyScope }) =>
    alternatives[authentication].map((needed) => {
      const isOfOrganization = keyScope === 'organization' && !needed.includes('serviceKey')
      return isOfOrganization ? [...new Set<CredentialName>([...needed, 'tenant'])] : needed
    }),
  statusOf: ({ authenticationFailure }) => Number(authenticationFailure),
  refusals: [missingWorkspace, notEnabled],
  assert: assertAccess,
}

/**
 * Checks that a request has the required credentials, and that they allow the use of the service. Any
 * value is accepted.
 *
 * @throws ServiceError otherwise
 */
function assertAccess(request: ServiceRequest, assumptions: Assumptions): void {
  const isGiven: IsGiven = (credential) => tests[credential](request)
  assertCredentials(isGiven, assumptions)
  const hasKey = isGiven('apiKey') || isGiven('bearer')
  if (hasKey && !isGiven('tenant') && isRefused(missingWorkspace, assumptions)) refuse(missingWorkspace)
  if (isRefused(notEnabled, assumptions)) refuse(notEnabled)
}

type IsGiven = (credential: CredentialName) => boolean

// A header is read only if it matters.
const tests: Readonly<Record<CredentialName, (request: ServiceRequest) => boolean>> = {
  apiKey: ({ header }) => isFilled(header('x-api-key')),
  bearer: ({ header }) => /^bearer\s+\S/i.test(header('authorization') ?? ''),
  tenant: ({ header }) => isFilled(header('x-tenant-id')),
  serviceKey: ({ header }) => isFilled(header('x-service-key')),
  user: ({ header }) => isFilled(header('x-user-id')),
}

function assertCredentials(isGiven: IsGiven, assumptions: Assumptions): void {
  const { authentication } = assumptions
  if (authentication === 'none') return
  if (alternatives[authentication].some((needed) => needed.every(isGiven))) return
  const isTenantMissing = authentication === 'apiKeyAndTenant' && isGiven('apiKey')
  const { authenticationFailure } = assumptions
  const scheme = authentication === 'bearer' ? 'Bearer' : 'APIKey'
  const failure: Failure = {
    status: Number(authenticationFailure),
    detail: isTenantMissing ? TENANT_MISSING : 'Not authenticated',
  }
  throw new ServiceError(
    authenticationFailure === '401' ? { ...failure, headers: { 'www-authenticate': scheme } } : failure,
  )
}

function isFilled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
