// Uploaded files in adapters that have the whole body.

import type { ServiceRequest } from '../define/operation/messages.ts'
import type { Service } from '../simulator/gate.ts'

/** Adds a body to a request: the digest and the size of one that is an uploaded file, the bytes of any other. */
export async function withBody(
  service: Pick<Service, 'takesUpload'>,
  request: ServiceRequest,
  body: Uint8Array<ArrayBuffer>,
): Promise<ServiceRequest> {
  if (!service.takesUpload(request)) return { ...request, body }
  return { ...request, upload: { sha256: await digest(body), size: body.length } }
}

// A page that is neither from localhost nor from HTTPS has no `crypto.subtle`.
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle === undefined) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
