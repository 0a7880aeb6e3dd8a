// Responses without a body.

import { NO_BODY } from '../http/body.ts'
import type { ServiceResponse } from './operation/messages.ts'

/** The response to a client that has disconnected. */
export const NO_RESPONSE: ServiceResponse = {
  status: 499,
  headers: {},
  body: NO_BODY,
  transportFault: { kind: 'reset' },
}

/** Removes the body of a response, and keeps everything else. */
export function withoutBody(response: ServiceResponse): ServiceResponse {
  return { ...response, body: NO_BODY }
}

/** Turns a response to GET into the response to HEAD: with the length of the body, but without the body. */
export function toHeadResponse({ status, headers, body }: ServiceResponse): ServiceResponse {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body: NO_BODY }
}
