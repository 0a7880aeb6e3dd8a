// Rules for creations and changes that only some assumptions have.

import { defineRefusal, isRefused, refuse } from '../../../engine/contract/operation/failure.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'

const zeroScale = defineRefusal({
  basis: 'seen: client, but not its text',
  name: 'scale to zero',
  status: ({ zeroScale: allowed }) => (allowed === 'all' ? undefined : 400),
  text: (type: string) =>
    `Source configuration error: 'source_config.resource_spec.min_scale' must be at least 1 for '${type}' deployments`,
})

const reservedSecret = defineRefusal({
  basis: 'seen: client, but neither its status nor its text',
  name: 'reserved secret',
  status: ({ reservedSecrets }) => (reservedSecrets === 'allowed' ? undefined : 400),
  text: (name: string) => `Secret name '${name}' is reserved.`,
})

export const refusalsOfAssumedRules = [zeroScale, reservedSecret]

interface Ruled extends Pick<DeploymentRecord, 'source' | 'deployment_type'> {
  readonly min_scale: number | null | undefined
  readonly secrets: readonly { readonly name: string }[] | null
}

/** Checks the scale and the names of secrets (assumptions `zeroScale`, `reservedSecrets`). @throws ServiceError */
export function assertAssumedRules(
  { source, deployment_type, min_scale, secrets }: Ruled,
  assumptions: Assumptions,
): void {
  if (min_scale === 0 && isRefused(zeroScale, assumptions) && !deployment_type.includes('zero')) {
    refuse(zeroScale, deployment_type)
  }
  if (secrets === null || secrets.length === 0 || !isRefused(reservedSecret, assumptions)) return
  const reserved = source === 'external_docker' ? RESERVED : [...RESERVED, ...RESERVED_IN_THE_CLOUD]
  const wrong = secrets.find(({ name }) => reserved.includes(name))
  if (wrong !== undefined) refuse(reservedSecret, wrong.name)
}

/** The variables that the service sets for every deployment. */
const RESERVED = [
  'LANGCHAIN_TRACING_V2',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_ENDPOINT',
  'LANGCHAIN_PROJECT',
  'LANGSMITH_PROJECT',
  'LANGSMITH_LANGGRAPH_GIT_REPO',
  'LANGGRAPH_GIT_REPO_PATH',
  'LANGCHAIN_API_KEY',
  'LANGSMITH_CONTROL_PLANE_API_KEY',
  'POSTGRES_URI',
  'POSTGRES_PASSWORD',
  'DATABASE_URI',
  'LANGSMITH_LANGGRAPH_GIT_REF',
  'LANGSMITH_LANGGRAPH_GIT_REF_SHA',
  'LANGGRAPH_AUTH_TYPE',
  'LANGSMITH_AUTH_ENDPOINT',
  'LANGSMITH_TENANT_ID',
  'LANGSMITH_AUTH_VERIFY_TENANT_ID',
  'LANGSMITH_HOST_PROJECT_ID',
  'LANGSMITH_HOST_PROJECT_NAME',
  'LANGSMITH_HOST_REVISION_ID',
  'LOG_JSON',
  'LOG_DICT_TRACEBACKS',
  'REDIS_URI',
  'LANGCHAIN_CALLBACKS_BACKGROUND',
  'DD_TRACE_PSYCOPG_ENABLED',
  'DD_TRACE_REDIS_ENABLED',
  'LANGSMITH_DEPLOYMENT_NAME',
  'LANGGRAPH_CLOUD_LICENSE_KEY',
]

/** Those that a deployment in a cluster of the customer can set itself. */
const RESERVED_IN_THE_CLOUD = [
  'LANGSMITH_API_KEY',
  'LANGSMITH_ENDPOINT',
  'POSTGRES_URI_CUSTOM',
  'REDIS_URI_CUSTOM',
  'PATH',
  'PORT',
  'MOUNT_PREFIX',
  'LSD_ENV',
  'LSD_DD_API_KEY',
  'LSD_DD_ENDPOINT',
  'LSD_DEPLOYMENT_TYPE',
]
