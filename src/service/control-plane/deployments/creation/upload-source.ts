// Receives source code.

import { refuse } from '../../../../engine/define/operation/failure.ts'
import type { ServiceRequest } from '../../../../engine/define/operation/messages.ts'
import { defineOperation } from '../../../../engine/define/operation/operation.ts'
import { defineRefusal } from '../../../../engine/define/operation/refusal.ts'
import { nothing } from '../../../../engine/http/operation-declaration.ts'

/** The largest file that can be uploaded: 200 MB, as the command line of the real service says. */
export const MOST_UPLOADED_BYTES = 200 * 1024 * 1024

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

/**
 * Receives a file at a URL that `createUploadUrl` returned. The real service leaves this to a cloud
 * storage, where the URL itself is the permission.
 */
export const uploadSource = defineOperation({
  name: 'uploadSource',
  method: 'PUT',
  template: '/storage/deployments/{deployment_id}/{upload_id}/source.tar.gz',
  summary: 'Receives source code at the URL of an upload.',
  addedBy: { operations: ['upstream'] },
  isOpen: true,
  takesUpload: TYPE,
  parameters: {
    deployment_id: { in: 'path', kind: 'uuid', description: 'The id of the deployment.' },
    upload_id: { in: 'path', kind: 'uuid', description: 'The id of the upload.' },
    token: { in: 'query', kind: 'text', description: 'The permission in the URL.', isRequired: true },
  },
  responses: { 200: nothing },
  refusals: [unknownUpload, wrongToken, wrongType, wrongSize, tooLarge],
  example({ uploads }) {
    const [upload] = uploads.list({ offset: 0, limit: 1 })
    if (upload === undefined) return { missing: 'Nothing to upload: nobody has requested a URL for it.' }
    const { id: upload_id, deployment_id, token } = upload
    return { path: { deployment_id, upload_id }, query: { token } }
  },
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
