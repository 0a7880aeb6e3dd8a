// Receives the body of a fetch request. If it takes a while, the request is in the journal meanwhile.

import type { Arrival, ServiceRequest } from '../contract/operation/messages.ts'
import { realTimers } from '../store/time/real-time.ts'
import type { Service } from './gate.ts'

/** What receiving a body needs of a service. Without `noteArrival`, nothing is noted. */
export interface BodyService {
  readonly takesUpload: Service['takesUpload']
  readonly noteArrival?: Service['noteArrival']
}

/** Adds its body to a request. Most bodies are there at once, and are not noted before. */
export async function receiveBody(
  service: BodyService,
  request: ServiceRequest,
  read: () => Promise<ArrayBuffer>,
): Promise<ServiceRequest> {
  let arrival: Arrival | undefined
  let stopWatching: (() => void) | undefined
  const stopTimer = realTimers.after(0, () => {
    arrival = service.noteArrival?.(request)
    if (arrival !== undefined) stopWatching = request.onGone?.(arrival.abandon)
  })
  try {
    const whole = await withBody(service, request, new Uint8Array(await read()))
    return arrival === undefined ? whole : { ...whole, arrival }
  } catch (error) {
    arrival?.abandon()
    throw error
  } finally {
    stopTimer()
    stopWatching?.()
  }
}

/** Adds a body to a request: the digest and the size of one that is an uploaded file, the bytes of any other. */
async function withBody(
  service: BodyService,
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
