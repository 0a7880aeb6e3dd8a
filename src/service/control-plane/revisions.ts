// The revisions of a deployment.

import { findPageAmong, pageParameters } from '../../engine/contract/list-page.ts'
import { defineRefusal, refuse } from '../../engine/contract/operation/failure.ts'
import type { Example } from '../../engine/contract/operation/operation.ts'
import { type ListEvidence, page, record } from '../../engine/contract/operation/responses.ts'
import type { Parameters, ParameterValues } from '../../engine/contract/operation/value.ts'
import { splitList } from '../../engine/define/assumptions/register-entry.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import { findPageLength, finishPage, pageEnvelope } from '../envelopes.ts'
import type { Collections, World } from '../operation.ts'
import type { DeploymentRecord } from '../resources/deployments/deployment.ts'
import { deployments } from '../resources/deployments/deployments.ts'
import { hasEnded } from '../resources/deployments/revision.ts'
import { revisions } from '../resources/deployments/revisions.ts'
import { findRevision, findRevisions, interruptRollout, startRevision } from '../rollouts/rollout.ts'
import { revisionCreateRequest } from './deployments/bodies.ts'
import { refusalsOfChange, rollOutChange } from './deployments/change-deployment.ts'
import { deploymentId, findDeployment, unknownDeployment } from './deployments/deployments.ts'
import { defineBareOperation, defineUnknown, defineUpstreamOperation, idInPath } from './upstream-operation.ts'

const revisionPath = {
  deployment_id: deploymentId,
  revision_id: idInPath(revisions),
} as const

export const unknownRevision = defineUnknown('Revision', 'documented: OpenAPI')

const refusalsOfPath = [unknownDeployment, unknownRevision]

/** Finds a revision and its deployment. @throws ServiceError if either does not exist */
function findPathRevision(world: World, { deployment_id, revision_id }: ParameterValues<typeof revisionPath>) {
  const deployment = findDeployment(world, deployment_id)
  const revision = findRevision(world, deployment.id, revision_id) ?? refuse(unknownRevision, revision_id)
  return { deployment, revision }
}

/** Returns the path of the latest revision of a world, for a request to try. */
function findRevisionExample({ deployments, revisions }: Collections): Example {
  const deployment = deployments.list({ offset: 0, limit: 20 }).find(({ latest_revision_id }) => {
    return latest_revision_id !== null && revisions.get(latest_revision_id) !== undefined
  })
  if (deployment === undefined) return { missing: 'This world has no revision.' }
  return { path: { deployment_id: deployment.id, revision_id: String(deployment.latest_revision_id) } }
}

const parameters = {
  deployment_id: deploymentId,
  ...pageParameters('revisions'),
  status: { in: 'query', kind: 'text', description: 'Selects revisions by their statuses, separated by commas.' },
  remote_reconciled: {
    in: 'query',
    kind: 'boolean',
    description: 'Selects the revisions of remotely reconciled deployments, or those of the others.',
  },
} as const satisfies Parameters

export const listRevisions = defineUpstreamOperation({
  name: 'listRevisions',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions',
  summary: 'Lists the revisions of a deployment, the newest first.',
  parameters,
  responses: { 200: page(revisions, pageEnvelope) },
  refusals: [unknownDeployment],
  run({ assumptions, world }, { values }) {
    const deployment = findDeployment(world, values.deployment_id)
    const found = findPageAmong(world, revisions, findRevisions(world, deployment.id), {
      filters: listFilters(values, deployment, assumptions),
      ordering: { by: 'created_at', as: 'timestamp', isDescending: true },
      offset: values.offset,
      limit: findPageLength(values, assumptions),
    })
    return finishPage(values, found, assumptions)
  },
})

function listFilters(
  { status, remote_reconciled }: ParameterValues<typeof parameters>,
  deployment: DeploymentRecord,
  assumptions: Assumptions,
): ListEvidence['filters'] {
  const filters: ListEvidence['filters'][number][] = []
  if (status !== null) {
    const statuses = splitList(status).filter((each) => each !== '')
    if (statuses.length > 0)
      filters.push({ parameter: 'status', filter: [{ field: 'status', match: 'oneOf', value: statuses }] })
    else if (assumptions.emptyFilter === 'matchesNothing') filters.push({ parameter: 'status', filter: 'nothing' })
  }
  // Revisions are reconciled where their deployment is.
  if (remote_reconciled !== null) {
    const isSame = deployment.remote_reconciled === remote_reconciled
    filters.push({ parameter: 'remote_reconciled', filter: isSame ? [] : 'nothing' })
  }
  return filters
}

export const createRevision = defineBareOperation({
  basis: { except: { 'documented: page': ['path', '201'] } },
  name: 'createRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions',
  summary: 'Changes a deployment, and starts a revision even if nothing changes.',
  takesHints: ['rollout'],
  parameters: { deployment_id: deploymentId },
  body: revisionCreateRequest,
  responses: { 201: record(revisions) },
  refusals: [unknownDeployment, ...refusalsOfChange],
  example: () => ({ body: {} }),
  run(context, { values: { deployment_id }, body }) {
    return rollOutChange(context, findDeployment(context.world, deployment_id), body)
  },
})

/** Clients poll it until its rollout has ended. */
export const getRevision = defineUpstreamOperation({
  name: 'getRevision',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}',
  summary: 'Returns a revision of a deployment.',
  parameters: revisionPath,
  responses: { 200: record(revisions) },
  refusals: refusalsOfPath,
  example: findRevisionExample,
  run: ({ world }, { values }) => findPathRevision(world, values).revision,
})

const unendedRollout = defineRefusal({
  name: 'rollout in progress',
  status: 400,
  text: (id: string, status: string) => `Revision ID ${id} cannot be redeployed while its status is ${status}.`,
})

export const redeployRevision = defineUpstreamOperation({
  name: 'redeployRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/redeploy',
  summary: 'Rolls out a revision again, as a new revision.',
  takesHints: ['rollout'],
  parameters: revisionPath,
  responses: { 200: record(deployments) },
  refusals: [...refusalsOfPath, unendedRollout],
  example: findRevisionExample,
  run({ assumptions, world, hints: { rollout: outcome } }, { values }) {
    const { deployment, revision } = findPathRevision(world, values)
    if (!hasEnded(revision.status)) refuse(unendedRollout, revision.id, revision.status)
    const { source, source_revision_config } = revision
    startRevision(world, deployment, { source, source_revision_config, outcome }, assumptions)
    return findDeployment(world, deployment.id)
  },
})

const endedRollout = defineRefusal({
  name: 'rollout that has ended',
  status: 400,
  text: (id: string, status: string) => `Revision ID ${id} cannot be interrupted: its status is ${status}.`,
})

/** The one that waits for it continues. */
export const interruptRevision = defineBareOperation({
  name: 'interruptRevision',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/interruption',
  summary: 'Interrupts the rollout of a revision.',
  parameters: revisionPath,
  responses: { 200: record(revisions) },
  refusals: [...refusalsOfPath, endedRollout],
  example: findRevisionExample,
  run({ world }, { values }) {
    const { revision } = findPathRevision(world, values)
    return interruptRollout(world, revision) ?? refuse(endedRollout, revision.id, revision.status)
  },
})
