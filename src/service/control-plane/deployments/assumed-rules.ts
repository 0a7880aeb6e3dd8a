// Rules for creations and changes that only some assumptions have.

import { defineRefusal, isRefused, refuse } from '../../../engine/contract/operation/failure.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { World } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { spellRepositoryUrl } from '../../resources/repositories/repository.ts'
import { isNameTaken } from '../../rollouts/rollout.ts'
import type { CreateBody } from './bodies.ts'

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

const HOST_NAME = /^[a-z][a-z0-9-]*$/i

const wrongName = defineRefusal({
  basis: 'seen: client, but not its text',
  name: 'wrong name',
  status: ({ deploymentNames }) => (deploymentNames === 'any' ? undefined : 400),
  text: (name: string) =>
    `Deployment name '${cutText(name, MOST_ECHOED)}' is not valid. ` +
    'It must start with a letter, and consist of letters, digits and hyphens.',
})

// The service creates a project for every deployment.
const takenName = defineRefusal({
  basis: 'seen: client',
  name: 'name taken',
  status: ({ duplicateName }) => (duplicateName === 'accepted' ? undefined : 409),
  text: (name: string) =>
    'Deployments create a tracing project in LangSmith with the same name as the deployment. ' +
    `There already exists a project in LangSmith named: ${cutText(name, MOST_ECHOED)}.`,
})

const takenSource = defineRefusal({
  basis: 'seen: client',
  name: 'source taken',
  status: ({ sameSource }) => (sameSource === 'allowed' ? undefined : 409),
  text: 'A deployment already exists for this agent environment',
})

export const refusalsOfName = [wrongName, takenName, takenSource]

/** Checks the name of a new deployment (assumptions `deploymentNames`, `duplicateName`). @throws ServiceError */
export function assertName(name: string | null, world: World, assumptions: Assumptions): void {
  if (name === null) return
  if (isRefused(wrongName, assumptions) && !HOST_NAME.test(name)) refuse(wrongName, name)
  if (isRefused(takenName, assumptions) && isNameTaken(world, name)) refuse(takenName, name)
}

/** Checks that no other deployment has the source of a new one (assumption `sameSource`). @throws ServiceError */
export function assertNewSource(
  { source, source_config, source_revision_config, agent }: NewSource,
  world: World,
  assumptions: Assumptions,
): void {
  if (!isRefused(takenSource, assumptions)) return
  const { has } = world.database.of(deployments)
  if (agent != null && has({ agent_id: agent.agent_id, agent_environment: agent.environment })) refuse(takenSource)
  if (source !== 'github') return
  const path = source_revision_config.langgraph_config_path ?? ''
  for (const url of spellRepositoryUrl(source_config.repo_url ?? '')) {
    const values = { source, 'source_config.repo_url': url, 'source_revision_config.graph_config_path': path }
    if (has(values)) refuse(takenSource)
  }
}

interface NewSource {
  readonly source: DeploymentRecord['source']
  readonly source_config: { readonly repo_url: string | null }
  readonly source_revision_config: { readonly langgraph_config_path?: string | null | undefined }
  readonly agent?: CreateBody['agent']
}
