// How the code of a deployment reaches the service: uploads, and tokens to push images.

import * as z from 'zod'
import { defineRefusal, refuse } from '../../../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../../../engine/contract/operation/messages.ts'
import { tryFirst } from '../../../engine/contract/operation/operation.ts'
import { object } from '../../../engine/contract/operation/responses.ts'
import { nothing } from '../../../engine/http/operation-declaration.ts'
import { cutText, MOST_ECHOED } from '../../../fastapi/errors/cut-input.ts'
import type { World } from '../../operation.ts'
import type { DeploymentRecord } from '../../resources/deployments/deployment.ts'
import { uploads } from '../../resources/uploads.ts'
import { defineSeenOperation, defineUpstreamOperation, idInPath } from '../upstream-operation.ts'
import { deploymentId, findDeployment, unknownDeployment } from './deployments.ts'
import { wrongSource } from './source-rules.ts'

const uploadUrlSchema = z.strictObject({
  upload_url: z.string().describe('Where to PUT the file.'),
  object_path: z.string().describe('The `source_tarball_path` of the revision that is built from the file.'),
})

const imageOfRegistry = defineRefusal({
  name: 'image of a registry',
  status: 400,
  text: "Upload URLs are not available for 'external_docker' source deployments.",
})

/** The URL is below that of the request, so that it works wherever the request was sent to. */
export const createUploadUrl = defineSeenOperation({
  basis: { except: { guessed: ['deployment_id', '200'] } },
  name: 'createUploadUrl',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/upload-url',
  summary: 'Returns a URL to upload source code to.',
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

/** The largest file that can be uploaded: 200 MB, as the command line of the real service says. */
const MOST_UPLOADED_BYTES = 200 * 1024 * 1024

const TYPE = 'application/gzip'

const unknownUpload = defineRefusal({
  name: 'unknown upload',
  status: 404,
  text: 'The specified upload does not exist.',
})
const wrongToken = defineRefusal({ name: 'wrong token', status: 403, text: 'The token of this URL is not valid.' })
const wrongType = defineRefusal({ name: 'wrong type', status: 400, text: `The content type must be ${TYPE}.` })
const wrongSize = defineRefusal({
  name: 'wrong size',
  status: 400,
  text: (size: number) => `The file has ${size} bytes, which is outside of X-Goog-Content-Length-Range.`,
})
const tooLarge = defineRefusal({
  name: 'file too large',
  status: 413,
  text: `The file is larger than ${MOST_UPLOADED_BYTES} bytes.`,
})

/** The real service leaves this to a cloud storage, where the URL itself is the permission. */
export const uploadSource = defineUpstreamOperation({
  basis: { of: 'guessed' },
  name: 'uploadSource',
  method: 'PUT',
  template: '/storage/deployments/{deployment_id}/{upload_id}/source.tar.gz',
  summary: 'Receives source code at the URL of an upload.',
  isOpen: true,
  takesUpload: { type: TYPE, most: MOST_UPLOADED_BYTES },
  parameters: {
    deployment_id: deploymentId,
    upload_id: idInPath(uploads),
    token: { in: 'query', kind: 'text', description: 'The permission in the URL.', isRequired: true },
  },
  responses: { 200: nothing },
  refusals: [unknownUpload, wrongToken, wrongType, wrongSize, tooLarge],
  example: ({ uploads }) =>
    tryFirst(uploads, 'Nothing to upload: nobody has requested a URL for it.', ({ id, deployment_id, token }) => ({
      path: { deployment_id, upload_id: id },
      query: { token },
    })),
  run({ world }, { values: { deployment_id, upload_id, token }, sent }) {
    const { uploads } = world.collections
    const upload = uploads.get(upload_id)
    if (upload?.deployment_id !== deployment_id) refuse(unknownUpload)
    if (upload.token !== token) refuse(wrongToken)
    const { sha256, size } = readUpload(sent)
    uploads.update(upload_id, { sha256, size })
  },
})

function readUpload(request: ServiceRequest) {
  const [type = ''] = (request.header('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== TYPE) refuse(wrongType)
  const upload = request.upload ?? { sha256: null, size: request.body.length }
  if (upload.size > MOST_UPLOADED_BYTES) refuse(tooLarge)
  const range = request.header('x-goog-content-length-range')
  if (range !== undefined && !isWithin(upload.size, range)) refuse(wrongSize, upload.size)
  return upload
}

// The header has the smallest and the largest number of bytes, separated by a comma. A client may leave
// out the largest.
function isWithin(size: number, range: string): boolean {
  const [, least, most] = /^\s*(\d+)\s*,\s*(\d*)\s*$/.exec(range) ?? []
  return least !== undefined && Number(least) <= size && (most === '' || size <= Number(most))
}

interface UploadedCode {
  readonly source_tarball_path: string | null
}

/** Checks that source code was uploaded to a path. A new deployment has no uploads. @throws ServiceError */
export function assertUploaded(
  { database }: World,
  deployment: DeploymentRecord | undefined,
  { source_tarball_path: path }: UploadedCode,
): void {
  // Nobody has uploaded the code that a world starts with.
  if (path === null || path === '' || path === deployment?.source_revision_config.source_tarball_path) return
  const found = deployment === undefined ? [] : database.of(uploads).find({ deployment_id: deployment.id })
  if (found.some(({ object_path, size }) => object_path === path && size !== null)) return
  refuse(
    wrongSource,
    `nothing was uploaded to 'source_revision_config.source_tarball_path': '${cutText(path, MOST_ECHOED)}'`,
  )
}

const pushTokenSchema = z.strictObject({
  token: z.string(),
  registry_url: z.string().describe('The registry and the path of the workspace in it.'),
})

const otherSource = defineRefusal({
  basis: 'seen: client',
  name: 'other source',
  status: 400,
  text: "Push tokens are only available for 'internal_docker' source deployments.",
})

/** The registry itself is not simulated: nothing receives the image, and a revision takes any `image_uri`. */
export const createPushToken = defineSeenOperation({
  basis: { except: { guessed: ['deployment_id', '200'] } },
  name: 'createPushToken',
  method: 'POST',
  template: '/v2/deployments/{deployment_id}/push-token',
  summary: 'Returns a token to push an image with.',
  parameters: { deployment_id: deploymentId },
  responses: { 200: object('PushToken', pushTokenSchema) },
  refusals: [unknownDeployment, otherSource],
  run({ world }, { values: { deployment_id }, sent }) {
    const { id, source, tenant_id } = findDeployment(world, deployment_id)
    if (source !== 'internal_docker') refuse(otherSource)
    const token = world.baseline.context.open('push-token', 0, id).uuid().replaceAll('-', '')
    return { token, registry_url: `${sent.address().origin}/${tenant_id}` }
  },
})
