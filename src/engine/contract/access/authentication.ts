// The credentials that a request needs.

import type { Assumptions } from '../../assumptions/assumptions.ts'
import { type Failure, ServiceError } from '../../define/failure.ts'
import type { ServiceRequest } from '../../define/messages.ts'

/** A kind of credential. */
export type Credential = 'apiKey' | 'bearer' | 'tenant' | 'serviceKey' | 'user'

// The real service's own words for a key without a workspace, and for an organization that has not
// bought the product. Its clients look for them.
const TENANT_MISSING =
  "This API key is org-scoped and requires workspace specification. Please provide 'X-Tenant-ID' header."
const NOT_ENABLED = 'LangSmith Deployment is not enabled for this organization'

/** Which credentials are enough together, for each value of the assumption `authentication`. */
const alternatives: Readonly<Record<Assumptions['authentication'], readonly (readonly Credential[])[]>> = {
  none: [],
  apiKey: [['apiKey']],
  bearer: [['bearer']],
  apiKeyAndTenant: [['apiKey', 'tenant']],
  apiKeyOrBearer: [['apiKey'], ['bearer']],
  keyBearerOrService: [['apiKey'], ['bearer'], ['serviceKey', 'user']],
}

/** Lists the alternative sets of credentials that a request needs; empty if it needs none. */
export function listRequiredCredentials({ authentication }: Assumptions): readonly (readonly Credential[])[] {
  return alternatives[authentication]
}

/** The refusals of `assertAccess` besides missing credentials, by name, each with its status. */
export function listAccessRefusals({ keyScope, deploymentFeature }: Assumptions): Readonly<Record<string, number>> {
  return {
    ...(keyScope === 'organization' ? { 'key without a workspace': 403 } : {}),
    ...(deploymentFeature === 'notEnabled' ? { 'deployments not enabled': 403 } : {}),
  }
}

/**
 * Checks that a request has the required credentials, and that they allow the use of the service. Any
 * value is accepted.
 *
 * @throws ServiceError otherwise
 */
export function assertAccess(request: ServiceRequest, assumptions: Assumptions): void {
  const isGiven: IsGiven = (credential) => tests[credential](request)
  assertCredentials(isGiven, assumptions)
  const hasKey = isGiven('apiKey') || isGiven('bearer')
  if (hasKey && !isGiven('tenant') && assumptions.keyScope === 'organization') refuse(403, TENANT_MISSING)
  if (assumptions.deploymentFeature === 'notEnabled') refuse(403, NOT_ENABLED)
}

// A value of each credential, in the header that contains it.
const examples: Readonly<Record<Credential, readonly [name: string, value: string]>> = {
  apiKey: ['x-api-key', 'any'],
  bearer: ['authorization', 'Bearer any'],
  tenant: ['x-tenant-id', 'any'],
  serviceKey: ['x-service-key', 'any'],
  user: ['x-user-id', 'any'],
}

/** Returns headers with the credentials that a request needs, if it needs any. */
export function buildCredentials(assumptions: Assumptions): (readonly [name: string, value: string])[] {
  const [needed = []] = listRequiredCredentials(assumptions)
  const tenant: readonly Credential[] = assumptions.keyScope === 'organization' ? ['tenant'] : []
  return [...new Set([...needed, ...tenant])].map((credential) => examples[credential])
}

/** Whether headers contain a credential of any kind. */
export function hasCredentials(header: (name: string) => string | undefined): boolean {
  return Object.values(examples).some(([name]) => header(name) !== undefined)
}

type IsGiven = (credential: Credential) => boolean

// A header is read only if it matters.
const tests: Readonly<Record<Credential, (request: ServiceRequest) => boolean>> = {
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
  refuse(
    Number(authenticationFailure),
    isTenantMissing ? TENANT_MISSING : 'Not authenticated',
    authenticationFailure === '401' ? { 'www-authenticate': scheme } : undefined,
  )
}

function refuse(status: number, detail: string, headers?: Failure['headers']): never {
  throw new ServiceError({ status, detail, ...(headers === undefined ? {} : { headers }) })
}

function isFilled(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== ''
}
