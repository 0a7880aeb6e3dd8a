// Deletes several deployments.

import * as z from 'zod'
import { refuse } from '../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../engine/define/operation/operation.ts'
import { defineRefusal, textOf } from '../../../engine/define/operation/refusal.ts'
import { object } from '../../../engine/define/operation/responses.ts'
import { replyWith } from '../../../engine/http/operation-declaration.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { deleteDeployment } from '../../rollouts/rollout.ts'
import { unknownDeployment } from './find-deployment.ts'

// The real service does not document the bodies of its responses.
const deletionResultSchema = z.strictObject({
  deleted: z.array(z.uuid()).describe('The ids of the deployments that were deleted.'),
  errors: z.array(z.strictObject({ deployment_id: z.uuid(), status: z.int(), detail: z.string() })),
})

const result = object('DeploymentsDeletion', deletionResultSchema)

const onlyUnknown = defineRefusal({
  name: 'only unknown deployments',
  status: 404,
  text: ([id = '', ...others]: readonly string[]) =>
    others.length === 0 ? textOf(unknownDeployment, id) : 'None of the deployment IDs were found.',
})

/** Deletes up to a hundred deployments. Their tracing projects remain, and keep their names. */
export const deleteDeployments = defineOperation({
  name: 'deleteDeployments',
  method: 'DELETE',
  template: '/v2/deployments',
  summary: 'Deletes the deployments with the given ids.',
  addedBy: { operations: ['upstream'] },
  parameters: {
    deployment_ids: {
      in: 'query',
      kind: 'uuidList',
      description: 'The ids of the deployments, one for each parameter.',
      most: 100,
      isRequired: true,
    },
  },
  responses: { 200: result, 207: result },
  refusals: [onlyUnknown],
  example({ deployments: { list } }) {
    const [deployment] = list({ offset: 0, limit: 1 })
    if (deployment === undefined) return { missing: 'No deployments to delete: this world has none.' }
    return { query: { deployment_ids: deployment.id } }
  },
  run({ assumptions, world }, { values: { deployment_ids } }) {
    const ids = [...new Set(deployment_ids)]
    const table = world.database.of(deployments)
    const found = ids.flatMap((id) => table.get(id) ?? [])
    if (found.length === 0) refuse(onlyUnknown, ids)
    for (const each of found) deleteDeployment(world, each, { keepsProject: true }, assumptions)
    const deleted = found.map(({ id }) => id)
    const errors = ids
      .filter((id) => !deleted.includes(id))
      .map((id) => ({ deployment_id: id, status: 404, detail: textOf(unknownDeployment, id) }))
    return replyWith(errors.length === 0 ? 200 : 207, { deleted, errors })
  },
})
