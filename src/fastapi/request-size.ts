// How large a request can be (assumption `requestSize`).

import { ServiceError } from '../engine/contract/operation/failure.ts'
import type { ServiceRequest } from '../engine/contract/operation/messages.ts'
import type { Assumptions } from '../engine/define/assumptions/assumptions.ts'

const KIBIBYTE = 1024

// The default settings of nginx, and its words.
const OF_PROXY = { target: 8 * KIBIBYTE, body: KIBIBYTE * KIBIBYTE } as const
const TARGET_TOO_LARGE = { status: 414, detail: 'Request-URI Too Large' }
const BODY_TOO_LARGE = { status: 413, detail: 'Request Entity Too Large' }

/** Checks the length of the path and the query. @throws ServiceError if they are too long */
export function assertTargetSize({ path, query }: ServiceRequest, assumptions: Assumptions): void {
  if (path.length + query.length < OF_PROXY.target) return
  if (assumptions.requestSize === 'proxy') throw new ServiceError(TARGET_TOO_LARGE)
}

/** Checks the size of the body. @throws ServiceError if it is too large */
export function assertBodySize({ body }: ServiceRequest, assumptions: Assumptions): void {
  if (body.length <= OF_PROXY.body) return
  if (assumptions.requestSize === 'proxy') throw new ServiceError(BODY_TOO_LARGE)
}
