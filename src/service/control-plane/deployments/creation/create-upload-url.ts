// Returns a URL to upload source code to.

import * as z from 'zod'
import { refuse } from '../../../../engine/define/operation/failure.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { object } from '../../../../engine/define/operation/responses.ts'
import { deploymentId, findDeployment, unknownDeployment } from '../find-deployment.ts'

const uploadUrlSchema = z.strictObject({
  upload_url: z.string().describe('Where to PUT the file.'),
  object_path: z.string().describe('The `source_tarball_path` of the revision that is built from the file.'),
})

const imageOfRegistry = defineRefusal({
  name: 'image of a registry',
  status: 400,
  text: "Upload URLs are not available for 'external_docker' source deployments.",
})

/** Returns a URL below that of the request, so that it works wherever the request was sent to. */
export const createUploadUrl = defineOperation({
  name: 'createUploadUrl',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/upload-url',
  summary: 'Returns a URL to upload source code to.',
  addedBy: { operations: ['upstream'] },
  parameters: { deployment_id: deploymentId },
  responses: { 200: object('UploadUrl', uploadUrlSchema) },
  refusals: [unknownDeployment, imageOfRegistry],
  run({ world }, { values: { deployment_id }, findOrigin }) {
    // The source of a revision may differ from that of its deployment, except for this one.
    if (findDeployment(world, deployment_id).source === 'external_docker') refuse(imageOfRegistry)
    const { object_path, token } = world.collections.uploads.create({ deployment_id })
    return { upload_url: `${findOrigin()}/storage/${object_path}?token=${token}`, object_path }
  },
})
