// Lists the revisions of a deployment.

import type { Assumptions } from '../../../engine/assumptions/assumptions.ts'
import { splitList } from '../../../engine/assumptions/free-values.ts'
import { findPageAmong, pageParameters } from '../../../engine/contract/list-page.ts'
import type { ListEvidence } from '../../../engine/define/operation/messages.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import type { Parameters, ParameterValues } from '../../../engine/define/operation/parameter.ts'
import { page } from '../../../engine/define/operation/responses.ts'
import { pageEnvelope } from '../../envelopes.ts'
import { findNextOffset } from '../../listing/next-offset.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { revisions } from '../../resources/revisions/revisions.ts'
import { listRevisions as listAll } from '../../rollouts/rollout.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../deployments/find-deployment.ts'

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

/** Lists the revisions of a deployment, the newest first. */
export const listRevisions = defineOperation({
  name: 'listRevisions',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions',
  summary: 'Lists the revisions of a deployment, the newest first.',
  addedBy: { operations: ['upstream'] },
  parameters,
  responses: { 200: page(revisions, pageEnvelope) },
  refusals: [unknownDeployment],
  run({ assumptions, world }, { values }) {
    const deployment = findDeployment(world, values.deployment_id)
    const { offset, limit } = values
    const found = findPageAmong(world, revisions, listAll(world, deployment), {
      filters: listFilters(values, deployment, assumptions),
      ordering: { by: 'created_at', as: 'timestamp', isDescending: true },
      offset,
      limit: Number(limit),
    })
    return found.withOffset(findNextOffset(values, found, assumptions))
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
