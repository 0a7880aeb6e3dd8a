// Receives the body of a fetch request. If it takes a while, the request is in the journal meanwhile.

import type { Failure } from '../contract/operation/failure.ts'
import type { Arrival, ServiceRequest, ServiceResponse } from '../contract/operation/messages.ts'
import { buildRefusal } from '../control/shared/control-failure.ts'
import { type Body, joinParts } from '../http/body.ts'
import { realTimers } from '../store/time/world-time.ts'
import type { Gate } from './gate.ts'

/** What receiving a body needs of a service. Without `noteArrival`, nothing is noted. */
export interface BodyGate extends Pick<Gate, 'bodyRulesOf' | 'writeFailure'> {
  readonly noteArrival?: Gate['noteArrival']
}

/** Adds its body to a request. Most bodies are there at once, and are not noted before. */
export async function receiveBody(gate: BodyGate, request: ServiceRequest, sent: Request): Promise<ServiceRequest> {
  let arrival: Arrival | undefined
  let stopWatching: (() => void) | undefined
  const stopTimer = realTimers.after(0, () => {
    arrival = gate.noteArrival?.(request)
    if (arrival !== undefined) stopWatching = request.onGone?.(arrival.abandon)
  })
  try {
    const whole = await withBody(gate, request, sent)
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
async function withBody(gate: BodyGate, request: ServiceRequest, sent: Request): Promise<ServiceRequest> {
  const { isControl, isUpload, most } = gate.bodyRulesOf(request)
  const body = await readBody(sent, most)
  if (isUpload) {
    const upload =
      body === undefined ? { sha256: null, size: most + 1 } : { sha256: await digest(body), size: body.length }
    return { ...request, upload }
  }
  if (body !== undefined) return { ...request, body }
  return { refused: isControl ? buildSizeRefusal(most) : gate.writeFailure(TOO_LARGE), ...request }
}

/** Reads a body. Whoever sends too much of it is told to stop. @returns undefined if it has more bytes than allowed */
async function readBody(sent: Request, most: number): Promise<Body | undefined> {
  // The requests of some test environments have no stream.
  const reader = sent.body?.getReader?.()
  if (reader === undefined) {
    const bytes = new Uint8Array(await sent.arrayBuffer())
    return bytes.length > most ? undefined : bytes
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (!ArrayBuffer.isView(value)) throw new TypeError('A body can only have bytes')
    length += value.length
    if (length > most) {
      reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
  return joinParts(chunks, length)
}

// As the server refuses a body that is too large.
const TOO_LARGE: Failure = { status: 413, detail: 'request entity too large' }

function buildSizeRefusal(most: number): ServiceResponse {
  const message = `Failed to read the body: it has more than ${most} bytes. Send at most that many.`
  return buildRefusal({ status: 413, message })
}

// A page that is neither from localhost nor from HTTPS has no `crypto.subtle`.
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle === undefined) return null
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
