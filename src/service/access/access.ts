// The credentials that requests of the service need.

import { type Access, type Credential, isGiven } from '../../engine/contract/operation/access.ts'
import {
  defineRefusal,
  type Failure,
  isRefused,
  refuse,
  ServiceError,
} from '../../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../../engine/contract/operation/messages.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'

type CredentialName = 'apiKey' | 'bearer' | 'tenant' | 'serviceKey' | 'user'

// The real service's own words for a key without a workspace, and for an organization that has not
// bought the product. Its clients look for them.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."

const missingWorkspace = defineRefusal({
  basis: 'seen: client',
  name: 'key without a workspace',
  status: ({ keyScope }) => (keyScope === 'organization' ? 403 : undefined),
  text: TENANT_MISSING,
})
const notEnabled = defineRefusal({
  basis: 'seen: client',
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
  tenant: { header: 'X-Tenant-Id', isPublic: true },
  serviceKey: { header: 'X-Service-Key' },
  user: { header: 'X-User-Id', isPublic: true },
}

/** Which credentials requests of the service need. */
export const access: Access<Assumptions> = {
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

/** Checks that a request has the required credentials, with any values. @throws ServiceError otherwise */
function assertAccess(request: ServiceRequest, assumptions: Assumptions): void {
  const has: Has = (name) => isGiven(credentials[name], request)
  assertCredentials(has, assumptions)
  const hasKey = has('apiKey') || has('bearer')
  if (hasKey && !has('tenant') && isRefused(missingWorkspace, assumptions)) refuse(missingWorkspace)
  if (isRefused(notEnabled, assumptions)) refuse(notEnabled)
}

type Has = (name: CredentialName) => boolean

function assertCredentials(has: Has, assumptions: Assumptions): void {
  const { authentication } = assumptions
  if (authentication === 'none') return
  if (alternatives[authentication].some((needed) => needed.every(has))) return
  const isTenantMissing = authentication === 'apiKeyAndTenant' && has('apiKey')
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
