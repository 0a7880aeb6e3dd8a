// What has been received of a request besides its head.

import type { IncomingMessage } from 'node:http'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import type { Body } from '../engine/http/body.ts'
import type { Reservation } from '../engine/limits/byte-budget.ts'

type Received = Partial<Pick<ServiceRequest, 'upload' | 'arrival'> & { body: Body; memory: Reservation }>

const RECEIVED = Symbol('received')
const NOTHING: Received = {}

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request changes nothing, as far as its method tells. */
export function isSafe({ method = '' }: IncomingMessage): boolean {
  return SAFE.has(method)
}

export function receivedOf(request: IncomingMessage): Received {
  return (request as { [RECEIVED]?: Received })[RECEIVED] ?? NOTHING
}

/** Keeps a part of a request with it. */
export function keepReceived(request: IncomingMessage, part: Received): void {
  Object.assign(request, { [RECEIVED]: { ...receivedOf(request), ...part } })
}
