import { defineRefusal, type Refusal, refuse } from '../../../engine/contract/operation/failure.ts'
import { withoutNulls } from '../../../engine/input/schemas/schema-walk.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import { chooseStatus } from '../../assumptions/statuses.ts'
import { statusValuesOf } from '../../assumptions/values.ts'
import type { OperationContext, World } from '../../operation.ts'
import {
  type DeploymentRecord,
  emptyDeployment,
  type NewDeployment,
  type PartialDeploymentRecord,
} from '../../resources/deployments/deployment.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { hasEnded, type RevisionRecord } from '../../resources/deployments/revision.ts'
import { listeners } from '../../resources/listeners.ts'
import { repositories } from '../../resources/repositories/repositories.ts'
import { spellRepositoryUrl } from '../../resources/repositories/repository.ts'
import { createWithRevision, type RevisionStart, startRevision } from '../../rollouts/rollout.ts'
import { findIntegration, unknownIntegration } from '../integrations.ts'
import { unknownListener } from '../listeners.ts'
import type { CreateBody } from './bodies.ts'
import { assertUploaded } from './source-code.ts'
import {
  assertAssumedRules,
  assertBuildOnPush,
  assertComplete,
  assertName,
  assertNewSource,
  fitToSource,
  hasCode,
  refusalsOfAssumedRules,
  refusalsOfName,
  toRevisionConfig,
  toSourceConfig,
  writeOrRefuse,
  wrongSource,
} from './source-rules.ts'

/** Creates a deployment as the real service does, and its first revision. @throws ServiceError; nothing changes then */
export function createFromSource(context: OperationContext, sent: CreateBody): DeploymentRecord {
  const { world, assumptions } = context
  assertComplete(sent, assumptions)
  const body = fitToSource(sent, sent, assumptions)
  assertBuildOnPush(body.source_config.build_on_push, body.source_revision_config.repo_ref)
  assertUploaded(world, undefined, body.source_revision_config)
  assertListener(body, world, assumptions)
  assertReferences(body, world, assumptions)
  assertAssumedRules(
    {
      ...body,
      deployment_type: body.source_config.deployment_type ?? DEFAULT_TYPE,
      min_scale: body.source_config.resource_spec?.min_scale,
    },
    assumptions,
  )
  assertName(body.name, world, assumptions)
  assertNewSource(body, world, assumptions)
  const deployment = toDeployment(body, assumptions)
  if (assumptions.nullableFields === 'some') return createAndStart(context, deployment)
  // The factory generates what must have a value, also revisions.
  const { deployments } = world.collections
  const created = writeOrRefuse(() => deployments.create(withoutNulls(deployment) as PartialDeploymentRecord))
  startOrSkip(context, created)
  return deployments.get(created.id) ?? created
}

const unpermittedRepository = defineRefusal({
  basis: 'seen: client',
  name: 'unlisted repository',
  status: 400,
  text: 'LangSmith Deployment does not have permission on your repo',
})

// That of an image of another registry, for which no client may name it.
const DEFAULT_TYPE = 'prod'

export function refusalsOfSource({ creationReferences }: Assumptions): readonly Refusal[] {
  const ofReferences = [unknownIntegration, unpermittedRepository, unknownListener]
  return [
    ...(creationReferences === 'unchecked' ? [] : ofReferences),
    wrongSource,
    ...refusalsOfAssumedRules,
    ...refusalsOfName,
  ]
}

function assertReferences(
  { source, source_config: { integration_id, repo_url } }: CreateBody,
  world: World,
  assumptions: Assumptions,
): void {
  if (source !== 'github' || integration_id === null || assumptions.creationReferences === 'unchecked') return
  findIntegration(world, { integration_id }, assumptions)
  const { has } = world.database.of(repositories)
  if (!spellRepositoryUrl(repo_url ?? '').some((url) => has({ integration_id, url }))) refuse(unpermittedRepository)
}

function toDeployment(body: CreateBody, assumptions: Assumptions): NewDeployment {
  const { name, source, source_config, source_revision_config, secrets, secret_references, agent } = body
  return {
    ...emptyDeployment,
    name,
    source,
    status: chooseStatus('AWAITING_DATABASE', statusValuesOf(assumptions)),
    deployment_type: source_config.deployment_type ?? DEFAULT_TYPE,
    template_id: source_config.template_id ?? null,
    agent_id: agent?.agent_id ?? null,
    agent_environment: agent?.environment ?? null,
    remote_reconciled: source_config.listener_id !== null,
    secrets,
    secret_references,
    source_config: { ...toSourceConfig(source_config), build_on_push: source_config.build_on_push ?? false },
    source_revision_config: { ...toRevisionConfig(source_revision_config), repo_commit_sha: null },
  }
}

/** Checks the listener that deploys an image of another registry, and its namespace. @throws ServiceError */
function assertListener(
  { source, source_config: { listener_id, listener_config } }: CreateBody,
  { database }: World,
  { creationReferences }: Assumptions,
): void {
  const table = database.of(listeners)
  if (listener_id === null) {
    if (source !== 'external_docker' || table.count() === 0) return
    const ids = writeList(table.all().map(({ id }) => id))
    // The real service's own words.
    refuse(wrongSource, `'source_config.listener_id' is required for workspace with available listener IDs: ${ids}`)
  }
  if (creationReferences === 'unchecked') return
  const listener = table.get(listener_id)
  if (listener === undefined) refuse(unknownListener, listener_id)
  const { k8s_namespaces } = listener.compute_config
  const namespace = listener_config?.k8s_namespace ?? null
  if (namespace === null || k8s_namespaces === null || k8s_namespaces.includes(namespace)) return
  const allowed = writeList(k8s_namespaces)
  refuse(wrongSource, `'source_config.listener_config.k8s_namespace' must be one of ${allowed}`)
}

// As Python writes it.
function writeList(items: readonly string[]): string {
  return cutText(`[${items.map((item) => `'${item}'`).join(', ')}]`, MOST_ECHOED)
}

/**
 * Starts to roll out a revision. The command line creates a deployment before it uploads code or pushes
 * an image. The revision of such a deployment has nothing to build, and is skipped at once.
 */
export function startOrSkip(
  { world, assumptions, hints: { rollout: outcome } }: OperationContext,
  deployment: DeploymentRecord,
  start: RevisionStart = {},
): RevisionRecord {
  const { source = deployment.source, source_revision_config } = start
  if (hasCode(source, { ...deployment.source_revision_config, ...source_revision_config })) {
    return startRevision(world, deployment, { ...start, outcome }, assumptions)
  }
  // If rollouts take no time, it must not be deployed before it is skipped.
  const revision = startRevision(world, deployment, { ...start, outcome: 'skipped' }, assumptions)
  return skip(world, revision.id) ?? revision
}

/** Creates a deployment, and starts its first revision likewise. @throws ServiceError */
function createAndStart({ world, assumptions, hints }: OperationContext, deployment: NewDeployment): DeploymentRecord {
  const isBuilt = hasCode(deployment.source, deployment.source_revision_config)
  const outcome = isBuilt ? hints.rollout : 'skipped'
  const created = writeOrRefuse(() => createWithRevision(world, deployment, outcome, assumptions))
  if (!isBuilt) skip(world, String(created.latest_revision_id))
  return world.database.of(deployments).get(created.id) ?? created
}

function skip(world: World, id: string): RevisionRecord | undefined {
  const { get } = world.collections.revisions
  const isOver = hasEnded((get(id) as RevisionRecord).status)
  if (!isOver) world.change('revisions', [id], { status: 'SKIPPED' })
  return get(id)
}
