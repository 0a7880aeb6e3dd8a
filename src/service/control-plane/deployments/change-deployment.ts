import { refuse } from '../../../engine/contract/operation/failure.ts'
import { record } from '../../../engine/contract/operation/responses.ts'
import { omitNulls } from '../../../engine/input/schemas/schema-walk.ts'
import type { OperationContext, World } from '../../operation.ts'
import type { DeploymentRecord, PartialDeploymentRecord } from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import type { RevisionRecord } from '../../resources/deployments/revision.ts'
import { OF_CLIENTS } from '../../resources/deployments/wire.ts'
import { defineUpstreamOperation } from '../upstream-operation.ts'
import { type ChangeBody, deploymentPatchRequest } from './bodies.ts'
import { startOrSkip } from './create-from-source.ts'
import { deploymentId, findDeployment, unknownDeployment } from './deployments.ts'
import { assertUploaded } from './source-code.ts'
import {
  assertAssumedRules,
  assertBuildOnPush,
  assertCode,
  fitToSource,
  refusalsOfAssumedRules,
  toRevisionConfig,
  toSourceConfig,
  writeOrRefuse,
  wrongSource,
} from './source-rules.ts'

/** What a change and a new revision reject. */
export const refusalsOfChange = [wrongSource, ...refusalsOfAssumedRules]

export const patchDeployment = defineUpstreamOperation({
  basis: { except: { 'seen: client': OF_CLIENTS } },
  name: 'patchDeployment',
  method: 'PATCH',
  template: '/v2/deployments/{deployment_id}',
  summary: 'Changes a deployment, and starts a revision if its code, its secrets or its resources change.',
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: deploymentPatchRequest,
  responses: { 200: record(deployments) },
  refusals: [unknownDeployment, ...refusalsOfChange],
  example: () => ({ body: { secrets: [{ name: 'LOG_LEVEL', value: 'debug' }] } }),
  run(context, { values: { deployment_id }, body }) {
    return changeDeployment(context, findDeployment(context.world, deployment_id), body)
  },
})

/** Changes a deployment, and starts a revision if its code, secrets or resources change. @throws ServiceError */
function changeDeployment(context: OperationContext, deployment: DeploymentRecord, sent: ChangeBody): DeploymentRecord {
  const { world } = context
  const body = fitToDeployment(context, deployment, sent)
  if (needsRevision(body)) rollOut(context, deployment, body)
  else applyChange(context, deployment, body)
  return world.collections.deployments.get(deployment.id) ?? deployment
}

/** Changes a deployment and starts a revision in any case. @throws ServiceError; nothing changes then */
export function rollOutChange(
  context: OperationContext,
  deployment: DeploymentRecord,
  sent: ChangeBody,
): RevisionRecord {
  return rollOut(context, deployment, fitToDeployment(context, deployment, sent))
}

function fitToDeployment({ assumptions }: OperationContext, { source }: DeploymentRecord, body: ChangeBody) {
  return fitToSource(body, { source, built: body.revision_source ?? undefined }, assumptions)
}

function rollOut(context: OperationContext, deployment: DeploymentRecord, body: ChangeBody): RevisionRecord {
  const source_revision_config = omitNulls(toRevisionConfig(body.source_revision_config ?? NO_CODE))
  const source = body.revision_source ?? undefined
  return startOrSkip(context, applyChange(context, deployment, body), { source, source_revision_config })
}

function applyChange(
  { world, assumptions }: OperationContext,
  deployment: DeploymentRecord,
  body: ChangeBody,
): DeploymentRecord {
  assertAllowed(world, deployment, body)
  const { source, deployment_type } = deployment
  const min_scale = body.source_config?.resource_spec?.min_scale
  assertAssumedRules({ source, deployment_type, min_scale, secrets: body.secrets }, assumptions)
  const fields = pickChangedFields(body)
  if (Object.keys(fields).length === 0) return deployment
  return writeOrRefuse(() => world.collections.deployments.update(deployment.id, fields))
}

const NO_CODE = { repo_ref: null, langgraph_config_path: null, image_uri: null, source_tarball_path: null }

function assertAllowed(world: World, deployment: DeploymentRecord, body: ChangeBody): void {
  const { source, source_config, source_revision_config: current } = deployment
  assertSame(deployment, body)
  const { graph_config_path: langgraph_config_path, ...code } = current
  const config = { ...code, langgraph_config_path, ...omitNulls(body.source_revision_config ?? NO_CODE) }
  const { build_on_push = null } = { ...source_config, ...omitNulls(body.source_config ?? {}) }
  assertBuildOnPush(build_on_push, config.repo_ref)
  assertUploaded(world, deployment, body.source_revision_config ?? NO_CODE)
  if (body.revision_source === null) return
  if (source === 'external_docker') {
    refuse(wrongSource, "'revision_source' is not available for 'external_docker' source deployments")
  }
  if (body.revision_source === 'github' && source_config.repo_url === null) {
    refuse(wrongSource, "'source_config.repo_url' is required for 'github' source")
  }
  assertCode(body.revision_source, config)
}

/** Checks whether a change leaves alone what never changes. @throws ServiceError */
function assertSame(
  { source_config: current, deployment_type, template_id }: DeploymentRecord,
  { source_config: requested }: ChangeBody,
): void {
  if (requested === null) return
  const pairs: readonly (readonly [field: string, before: unknown, after: unknown])[] = [
    ['integration_id', current.integration_id, requested.integration_id],
    ['repo_url', current.repo_url, requested.repo_url],
    ['deployment_type', deployment_type, requested.deployment_type],
    ['template_id', template_id, requested.template_id ?? null],
    ['listener_id', current.listener_id, requested.listener_id],
    [
      'listener_config.k8s_namespace',
      current.listener_config?.k8s_namespace,
      requested.listener_config?.k8s_namespace ?? null,
    ],
  ]
  const wrong = pairs.find(([, before, after]) => after !== null && after !== before)
  if (wrong !== undefined) refuse(wrongSource, `'source_config.${wrong[0]}' cannot be changed`)
}

function pickChangedFields({
  source_config,
  secrets,
  secret_references,
  display_name = null,
}: ChangeBody): PartialDeploymentRecord {
  const config = source_config === null ? {} : omitNulls(toSourceConfig(source_config))
  return {
    ...(Object.keys(config).length > 0 && { source_config: config }),
    ...(hasSecrets(secrets) && { secrets: [...secrets] }),
    ...(secret_references !== null && { secret_references: [...secret_references] }),
    ...(display_name !== null && { display_name }),
  }
}

function needsRevision({ source_config, source_revision_config, secrets }: ChangeBody): boolean {
  const code = Object.keys(omitNulls(source_revision_config ?? {}))
  return code.length > 0 || hasSecrets(secrets) || (source_config?.resource_spec ?? null) !== null
}

// An empty list does not delete the secrets.
function hasSecrets(secrets: ChangeBody['secrets']): secrets is NonNullable<ChangeBody['secrets']> {
  return secrets !== null && secrets.length > 0
}
