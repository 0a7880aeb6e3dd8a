// Returns what docker needs to push an image.

import * as z from 'zod'
import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../find-deployment.ts'

const pushTokenSchema = z.strictObject({
  token: z.string(),
  registry_url: z.string().describe('The registry and the path of the workspace in it.'),
})

const otherSource = defineRefusal({
  name: 'other source',
  status: 400,
  text: "Push tokens are only available for 'internal_docker' source deployments.",
})

/**
 * Returns a token for the registry of the service. The registry itself is not simulated: nothing
 * receives the image, and a revision takes any `image_uri`.
 */
export const createPushToken = defineOperation({
  name: 'createPushToken',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/push-token',
  summary: 'Returns a token to push an image with.',
  addedBy: { operations: ['upstream'] },
  parameters: { deployment_id: deploymentId },
  responses: { 200: object('PushToken', pushTokenSchema) },
  refusals: [unknownDeployment, otherSource],
  run({ world }, { values: { deployment_id }, sent }) {
    const { id, source, tenant_id } = findDeployment(world, deployment_id)
    if (source !== 'internal_docker') refuse(otherSource)
    const token = world.baseline.context.open('push-token', 0, id).uuid().replaceAll('-', '')
    return { token, registry_url: `${sent.origin}/${tenant_id}` }
  },
})
